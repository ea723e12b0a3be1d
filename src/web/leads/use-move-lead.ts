import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { LeadStatus } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { useUser } from '#web/auth/session.tsx'
import type { PendingMove } from './board-state.ts'
import { keepWaitingMoves, moveKey, moveTo, prepareMoves, resumeWaitingMoves, startMove } from './move-leads.ts'

/** Changes of stage that are on their way, in the order they were made. */
export const usePendingMoves = (): (PendingMove & { isWaiting: boolean })[] =>
  useMutationState({
    filters: { mutationKey: moveKey, status: 'pending' },
    select: ({ state }) => ({ ...(state.variables as PendingMove), isWaiting: state.isPaused }),
  })

/** Moves a lead to a stage: shown at once, sent in order, undone on the screen when the server refuses. */
export const useMoveLead = (): ((lead: Lead, to: LeadStatus) => void) => {
  const queryClient = useQueryClient()
  return useCallback(
    (lead, to) => {
      if (lead.status !== to) startMove(queryClient, moveTo(lead, to, new Date()))
    },
    [queryClient],
  )
}

/** Keeps moves made without a connection over a reload, and sends those of an earlier page. */
export const useWaitingMoves = (): void => {
  const queryClient = useQueryClient()
  const { _id } = useUser()
  useEffect(() => {
    prepareMoves(queryClient)
    resumeWaitingMoves(queryClient, _id)
    return keepWaitingMoves(queryClient, _id)
  }, [queryClient, _id])
}
