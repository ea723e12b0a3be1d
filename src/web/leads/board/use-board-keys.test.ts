import { describe, expect, it } from 'vitest'
import { stages } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { BoardState } from '../board-state.ts'
import { fallbackPosition, nextPosition } from './use-board-keys.ts'

/** Creates a board with the given number of cards in each column. */
const board = (...counts: number[]): BoardState =>
  stages.map((status, index) => ({
    status,
    total: counts[index] ?? 0,
    valor: 0,
    nextCursor: null,
    leads: Array.from({ length: counts[index] ?? 0 }, (_, row) => ({ _id: `${status}-${row}` }) as Lead),
  }))

describe('an arrow key on a card', () => {
  const columns = board(3, 0, 2, 30)
  it.each([
    ['ArrowDown', [0, 0], [0, 1]],
    ['ArrowDown', [0, 2], [0, 2]],
    ['ArrowUp', [0, 0], [0, 0]],
    ['End', [3, 0], [3, 29]],
    ['Home', [3, 17], [3, 0]],
    ['PageDown', [3, 0], [3, 8]],
    ['PageDown', [3, 27], [3, 29]],
    ['PageUp', [3, 9], [3, 1]],
  ] as const)('%s from %j moves to %j', (key, [column, row], [toColumn, toRow]) => {
    expect(nextPosition(columns, { column, row }, key)).toEqual({ column: toColumn, row: toRow })
  })

  it('skips columns without cards', () => {
    expect(nextPosition(columns, { column: 0, row: 0 }, 'ArrowRight')).toEqual({ column: 2, row: 0 })
  })

  it('selects the last card of a shorter column', () => {
    expect(nextPosition(columns, { column: 3, row: 20 }, 'ArrowLeft')).toEqual({ column: 2, row: 1 })
  })

  it('does nothing past the last column with cards', () => {
    expect(nextPosition(columns, { column: 3, row: 0 }, 'ArrowRight')).toBeUndefined()
  })

  it('does nothing for any other key', () => {
    expect(nextPosition(columns, { column: 0, row: 0 }, 'x')).toBeUndefined()
  })
})

describe('when the focused card leaves its place', () => {
  const columns = board(3, 0, 2)
  it('the focus follows the card', () => {
    expect(fallbackPosition(columns, 'contato-estabelecido-1', { column: 0, row: 1 })).toEqual({ column: 2, row: 1 })
  })

  it('the focus moves to the card in its place, or the last of the column, when the card was removed', () => {
    expect(fallbackPosition(columns, 'gone', { column: 0, row: 1 })).toEqual({ column: 0, row: 1 })
    expect(fallbackPosition(columns, 'gone', { column: 0, row: 3 })).toEqual({ column: 0, row: 2 })
  })

  it('the focus moves to no card in an empty column', () => {
    expect(fallbackPosition(columns, 'gone', { column: 1, row: 0 })).toBeUndefined()
  })
})
