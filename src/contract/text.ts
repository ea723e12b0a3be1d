import { z } from './zod.ts'

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** Text of any content that PostgreSQL can keep byte for byte: no NUL, no lone surrogate, nothing trimmed. */
export const Text = (max: number) =>
  z
    .string({ error: 'Informe um texto.' })
    .check(
      z.refine(isStorable, { error: 'Há caracteres que não podem ser guardados.' }),
      z.maxLength(max, { error: `Use no máximo ${max.toLocaleString('pt-BR')} caracteres.` }),
    )

/** Text that says something: not only white space. */
export const RequiredText = (max: number, message = 'Preencha este campo.') =>
  z.string({ error: message }).check(
    z.refine(isStorable, { error: 'Há caracteres que não podem ser guardados.' }),
    z.refine(text => text.trim() !== '', { error: message }),
    z.maxLength(max, { error: `Use no máximo ${max.toLocaleString('pt-BR')} caracteres.` }),
  )

/** `null` and blank are both "nothing", kept as `null`. */
export const NullableText = (max: number) =>
  z.pipe(
    z.nullable(Text(max)),
    z.transform(text => (text === null || text.trim() === '' ? null : text)),
  )

/** Trimmed; at most 254 characters. */
export const Email = z
  .string({ error: 'E-mail inválido' })
  .check(z.trim(), z.email({ error: 'E-mail inválido' }), z.maxLength(254, { error: 'E-mail inválido' }))

/** Lower case, without accents: how searching compares, so that "joao", "JOÃO" and "João" are the same. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
