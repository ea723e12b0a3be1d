import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns cryptographically random letters and digits. */
export const randomAlphanumeric = (length: number): string => {
  let out = ''
  while (out.length < length)
    for (const byte of randomBytes(length)) if (byte < 248 && out.length < length) out += alphabet[byte % 62]
  return out
}

export const newId = (prefix: string, length = 24): string => `${prefix}_${randomAlphanumeric(length)}`
