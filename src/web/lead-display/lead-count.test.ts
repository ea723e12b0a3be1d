import { expect, it } from 'vitest'
import { formatLeadCount } from './lead-count.ts'

it('uses the singular for one lead only', () => {
  expect([0, 1, 2, 1234].map(formatLeadCount)).toEqual(['0 leads', '1 lead', '2 leads', '1.234 leads'])
})
