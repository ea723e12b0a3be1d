import { type MutationOptions, onlineManager, type QueryClient } from '@tanstack/react-query'
import { leadName } from '#contract/leads/lead-name.ts'
import { statusLabels } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { isNotFound } from '#web/lib/requests/api-error.ts'
import { isTransient, shouldRetry } from '#web/lib/requests/query-client.ts'
import { readToken } from '#web/lib/token.ts'
import { announce } from '#web/ui/live-region.tsx'
import { invalidateLeads, leadsKey, staleLeadOf, updateLead } from '../../api.ts'
import { type BoardState, findLeadOnBoard } from '../../board-state.ts'
import { notifyOtherTabs } from '../../cross-tab-refresh.ts'
import { notifyLeadGone } from '../../drop-lead.ts'
import { askWhyLost } from '../../lost-question.ts'
import { putLead } from '../../put-lead.ts'
import { dismissMoveConflict, notifyMoveConflict, notifyMoveFailed, offersUndo, offerUndo } from './move-messages.ts'
import {
  confirmQueuedMove,
  dequeueMove,
  enqueueMove,
  findQueuedMove,
  loadMoveQueue,
  lockMoves,
  updateQueuedMove,
} from './move-queue.ts'
import { isSettled, type PendingMove, reapplyMove, rebaseMove, undoOf } from './pending-move.ts'

export const moveKey = ['lead-move'] as const
// A failed move must roll back within a second.
const firstRetryMs = 250

/**
 * Rejected if the lead no longer matches `was`. A retry also sends the version, so that it does not overwrite a later
 * move back.
 */
const send = async (move: PendingMove): Promise<Lead> => {
  const { id, was, now, version, isRepeat } = move
  try {
    return await updateLead(id, { ...now, was }, isRepeat ? version : undefined)
  } catch (error) {
    const current = staleLeadOf(error)
    if (current && isSettled(move, current)) return current
    throw error
  }
}

const boards = (queryClient: QueryClient) =>
  queryClient.getQueriesData<BoardState>({ queryKey: [...leadsKey, 'board'] }).flatMap(([, board]) => board ?? [])

/** Finds the lead in a cached board. */
const loadedLead = (queryClient: QueryClient, id: string): Lead | undefined =>
  findLeadOnBoard(boards(queryClient), id)?.lead

/** Writes the response into the caches. */
const putResponse = async (queryClient: QueryClient, lead: Lead, before: Lead | undefined): Promise<void> => {
  // A slow older read must not restore the card.
  await queryClient.cancelQueries({ queryKey: leadsKey })
  putLead(queryClient, lead, before)
}

/** The last failed move of each lead until another succeeds. Later moves were made on top of it. */
const failed = new Map<string, PendingMove>()

/** The user and the query cache of a move. */
export interface MoveContext {
  queryClient: QueryClient
  memberId: string
}

/**
 * Stores a move until the server confirms or rejects it. Sends and reports it only in the session that made it. A stored move
 * that has left the queue was sent by another tab: its data is `undefined`.
 */
const mutationOptions = (
  context: MoveContext,
  move: PendingMove,
  isStored: boolean,
): MutationOptions<Lead | undefined, Error, PendingMove> => {
  const { queryClient, memberId } = context
  const token = readToken()
  const isSessionOver = () => readToken() !== token
  let attempt = move

  const sendQueued = async (): Promise<Lead | undefined> => {
    if (isSessionOver()) throw new Error('The session of this move is over')
    const queued = findQueuedMove(memberId, attempt)
    if (isStored && !queued) return undefined
    const current = rebaseMove(failed.get(move.id), { ...attempt, ...queued })
    const loadedVersion = current.isRepeat ? 0 : (loadedLead(queryClient, move.id)?.version ?? 0)
    const repeat = { ...current, version: Math.max(current.version, loadedVersion), isRepeat: true }
    // The page may close before the response.
    updateQueuedMove(memberId, attempt, repeat)
    attempt = current
    try {
      const moved = await send(current)
      confirmQueuedMove(memberId, current, moved.version)
      return moved
    } catch (error) {
      if (isTransient(error)) attempt = repeat
      else updateQueuedMove(memberId, repeat, current)
      throw error
    }
  }

  return {
    mutationKey: moveKey,
    mutationFn: () => lockMoves(memberId, move.id, sendQueued),
    retry: shouldRetry,
    retryDelay: failures => firstRetryMs * 2 ** failures,
    onSuccess: async moved => {
      failed.delete(move.id)
      if (isSessionOver()) return
      // Until then, the board shows the move as pending.
      if (!moved) return invalidateLeads(queryClient)
      await putResponse(queryClient, moved, move.lead ?? { ...moved, ...move.was })
      askWhyLost(queryClient, moved)
      offerUndo(move, moved.nome, () => startMove(context, undoOf(move, moved)))
    },
    onError: async error => {
      if (isSessionOver()) return
      dequeueMove(memberId, attempt)
      const current = staleLeadOf(error)
      if (current) {
        failed.delete(move.id)
        await putResponse(queryClient, current, move.lead)
        return notifyMoveConflict(move, current, () => startMove(context, reapplyMove(move, current, new Date())))
      }
      failed.set(move.id, attempt)
      const moved = move.lead ?? loadedLead(queryClient, move.id)
      const nome = moved ? leadName(moved) : 'O lead'
      if (isNotFound(error)) return notifyLeadGone(queryClient, move.id, nome)
      notifyMoveFailed(move, nome, error, () => startMove(context, attempt))
    },
    onSettled: () => {
      notifyOtherTabs()
      if (queryClient.isMutating({ mutationKey: moveKey }) === 1) invalidateLeads(queryClient)
    },
  }
}

/** Runs moves of one lead sequentially and moves of different leads in parallel. */
const run = (context: MoveContext, move: PendingMove, isStored: boolean): void => {
  const { queryClient } = context
  queryClient
    .getMutationCache()
    .build(queryClient, { ...mutationOptions(context, move, isStored), scope: { id: `lead:${move.id}` } })
    .execute(move)
    // `onError` handles the failure.
    .catch(() => {})
}

export const startMove = (context: MoveContext, move: PendingMove): void => {
  // Screen readers also read toasts, so a move that a toast will report is not announced twice.
  const isToastExpected = onlineManager.isOnline() && offersUndo(move)
  if (move.lead && !isToastExpected) announce(`${leadName(move.lead)} agora está em ${statusLabels[move.now.status]}.`)
  // A new move replaces the open question.
  dismissMoveConflict(move.id)
  run(context, move, enqueueMove(context.memberId, move))
}

/** Sends the moves that an earlier page or session left in the queue. */
export const resumeMoveQueue = (context: MoveContext): void => {
  // Moves of this page are still in flight.
  if (context.queryClient.isMutating({ mutationKey: moveKey }) > 0) return
  for (const move of loadMoveQueue(context.memberId)) run(context, move, true)
}
