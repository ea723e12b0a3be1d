import { expect, it } from 'vitest'
import { exampleLeads } from './example-leads.ts'
import { moveLead, toColumns, totalsOf } from './live-board-state.ts'

const now = new Date('2026-11-22T12:00:00Z')
const leads = exampleLeads(now)

it('has eight columns whose totals cover all examples', () => {
  const columns = toColumns(leads)
  expect(columns.map(({ total }) => total)).toEqual([3, 2, 2, 1, 1, 1, 0, 0])
  expect(columns[0]?.valor).toBe(27_500)
  expect(totalsOf(columns)).toEqual({ total: 10, conversion: 10, won: 7350 })
})

it('puts a moved lead first in its new column and changes the totals', () => {
  const [first] = leads
  const moved = toColumns(moveLead(leads, first?._id ?? '', 'ganho', now))
  expect(moved.find(({ status }) => status === 'ganho')?.leads.map(({ nome }) => nome)).toEqual([
    'Fernanda Lourenço',
    'João Queirós',
  ])
  expect(totalsOf(moved)).toEqual({ total: 10, conversion: 20, won: 13_250 })
})

it('leaves the leads as they are for an unknown id', () => {
  expect(moveLead(leads, 'x', 'ganho', now)).toEqual(leads)
})

it('has a different id for every example', () => {
  expect(new Set(leads.map(({ _id }) => _id)).size).toBe(leads.length)
})
