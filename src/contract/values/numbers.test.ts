import { expect, it } from 'vitest'
import { formatCount } from './numbers.ts'

it('groups thousands with a dot', () => {
  expect([0, 999, 1234, 1_234_567].map(formatCount)).toEqual(['0', '999', '1.234', '1.234.567'])
})
