import { expect, it } from 'vitest'
import type { Lead, LeadSort } from '#contract/leads/leads.ts'
import type { BoardState } from '../board-state.ts'
import { pageOfBoard } from './page-of-board.ts'

const leads = [
  { nome: 'Álvaro', status: 'ganho', valorServico: 10, dataFechamento: '2026-02-01', createdAt: '2026-01-03' },
  { nome: 'Bia', status: 'novo-lead', valorServico: 9, dataFechamento: null, createdAt: '2026-01-01' },
  { nome: 'caio', status: 'perdido', valorServico: 100, dataFechamento: '2026-01-01', createdAt: '2026-01-02' },
] as Lead[]
const board = [{ leads: leads.slice(0, 2) }, { leads: leads.slice(2) }] as BoardState

it.each<[LeadSort, string[]]>([
  ['-createdAt', ['Álvaro', 'caio', 'Bia']],
  ['nome', ['Álvaro', 'Bia', 'caio']],
  ['-nome', ['caio', 'Bia', 'Álvaro']],
  ['-valorServico', ['caio', 'Álvaro', 'Bia']],
  ['status', ['Bia', 'Álvaro', 'caio']],
  ['dataFechamento', ['caio', 'Álvaro', 'Bia']],
  ['-dataFechamento', ['Álvaro', 'caio', 'Bia']],
])('sorts the board’s leads by %s as the server does', (sort, expected) => {
  expect(pageOfBoard(board, sort, 1).leads.map(({ nome }) => nome)).toEqual(expected)
})

it('returns ten leads a page', () => {
  const many = [{ leads: Array.from({ length: 11 }, (_, index) => ({ ...leads[0], createdAt: String(index) })) }]
  expect(pageOfBoard(many as BoardState, '-createdAt', 2)).toMatchObject({ leads: [{ createdAt: '0' }], total: 11 })
})
