import { createContext, useContext } from 'react'
import type { LeadStatus } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'

/** What a card can ask of its board. One object for the board's whole life, so that cards are drawn once. */
export interface BoardActions {
  open: (lead: Lead) => void
  /** The one menu of the board, beside the pressed button. */
  openMenu: (lead: Lead, anchor: HTMLElement) => void
  move: (lead: Lead, to: LeadStatus) => void
}

export const BoardActionsContext = createContext<BoardActions | null>(null)

export const useBoardActions = (): BoardActions => {
  const actions = useContext(BoardActionsContext)
  if (!actions) throw new Error('a card needs a board around it')
  return actions
}
