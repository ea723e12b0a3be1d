import * as z from 'zod/mini'

/** What is said where a schema has no words of its own. The library's own texts speak of types, patterns and options. */
const localeError: z.core.$ZodErrorMap = issue => {
  if (issue.input === undefined) return 'Preencha este campo.'
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `Use no máximo ${issue.maximum.toLocaleString('pt-BR')} caracteres.`
  }
  return 'Este valor não é válido.'
}

// jitless: zod would otherwise try `new Function`, which a strict Content-Security-Policy reports.
z.config({ localeError, jitless: true })

export { z }
