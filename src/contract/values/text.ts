import { z } from '../zod.ts'
import { formatCount } from './numbers.ts'
import { isStorable } from './storable.ts'

/**
 * Base of every string in a request: checks the length first, since a regular expression over megabytes may overflow. A
 * wrong length skips the checks that follow.
 */
export const BoundedText = (max: number, error: string, tooLong = `Use no máximo ${formatCount(max)} caracteres`) =>
  z.string({ error }).check(z.maxLength(max, { error: tooLong, abort: true }))

/** Any text that PostgreSQL stores. Nothing is trimmed. */
export const StorableText = (max: number, error = 'Informe um texto') =>
  BoundedText(max, error).check(z.refine(isStorable, { error: 'Há um caractere inválido; apague e digite novamente' }))

/** Rejects white space alone. */
export const RequiredText = (max: number, message = 'Preencha este campo') =>
  StorableText(max, message).check(z.refine(text => text.trim() !== '', { error: message }))

/** Accepts an empty text, but not white space alone. */
export const OptionalText = (max: number, message: string) =>
  StorableText(max, message).check(z.refine(text => text === '' || text.trim() !== '', { error: message }))

/** Converts blank text to `null`. */
export const NullableText = (max: number) =>
  z.pipe(
    z.nullable(StorableText(max)),
    z.transform(text => (text === null || text.trim() === '' ? null : text)),
  )

const notAnEmail = 'E-mail inválido'

/** Trims; at most 254 characters. Rejects input with more than 254 characters of surrounding white space. */
export const Email = BoundedText(508, notAnEmail, notAnEmail).check(
  z.trim(),
  z.maxLength(254, { error: notAnEmail, abort: true }),
  z.email({ error: notAnEmail }),
)

/** Accepts an empty text too. */
export const OptionalEmail = BoundedText(508, notAnEmail, notAnEmail).check(
  z.trim(),
  z.refine(text => text === '' || z.safeParse(Email, text).success, { error: notAnEmail }),
)

/** Lower case without accents, so that a search for "joao" finds "JOÃO" and "João". */
export const normalizeForSearch = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns a key that is equal for e-mails that differ in case: trimmed, lower case. Must match `email_key` in the database. */
export const emailKey = (email: string): string | null =>
  email.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '').replace(/[A-Z]+/g, letters => letters.toLowerCase()) || null
