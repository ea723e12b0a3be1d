import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { stageOf, stages } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { BoardState } from '../board-state.ts'
import type { BoardActions } from './board-actions.ts'

interface CardPosition {
  column: number
  row: number
}

const findPosition = (columns: BoardState, id: string): CardPosition | undefined => {
  for (const [column, { leads }] of columns.entries()) {
    const row = leads.findIndex(lead => lead._id === id)
    if (row >= 0) return { column, row }
  }
  return undefined
}

const pageRows = 8

/** Returns the position that a key moves to. Skips empty columns. */
export const nextPosition = (
  columns: BoardState,
  { column, row }: CardPosition,
  key: string,
): CardPosition | undefined => {
  const last = (columns[column]?.leads.length ?? 0) - 1
  const rowBy = (by: number) => ({ column, row: Math.max(0, Math.min(last, row + by)) })
  const columnBy = (step: 1 | -1): CardPosition | undefined => {
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

/** Returns the focus position after a card moved or disappeared: the card, else the card in its place. */
export const fallbackPosition = (
  columns: BoardState,
  id: string,
  { column, row }: CardPosition,
): CardPosition | undefined => {
  const last = (columns[column]?.leads.length ?? 0) - 1
  return findPosition(columns, id) ?? (last < 0 ? undefined : { column, row: Math.min(row, last) })
}

const mountFrames = 60

/** Scrolls a card into the mounted rows of a column in view and focuses it, retrying for some frames. */
const focusCard = (board: HTMLElement, columns: BoardState, position: CardPosition): void => {
  const { status, leads = [] } = columns[position.column] ?? {}
  const lead = leads[position.row]
  const list = board.querySelector<HTMLElement>(`[data-stage="${status}"] [data-list]`)
  if (!lead || !list) return
  const focus = (): boolean => {
    // On the whole board: a rejected move may take the card back before it has been mounted in its new column.
    const button = board.querySelector<HTMLElement>(`[data-card="${lead._id}"] [data-open]`)
    button?.focus()
    return button !== null && document.activeElement === button
  }
  if (focus()) return
  list.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const rowHeight = (list.querySelector('ul')?.scrollHeight ?? 0) / leads.length
  list.scrollTop = Math.max(0, position.row * rowHeight - list.clientHeight / 2)
  const focusSoon = (frames: number): void => {
    if (!focus() && frames > 0) requestAnimationFrame(() => focusSoon(frames - 1))
  }
  focusSoon(mountFrames)
}

const restoreFocus = (board: HTMLElement, columns: BoardState, held: { id: string; position: CardPosition }): void => {
  const position = fallbackPosition(columns, held.id, held.position)
  const { status } = columns[held.position.column] ?? {}
  if (position) focusCard(board, columns, position)
  else board.querySelector<HTMLElement>(`[data-stage="${status}"] :is(h2, h3)`)?.focus()
}

/**
 * Makes each column a tab stop with roving focus. Arrows move between cards, M opens the menu, X selects the card, [ and ]
 * move it, ? opens the help.
 */
export const useBoardKeys = (
  columns: BoardState,
  scroller: RefObject<HTMLElement | null>,
  { openMenu, move, toggle }: BoardActions,
  openHelp: () => void,
) => {
  const [focused, setFocused] = useState<string | null>(null)
  // The last focused card, and the first card of every other column.
  const tabStops = useMemo(
    () => columns.map(({ leads }) => (leads.some(({ _id }) => _id === focused) ? focused : (leads[0]?._id ?? null))),
    [columns, focused],
  )

  // A card moved by [ or ] mounts again in its new column, so restore its focus. A move by another device or a rollback
  // also moves the focus silently.
  const followed = useRef<string | null>(null)
  const held = useRef<{ id: string; position: CardPosition } | null>(null)
  useEffect(() => {
    const board = scroller.current
    const moved = followed.current === null ? undefined : findPosition(columns, followed.current)
    followed.current = null
    if (!board) return
    if (moved) focusCard(board, columns, moved)
    else if (held.current && document.activeElement === document.body) restoreFocus(board, columns, held.current)
    else if (held.current) held.current.position = findPosition(columns, held.current.id) ?? held.current.position
  }, [columns, scroller])
  /** Leaves the focus at the place of the focused card, whichever card is there next. */
  const stay = () => {
    if (held.current) held.current.id = ''
  }

  const cardOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-card]')

  const onFocus = (event: FocusEvent) => {
    const id = cardOf(event.target)?.dataset.card
    const position = id === undefined ? undefined : findPosition(columns, id)
    held.current = id !== undefined && position ? { id, position } : null
    if (id) setFocused(id)
  }

  // Removing the focused card fires no blur, so blur means that the user moved on.
  const onBlur = () => {
    held.current = null
  }

  const moveBy = (lead: Lead, step: 1 | -1) => {
    const to = stages[stages.indexOf(stageOf(lead.status)) + step]
    if (!to) return
    followed.current = lead._id
    move(lead, to)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const card = cardOf(event.target)
    const position = card?.dataset.card ? findPosition(columns, card.dataset.card) : undefined
    if (!card || !position || !scroller.current || event.ctrlKey || event.metaKey || event.altKey) return
    const lead = columns[position.column]?.leads[position.row]
    const next = nextPosition(columns, position, event.key)
    if (next) focusCard(scroller.current, columns, next)
    else if (!lead) return
    else if (event.key === 'm' || event.key === 'M') {
      const menuButton = card.querySelector<HTMLElement>('[aria-haspopup]')
      if (menuButton) openMenu(lead, menuButton)
    } else if (toggle && (event.key === 'x' || event.key === 'X')) toggle(lead)
    else if (event.key === ']') moveBy(lead, 1)
    else if (event.key === '[') moveBy(lead, -1)
    else if (event.key === '?') openHelp()
    else return
    event.preventDefault()
  }

  return { tabStops, onFocus, onBlur, onKeyDown, stay }
}
