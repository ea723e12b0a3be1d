import * as z from 'zod/mini'
import { formatCount } from './values/numbers.ts'

/** Default message for schemas without an own one: zod's texts mention types, patterns and options. */
const localeError: z.core.$ZodErrorMap = issue => {
  if (issue.input === undefined) return 'Preencha este campo'
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `Use no máximo ${formatCount(issue.maximum)} caracteres`
  }
  return 'Este valor não é válido'
}

declare global {
  /** The object that `z.config` changes. */
  var __zod_globalConfig: z.core.$ZodConfig | undefined
}

// A call of `z.config` would keep zod in every file of the browser that needs one constant of the contract.
// Without `jitless`, zod attempts `new Function`, which a strict Content-Security-Policy reports.
globalThis.__zod_globalConfig ??= {}
Object.assign(globalThis.__zod_globalConfig, { localeError, jitless: true } satisfies z.core.$ZodConfig)

export { z }
