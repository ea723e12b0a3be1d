import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { stageOf, stages } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import type { BoardActions } from './board-actions.ts'
import type { BoardState } from './board-state.ts'

interface Place {
  column: number
  row: number
}

const findPlace = (columns: BoardState, id: string): Place | undefined => {
  for (const [column, { leads }] of columns.entries()) {
    const row = leads.findIndex(lead => lead._id === id)
    if (row >= 0) return { column, row }
  }
  return undefined
}

const pageRows = 8

/** Where a key leads from a card; columns without cards are stepped over. */
export const placeAfterKey = (columns: BoardState, { column, row }: Place, key: string): Place | undefined => {
  const last = (columns[column]?.leads.length ?? 0) - 1
  const rowBy = (by: number) => ({ column, row: Math.max(0, Math.min(last, row + by)) })
  const columnBy = (step: 1 | -1): Place | undefined => {
    for (let next = column + step; next >= 0 && next < columns.length; next += step) {
      const count = columns[next]?.leads.length ?? 0
      if (count > 0) return { column: next, row: Math.min(row, count - 1) }
    }
    return undefined
  }
  switch (key) {
    case 'ArrowDown':
      return rowBy(1)
    case 'ArrowUp':
      return rowBy(-1)
    case 'PageDown':
      return rowBy(pageRows)
    case 'PageUp':
      return rowBy(-pageRows)
    case 'Home':
      return { column, row: 0 }
    case 'End':
      return { column, row: last }
    case 'ArrowRight':
      return columnBy(1)
    case 'ArrowLeft':
      return columnBy(-1)
    default:
      return undefined
  }
}

const mountFrames = 60

/** Focus on a card, scrolled into the mounted window first; the window needs some frames to follow. */
const focusCard = (board: HTMLElement, columns: BoardState, place: Place): void => {
  const { status, leads = [] } = columns[place.column] ?? {}
  const lead = leads[place.row]
  const list = board.querySelector<HTMLElement>(`[data-stage="${status}"] [data-list]`)
  if (!lead || !list) return
  const focus = (): boolean => {
    const button = list.querySelector<HTMLElement>(`[data-card="${lead._id}"] [data-open]`)
    button?.focus()
    // A card that is mounted but not yet measured is hidden and takes no focus.
    return button !== null && document.activeElement === button
  }
  if (focus()) return
  const rowHeight = (list.querySelector('ul')?.scrollHeight ?? 0) / leads.length
  list.scrollTop = Math.max(0, place.row * rowHeight - list.clientHeight / 2)
  const focusSoon = (frames: number): void => {
    if (!focus() && frames > 0) requestAnimationFrame(() => focusSoon(frames - 1))
  }
  focusSoon(mountFrames)
}

/** The board is one stop for Tab; arrows walk its cards, M opens a card's menu, [ and ] move it a stage back or on. */
export const useBoardKeys = (
  columns: BoardState,
  scroller: RefObject<HTMLElement | null>,
  { openMenu, move }: BoardActions,
) => {
  const [focused, setFocused] = useState<string | null>(null)
  const tabStop = useMemo(() => {
    if (focused !== null && findPlace(columns, focused)) return focused
    return columns.find(column => column.leads.length > 0)?.leads[0]?._id ?? null
  }, [columns, focused])

  // A moved card is mounted anew in its column; the focus follows it there.
  const followed = useRef<string | null>(null)
  useEffect(() => {
    const place = followed.current === null ? undefined : findPlace(columns, followed.current)
    followed.current = null
    if (place && scroller.current) focusCard(scroller.current, columns, place)
  }, [columns, scroller])
  const follow = (lead: Lead) => {
    followed.current = lead._id
  }

  const cardOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-card]')

  const onFocus = (event: FocusEvent) => {
    const id = cardOf(event.target)?.dataset.card
    if (id) setFocused(id)
  }

  const moveBy = (lead: Lead, step: 1 | -1) => {
    const to = stages[stages.indexOf(stageOf(lead.status)) + step]
    if (!to) return
    follow(lead)
    move(lead, to)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const card = cardOf(event.target)
    const place = card?.dataset.card ? findPlace(columns, card.dataset.card) : undefined
    if (!card || !place || !scroller.current || event.ctrlKey || event.metaKey || event.altKey) return
    const lead = columns[place.column]?.leads[place.row]
    const next = placeAfterKey(columns, place, event.key)
    if (next) focusCard(scroller.current, columns, next)
    else if (!lead) return
    else if (event.key === 'm' || event.key === 'M') {
      const menuButton = card.querySelector<HTMLElement>('[aria-haspopup]')
      if (menuButton) openMenu(lead, menuButton)
    } else if (event.key === ']') moveBy(lead, 1)
    else if (event.key === '[') moveBy(lead, -1)
    else return
    event.preventDefault()
  }

  return { tabStop, onFocus, onKeyDown, follow }
}
