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

// Without `jitless`, zod attempts `new Function`, which a strict Content-Security-Policy reports.
z.config({ localeError, jitless: true })

export { z }
