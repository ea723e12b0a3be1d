import { createContext, useContext } from 'react'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'

/** Card actions. The object never changes, so that cards render once. */
export interface BoardActions {
  /** With `isSelecting`, selects the lead instead. */
  open: (lead: Lead, isSelecting?: boolean) => void
  /** Selects a lead, or no longer. Absent where nothing can be selected. */
  toggle?: (lead: Lead) => void
  /** Opens the shared menu at the pressed button. */
  openMenu: (lead: Lead, anchor: HTMLElement) => void
  move: (lead: Lead, to: LeadStatus) => void
}

export const BoardActionsContext = createContext<BoardActions | null>(null)

export const useBoardActions = (): BoardActions => {
  const actions = useContext(BoardActionsContext)
  if (!actions) throw new Error('a card needs a board around it')
  return actions
}
