import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCount, formatDecimal } from './numbers.ts'

it('groups thousands with a dot', () => {
  expect([0, 999, 1234, 1_234_567].map(formatCount)).toEqual(['0', '999', '1.234', '1.234.567'])
})

it('writes integers as the browser does', () => {
  const integer = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer())
  fc.assert(
    fc.property(integer, count => {
      expect(formatCount(count)).toBe(count.toLocaleString('pt-BR'))
    }),
  )
})

it('writes decimals as the browser does', () => {
  // Binary numbers keep no tie between two decimals.
  const thousandths = fc.integer({ min: 0, max: 10 ** 12 }).filter(value => value % 10 !== 5)
  fc.assert(
    fc.property(thousandths, value => {
      const shown = (value / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 2 })
      expect(formatDecimal(value / 1000, 2)).toBe(shown)
    }),
  )
})
