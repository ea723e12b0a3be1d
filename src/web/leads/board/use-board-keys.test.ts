import { describe, expect, it } from 'vitest'
import { stages } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import type { BoardState } from '../board-state.ts'
import { fallbackPosition, nextPosition } from './use-board-keys.ts'

/** A board with as many cards in each column as given. */
const board = (...counts: number[]): BoardState =>
  stages.map((status, index) => ({
    status,
    total: counts[index] ?? 0,
    valor: 0,
    nextCursor: null,
    leads: Array.from({ length: counts[index] ?? 0 }, (_, row) => ({ _id: `${status}-${row}` }) as Lead),
  }))

describe('a key on a card', () => {
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
  ] as const)('%s from %j leads to %j', (key, [column, row], [toColumn, toRow]) => {
    expect(nextPosition(columns, { column, row }, key)).toEqual({ column: toColumn, row: toRow })
  })

  it('steps over columns without cards', () => {
    expect(nextPosition(columns, { column: 0, row: 0 }, 'ArrowRight')).toEqual({ column: 2, row: 0 })
  })

  it('lands on the last card of a shorter column', () => {
    expect(nextPosition(columns, { column: 3, row: 20 }, 'ArrowLeft')).toEqual({ column: 2, row: 1 })
  })

  it('leads nowhere past the last column with cards', () => {
    expect(nextPosition(columns, { column: 3, row: 0 }, 'ArrowRight')).toBeUndefined()
  })

  it('that is no direction leads nowhere', () => {
    expect(nextPosition(columns, { column: 0, row: 0 }, 'x')).toBeUndefined()
  })
})

describe('when the card that has the focus leaves its place', () => {
  const columns = board(3, 0, 2)
  it('the focus goes with it', () => {
    expect(fallbackPosition(columns, 'contato-estabelecido-1', { column: 0, row: 1 })).toEqual({ column: 2, row: 1 })
  })

  it('and when it is gone, to what stands there now, or to the last of the column', () => {
    expect(fallbackPosition(columns, 'gone', { column: 0, row: 1 })).toEqual({ column: 0, row: 1 })
    expect(fallbackPosition(columns, 'gone', { column: 0, row: 3 })).toEqual({ column: 0, row: 2 })
  })

  it('and in an empty column to no card', () => {
    expect(fallbackPosition(columns, 'gone', { column: 1, row: 0 })).toBeUndefined()
  })
})
