import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useMember } from '#web/session/session.tsx'
import { type MoveContext, moveKey, resumeMoveQueue, startMove } from './move-leads.ts'
import { createMove, type PendingMove } from './pending-move.ts'

/** Returns unconfirmed stage changes in order. */
export const usePendingMoves = (): (PendingMove & { isQueued: boolean })[] =>
  useMutationState({
    filters: { mutationKey: moveKey, status: 'pending' },
    select: ({ state }) => ({ ...(state.variables as PendingMove), isQueued: state.isPaused }),
  })

const useMoveContext = (): MoveContext => {
  const queryClient = useQueryClient()
  const { _id: memberId } = useMember()
  return useMemo(() => ({ queryClient, memberId }), [queryClient, memberId])
}

/** Moves a lead optimistically. Sends moves in order and rolls back a rejected move. */
export const useMoveLead = (): ((lead: Lead, to: LeadStatus) => void) => {
  const context = useMoveContext()
  return useCallback(
    (lead, to) => {
      if (lead.status !== to) startMove(context, createMove(lead, to, new Date()))
    },
    [context],
  )
}

/** Sends the queued moves of an earlier page or session. */
export const useResumeMoveQueue = (): void => {
  const context = useMoveContext()
  useEffect(() => resumeMoveQueue(context), [context])
}
