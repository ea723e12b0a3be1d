import { describe, expect, it } from 'vitest'
import { stages } from '#contract/leads/lead-status.ts'
import type { BoardColumn, Lead } from '#contract/leads/leads.ts'
import { applyPendingMoves } from './board/moves/apply-pending-moves.ts'
import { createMove } from './board/moves/pending-move.ts'
import { appendLeads, type BoardState, mergeBoard, placeLead, preserveColumns } from './board-state.ts'
import { aLead } from './testing/a-lead.ts'

const lead = (name: string, overrides: Partial<Lead> = {}): Lead => aLead({ _id: name, nome: name, ...overrides })

const now = new Date('2026-11-20T12:00:00-03:00')

const board = (columns: Partial<Record<(typeof stages)[number], Partial<BoardColumn>>>): BoardState =>
  stages.map(status => ({ status, total: 0, valor: 0, leads: [], nextCursor: null, ...columns[status] }))

const names = (state: BoardState, stage: (typeof stages)[number]) =>
  state.find(column => column.status === stage)?.leads.map(one => one.nome)
const totalsOf = (state: BoardState, stage: (typeof stages)[number]) => {
  const column = state.find(one => one.status === stage)
  return [column?.total, column?.valor]
}

const ana = lead('ana')
const bia = lead('bia', { valorServico: 0.2 })
const start = board({ 'novo-lead': { total: 1361, valor: 5000.3, leads: [ana, bia] }, ganho: { total: 2, valor: 10 } })

describe('a pending move', () => {
  it('puts the card on top of its new column and updates count and sum, exact to the cent', () => {
    const shown = applyPendingMoves(start, [createMove(ana, 'ganho', now)], now)
    expect(names(shown, 'novo-lead')).toEqual(['bia'])
    expect(totalsOf(shown, 'novo-lead')).toEqual([1360, 4900.2])
    expect(names(shown, 'ganho')).toEqual(['ana'])
    expect(totalsOf(shown, 'ganho')).toEqual([3, 110.1])
  })

  it('preserves the identity of the other columns', () => {
    const shown = applyPendingMoves(start, [createMove(ana, 'ganho', now)], now)
    expect(shown[1]).toBe(start[1])
  })

  it('begins the time in the new stage', () => {
    const shown = applyPendingMoves(start, [createMove(ana, 'ganho', now)], now)
    expect(shown[5]?.leads[0]?.stageSince).toBe(now.toISOString())
  })

  it('to a stage and back restores the original board', () => {
    const moves = [createMove(ana, 'ganho', now), createMove({ ...ana, status: 'ganho' }, 'novo-lead', now)]
    const shown = applyPendingMoves(start, moves, now)
    expect(names(shown, 'novo-lead')).toEqual(['ana', 'bia'])
    expect(totalsOf(shown, 'novo-lead')).toEqual([1361, 5000.3])
    expect(totalsOf(shown, 'ganho')).toEqual([2, 10])
  })

  it('changes nothing when the server already has the lead there', () => {
    const confirmed = placeLead(start, { ...ana, status: 'ganho', version: 2 }, ana)
    expect(applyPendingMoves(confirmed, [createMove(ana, 'ganho', now)], now)).toEqual(confirmed)
  })

  it('of a lead that is not loaded updates the totals of its previous column', () => {
    const shown = applyPendingMoves(start, [createMove(lead('caio', { valorServico: 1 }), 'perdido', now)], now)
    expect(totalsOf(shown, 'novo-lead')).toEqual([1360, 4999.3])
    expect(names(shown, 'perdido')).toEqual(['caio'])
  })
})

describe('a lead from the server', () => {
  it('replaces its card in place when the stage is unchanged', () => {
    const placed = placeLead(start, { ...bia, valorServico: 50.2, version: 2 }, bia)
    expect(names(placed, 'novo-lead')).toEqual(['ana', 'bia'])
    expect(totalsOf(placed, 'novo-lead')).toEqual([1361, 5050.3])
  })
})

describe('a refetched board', () => {
  const loaded = board({
    'novo-lead': {
      total: 3,
      leads: [ana, bia, lead('caio', { updatedAt: '2026-11-19T10:00:00Z' })],
      nextCursor: 'deep',
    },
  })

  it('preserves leads beyond the first page', () => {
    const fresh = board({ 'novo-lead': { total: 3, leads: [lead('ana'), bia], nextCursor: 'first' } })
    const merged = mergeBoard(loaded, fresh)
    expect(names(merged, 'novo-lead')).toEqual(['ana', 'bia', 'caio'])
    expect(merged[0]?.nextCursor).toBe('deep')
  })

  it('preserves the identity of unchanged leads and replaces changed leads', () => {
    const fresh = board({ 'novo-lead': { leads: [lead('ana', { version: 2 }), lead('bia')] } })
    const merged = mergeBoard(board({ 'novo-lead': { leads: [ana, bia] } }), fresh)
    expect(merged[0]?.leads[0]?.version).toBe(2)
    expect(merged[0]?.leads[1]).toBe(bia)
  })

  it('drops a lead beyond the first page that moved to another column', () => {
    const fresh = board({
      'novo-lead': { leads: [lead('ana'), lead('bia')], nextCursor: 'first' },
      ganho: { leads: [lead('caio', { status: 'ganho', version: 2 })] },
    })
    expect(names(mergeBoard(loaded, fresh), 'novo-lead')).toEqual(['ana', 'bia'])
  })

  it('drops the rest when the column ends with the response', () => {
    const fresh = board({ 'novo-lead': { leads: [lead('ana'), lead('bia')], nextCursor: null } })
    expect(names(mergeBoard(loaded, fresh), 'novo-lead')).toEqual(['ana', 'bia'])
  })

  it('appends a page without duplicate leads', () => {
    const more = appendLeads(loaded, 'novo-lead', [lead('caio'), lead('dora')], null)
    expect(names(more, 'novo-lead')).toEqual(['ana', 'bia', 'caio', 'dora'])
    expect(more[0]?.nextCursor).toBeNull()
  })
})

describe('a board that arrives again', () => {
  it('is the old board when no column has changed', () => {
    expect(preserveColumns(start, [...start])).toBe(start)
    expect(preserveColumns(start, mergeBoard(start, structuredClone(start)))).toBe(start)
  })

  it('preserves the unchanged columns when one has changed', () => {
    const moved = placeLead(start, { ...ana, version: 2, valorServico: 7 }, ana)
    const preserved = preserveColumns(start, mergeBoard(start, structuredClone(moved)))
    expect(preserved[0]).not.toBe(start[0])
    expect(preserved.slice(1).every((column, index) => column === start[index + 1])).toBe(true)
  })
})
