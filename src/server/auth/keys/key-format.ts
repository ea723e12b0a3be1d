import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'fch_'
const randomLength = 32
const checksumLength = 6

const toBase62 = (value: number): string =>
  value < digits.length
    ? (digits[value] ?? '')
    : `${toBase62(Math.floor(value / digits.length))}${digits[value % digits.length]}`

const checksumOf = (text: string): string => toBase62(crc32(text)).padStart(checksumLength, '0')

/** Creates a key of 190 random bits, with a prefix that scanners of leaked secrets find. Store only its hash. */
export const newApiKey = (): string => {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join('')
  return `${prefix}${random}${checksumOf(random)}`
}

const format = new RegExp(`^${prefix}([\\dA-Za-z]{${randomLength}})([\\dA-Za-z]{${checksumLength}})$`)

/** Rejects a mistyped key by its checksum, without a query. */
export const isApiKey = (text: string): boolean => {
  const [, random = '', checksum] = format.exec(text) ?? []
  return checksum !== undefined && checksumOf(random) === checksum
}

/** Returns what an `Authorization: Bearer fch_…` header contains after "Bearer", which may be no valid key. */
export const bearerKey = (header: string | undefined): string | undefined =>
  /^Bearer (fch_\S*)$/i.exec(header ?? '')?.[1]
