import { expect, it } from 'vitest'
import { bearerToken, hashToken, newToken } from './session-token.ts'

it('a token is 256 random bits, which may stand in a header as they are', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(bearerToken(`Bearer ${token}`)).toBe(token)
  }
})

it('the hash of a token is always the same and does not hold the token', () => {
  const token = newToken()
  expect(hashToken(token)).toEqual(hashToken(token))
  expect(hashToken(token)).not.toEqual(hashToken(newToken()))
  expect(hashToken(token)).toHaveLength(32)
  expect(hashToken(token).toString('base64url')).not.toBe(token)
})

it.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  `Basic ${'a'.repeat(43)}`,
  `Bearer ${'a'.repeat(42)}`,
  `Bearer ${'a'.repeat(44)}`,
])('the header %j holds no token', header => {
  expect(bearerToken(header)).toBeUndefined()
})
