import { expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

const shown = (page: number, pageCount: number) =>
  pageNumbers(page, pageCount)
    .map(entry => (entry === 'gap' ? '…' : entry))
    .join(' ')

it.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [3, 6, '1 2 3 4 5 6'],
  [1, 7, '1 2 3 4 5 6 7'],
  [4, 8, '1 2 3 4 5 … 8'],
  [5, 9, '1 … 4 5 6 … 9'],
  [6, 9, '1 … 5 6 7 8 9'],
  [9, 9, '1 … 5 6 7 8 9'],
  [500, 1000, '1 … 499 500 501 … 1000'],
])('page %d of %d shows "%s"', (page, pageCount, expected) => {
  expect(shown(page, pageCount)).toBe(expected)
})

it('never skips a single page and always contains the current page', () => {
  for (let pageCount = 1; pageCount <= 14; pageCount++)
    for (let page = 1; page <= pageCount; page++) {
      const entries = pageNumbers(page, pageCount)
      expect(entries).toContain(page)
      expect(new Set(entries.filter(entry => entry !== 'gap')).size).toBe(
        entries.filter(entry => entry !== 'gap').length,
      )
      entries.forEach((entry, at) => {
        if (entry !== 'gap') return
        const [before, after] = [entries[at - 1], entries[at + 1]]
        expect(Number(after) - Number(before)).toBeGreaterThan(2)
      })
    }
})
