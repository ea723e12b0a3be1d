import { type MutationState, useMutationState } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { moveKey } from '../board/moves/move-leads.ts'
import type { PendingMove } from '../board/moves/pending-move.ts'

type MoveState = MutationState<Lead, Error, PendingMove>

const applyMove = (lead: Lead, { status, variables, data }: MoveState): Lead => {
  if (variables?.id !== lead._id) return lead
  if (status === 'pending') return { ...lead, ...variables.now }
  return status === 'success' && data && data.version > lead.version ? data : lead
}

/** Applies pending moves to the rows of a page, and confirmed moves until the page is refetched. */
export const useMovedLeads = (leads: readonly Lead[] | undefined): readonly Lead[] | undefined => {
  const moves = useMutationState({
    filters: { mutationKey: moveKey },
    select: ({ state }) => state as MoveState,
  })
  return useMemo(() => leads?.map(lead => moves.reduce(applyMove, lead)), [leads, moves])
}
