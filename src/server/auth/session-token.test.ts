import { expect, it } from 'vitest'
import { bearerToken, hashToken, newToken } from './session-token.ts'

it('newToken returns 256 random bits that are valid in a header', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(bearerToken(`Bearer ${token}`)).toBe(token)
  }
})

it('hashToken is deterministic and does not contain the token', () => {
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
])('bearerToken finds no token in the header %j', header => {
  expect(bearerToken(header)).toBeUndefined()
})
