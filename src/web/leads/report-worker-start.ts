import workerUrl from './report-worker.ts?worker&url'

interface ScriptUrlPolicy {
  /** A TrustedScriptURL; the compiler's library does not know it yet, and it is passed on like the string it stands for. */
  createScriptURL: (url: string) => string
}

interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

const onlyThisWorker = (url: string): string => {
  if (url !== workerUrl) throw new TypeError('Not the address of the report worker')
  return url
}

let policy: ScriptUrlPolicy | undefined

/** The page's policy takes no address of a script as a string. It allows this one policy by name, in web-files.ts. */
const trustedAddress = (): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return workerUrl
  policy ??= trustedTypes.createPolicy('report-worker', { createScriptURL: onlyThisWorker })
  return policy.createScriptURL(workerUrl)
}

export const startReportWorker = (): Worker => new Worker(trustedAddress(), { type: 'module', name: 'report' })
