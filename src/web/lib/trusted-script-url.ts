interface ScriptUrlPolicy {
  /** Returns a `TrustedScriptURL`, which TypeScript's DOM library lacks. Consumers treat it as a string. */
  createScriptURL: (url: string) => string
}

interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

const policies = new Map<string, ScriptUrlPolicy>()

/**
 * Returns a script URL in the form that the page's CSP accepts. Each policy name maps to a single URL, and
 * static-files.ts must allow the name.
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
