import { expect, it } from 'vitest'
import { formatPage, parsePage, setParams } from './use-url-params.ts'

it('sets the named parameters, removes empty ones and preserves the others', () => {
  const parameters = new URLSearchParams('aba=lista&q=ana&status=ganho')
  setParams(parameters, { q: '', prospeccao_de: '2026-11-01', status: undefined })
  expect(parameters.toString()).toBe('aba=lista&prospeccao_de=2026-11-01')
})

it.each([
  ['3', 3],
  [null, 1],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['dois', 1],
  ['99999999', 1],
])('the page %s is parsed as %i', (text, page) => {
  expect(parsePage(text)).toBe(page)
})

it('omits the first page', () => {
  expect([1, 2].map(formatPage)).toEqual([undefined, '2'])
})
