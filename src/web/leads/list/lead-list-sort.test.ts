import { expect, it } from 'vitest'
import type { LeadSort, LeadSortField } from '#contract/leads/leads.ts'
import { ariaSort, nextSort, parseSort } from './lead-list-sort.ts'

const presses = (field: LeadSortField, from: LeadSort): LeadSort[] => {
  const first = nextSort(field, from)
  const second = nextSort(field, first)
  return [first, second, nextSort(field, second)]
}

it.each([
  ['nome', ['nome', '-nome', '-createdAt']],
  ['status', ['status', '-status', '-createdAt']],
  ['valorServico', ['-valorServico', 'valorServico', '-createdAt']],
  ['dataFechamento', ['-dataFechamento', 'dataFechamento', '-createdAt']],
] as const)('clicking %s cycles through both orders and back to newest first', (field, expected) => {
  expect(presses(field, '-createdAt')).toEqual(expected)
})

it.each([
  ['nome', 'nome'],
  ['-valorServico', '-valorServico'],
  [null, '-createdAt'],
  ['', '-createdAt'],
  ['telefone', '-createdAt'],
  ['toString', '-createdAt'],
])('the sort order %s is parsed as %s', (text, sort) => {
  expect(parseSort(text)).toBe(sort)
})

it('another column starts with its own first order', () => {
  expect(nextSort('valorServico', '-nome')).toBe('-valorServico')
})

it('only the sorted column has `aria-sort`', () => {
  expect(ariaSort('nome', 'nome')).toBe('ascending')
  expect(ariaSort('nome', '-nome')).toBe('descending')
  expect(ariaSort('negocio', 'nome')).toBeUndefined()
})
