import { z } from './zod.ts'

/**
 * Any text that people send, and what every other text begins with: its length is looked at before anything else is, since
 * a regular expression over megabytes may overflow. Further checks are given after the length, and skipped when it is wrong.
 */
export const BoundedText = (
  max: number,
  error: string,
  tooLong = `Use no máximo ${max.toLocaleString('pt-BR')} caracteres.`,
) => z.string({ error }).check(z.maxLength(max, { error: tooLong, abort: true }))

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** Text of any content that PostgreSQL can keep byte for byte: no NUL, no lone surrogate, nothing trimmed. */
export const StorableText = (max: number, error = 'Informe um texto.') =>
  BoundedText(max, error).check(z.refine(isStorable, { error: 'Há caracteres que não podem ser guardados.' }))

/** Text that says something: not only white space. */
export const RequiredText = (max: number, message = 'Preencha este campo.') =>
  StorableText(max, message).check(z.refine(text => text.trim() !== '', { error: message }))

/** `null` and blank are both "nothing", kept as `null`. */
export const NullableText = (max: number) =>
  z.pipe(
    z.nullable(StorableText(max)),
    z.transform(text => (text === null || text.trim() === '' ? null : text)),
  )

const notAnEmail = 'E-mail inválido'

/** Trimmed; at most 254 characters. What is pasted with more white space around it than an e-mail is long is none. */
export const Email = BoundedText(508, notAnEmail, notAnEmail).check(
  z.trim(),
  z.maxLength(254, { error: notAnEmail, abort: true }),
  z.email({ error: notAnEmail }),
)

/** Lower case, without accents: how searching compares, so that "joao", "JOÃO" and "João" are the same. */
export const normalizeForSearch = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
