interface ScriptUrlPolicy {
  /** A TrustedScriptURL; the compiler's library does not know it yet, and it is passed on like the string it stands for. */
  createScriptURL: (url: string) => string
}

interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

const policies = new Map<string, ScriptUrlPolicy>()

/**
 * The address of a script in the form in which the page's policy takes it: as a plain string it is refused. Each name of a
 * policy, which static-files.ts on the server must allow, stands for one address.
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
