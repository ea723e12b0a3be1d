import { describe, expect, it } from 'vitest'
import { growRange, mountedRows, type RowRange, type ScrollDirection, visibleRange } from './visible-range.ts'

const list = (scrollTop: number) => ({ scrollTop, height: 600, rowHeight: 100 })

describe('the visible range', () => {
  it('starts with the first row and includes the next one beyond the visible ones', () => {
    expect(visibleRange(list(0), null)).toEqual({ first: 0, end: 7 })
  })

  it('includes rows that are partly visible', () => {
    expect(visibleRange(list(1050), null)).toEqual({ first: 9, end: 18 })
  })

  it('includes more rows where the list scrolls to', () => {
    expect(visibleRange(list(1000), 'down')).toEqual({ first: 9, end: 19 })
    expect(visibleRange(list(1000), 'up')).toEqual({ first: 7, end: 17 })
  })

  it('starts with the first row while a list is pulled beyond its top', () => {
    expect(visibleRange(list(-40), 'up')).toEqual({ first: 0, end: 7 })
  })
})

describe('growing towards the wanted range', () => {
  const grow = (mounted: RowRange, wanted: RowRange, direction: ScrollDirection, count = 100) => {
    const steps: RowRange[] = []
    let next = growRange(mounted, wanted, { count, direction })
    for (; next && steps.length < 20; next = growRange(next, wanted, { count, direction })) steps.push(next)
    return steps
  }

  it('begins at the top and ends with the last row of the list', () => {
    expect(grow({ first: 0, end: 0 }, { first: 0, end: 7 }, null, 2)).toEqual([
      { first: 0, end: 1 },
      { first: 0, end: 2 },
    ])
    expect(grow({ first: 0, end: 0 }, { first: 0, end: 7 }, null, 0)).toEqual([])
  })

  it('adds the row that a scroll comes to first, and leaves those that it passed', () => {
    expect(grow({ first: 0, end: 7 }, { first: 2, end: 9 }, 'down')).toEqual([
      { first: 2, end: 8 },
      { first: 2, end: 9 },
    ])
    expect(grow({ first: 5, end: 12 }, { first: 4, end: 13 }, 'up')).toEqual([
      { first: 4, end: 12 },
      { first: 4, end: 13 },
    ])
  })

  it('only leaves rows when all wanted ones are mounted', () => {
    expect(grow({ first: 0, end: 9 }, { first: 1, end: 9 }, 'down')).toEqual([{ first: 1, end: 9 }])
  })

  it('starts anew at the leading edge after a jump', () => {
    expect(grow({ first: 0, end: 7 }, { first: 50, end: 53 }, 'down')).toEqual([
      { first: 52, end: 53 },
      { first: 51, end: 53 },
      { first: 50, end: 53 },
    ])
    expect(grow({ first: 50, end: 57 }, { first: 0, end: 2 }, 'up')).toEqual([
      { first: 0, end: 1 },
      { first: 0, end: 2 },
    ])
  })
})

describe('the mounted rows', () => {
  it('are the rows of the range that the list has', () => {
    expect(mountedRows({ first: 2, end: 5 }, 4, [])).toEqual([2, 3])
    expect(mountedRows({ first: 0, end: 3 }, 0, [])).toEqual([])
  })

  it('include the kept rows once and in order', () => {
    expect(mountedRows({ first: 4, end: 7 }, 20, [12, 0, 5])).toEqual([0, 4, 5, 6, 12])
  })

  it('are the last rows of a list that became shorter than the range', () => {
    expect(mountedRows({ first: 500, end: 509 }, 20, [])).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19])
    expect(mountedRows({ first: 500, end: 509 }, 3, [])).toEqual([0, 1, 2])
  })
})
