interface ScriptUrlPolicy {
  /** Returns a `TrustedScriptURL`, which TypeScript's DOM library lacks. Consumers treat it as a string. */
  createScriptURL: (url: string) => string
}

interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

const policies = new Map<string, ScriptUrlPolicy>()

/**
 * Returns a script URL that the page's CSP accepts; plain strings are rejected. static-files.ts must allow each policy
 * name, and each name maps to a single URL.
 */
export const trustedScriptUrl = (name: string, url: string): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return url
  const assertUrl = (given: string): string => {
    if (given !== url) throw new TypeError(`Not the address of the ${name}`)
    return given
  }
  const policy = policies.get(name) ?? trustedTypes.createPolicy(name, { createScriptURL: assertUrl })
  policies.set(name, policy)
  return policy.createScriptURL(url)
}
