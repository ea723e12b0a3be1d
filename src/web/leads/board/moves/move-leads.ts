import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { statusLabels } from '#contract/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads.ts'
import { call } from '#web/lib/http.ts'
import { isTransient, shouldRetry } from '#web/lib/query-client.ts'
import { readToken } from '#web/lib/token.ts'
import { announce } from '#web/ui/live-region.tsx'
import { invalidateLeads, leadsKey, staleLeadOf } from '../../api.ts'
import { type BoardState, findLeadOnBoard, placeLead } from '../../board-state.ts'
import { notifyOtherTabs } from '../../cross-tab-refresh.ts'
import { isLeadGone, notifyLeadGone } from '../../drop-lead.ts'
import { dismissMoveConflict, notifyMoveConflict, notifyMoveFailed, offerUndo } from './move-messages.ts'
import { dequeueMove, enqueueMove, loadMoveQueue, requeueMove } from './move-queue.ts'
import { isSettled, type PendingMove, reapplyMove, rebaseMove, undoOf } from './pending-move.ts'

export const moveKey = ['lead-move'] as const
// Within a second the card is either where it was put or back home.
const firstRetryMs = 250

/**
 * Refused when the lead is no longer what the move saw. One that may have been made already is sent over its version
 * only: else it would also undo that somebody put the lead back meanwhile.
 */
const send = async (move: PendingMove): Promise<Lead> => {
  const { id, was, now, version, isRepeat } = move
  try {
    const sending = isRepeat ? { ifMatch: version } : {}
    return await call(leadsApi.update, { params: { id }, body: { ...now, was }, ...sending })
  } catch (error) {
    const current = staleLeadOf(error)
    if (current && isSettled(move, current)) return current
    throw error
  }
}

const boards = (queryClient: QueryClient) =>
  queryClient.getQueriesData<BoardState>({ queryKey: [...leadsKey, 'board'] }).flatMap(([, board]) => board ?? [])

/** The lead as a board in the cache has it. */
const loadedLead = (queryClient: QueryClient, id: string): Lead | undefined =>
  findLeadOnBoard(boards(queryClient), id)?.lead

/**
 * The server's answer into every board in the cache, unless it is older than what is there. Where the lead is not loaded,
 * only its place before tells which figures change.
 */
const updateCachedBoards = async (queryClient: QueryClient, lead: Lead, before: Lead | undefined): Promise<void> => {
  // A slow read from before must not put the card back.
  await queryClient.cancelQueries({ queryKey: leadsKey })
  queryClient.setQueriesData<BoardState>({ queryKey: [...leadsKey, 'board'] }, board => {
    if (!board) return board
    const loaded = findLeadOnBoard(board, lead._id)?.lead
    if (loaded ? loaded.version >= lead.version : !before) return board
    return placeLead(board, lead, before)
  })
}

/** The last move of each lead that failed in this page, until another succeeds: those behind it were made on top of it. */
const failed = new Map<string, PendingMove>()

/** Who moves leads, and where that shows. */
export interface MoveContext {
  queryClient: QueryClient
  userId: string
}

/**
 * How a move is sent and what follows. It is kept while it waits, and again when the network or the end of the session
 * stopped it. It is sent, and told of, only under the session that it was made in.
 */
const mutationOptions = (context: MoveContext, move: PendingMove): MutationOptions<Lead, Error, PendingMove> => {
  const { queryClient, userId } = context
  const token = readToken()
  const isSessionOver = () => readToken() !== token
  let attempt = move
  return {
    mutationKey: moveKey,
    mutationFn: async () => {
      if (isSessionOver()) throw new Error('The session of this move is over')
      dequeueMove(userId, attempt)
      attempt = rebaseMove(failed.get(move.id), attempt)
      const version = attempt.isRepeat ? attempt.version : (loadedLead(queryClient, move.id)?.version ?? move.version)
      try {
        return await send(attempt)
      } catch (error) {
        if (isTransient(error)) attempt = { ...attempt, version, isRepeat: true }
        if (isTransient(error) || isSessionOver()) requeueMove(userId, attempt)
        throw error
      }
    },
    retry: shouldRetry,
    retryDelay: failures => firstRetryMs * 2 ** failures,
    onSuccess: async moved => {
      failed.delete(move.id)
      if (isSessionOver()) return
      await updateCachedBoards(queryClient, moved, move.lead ?? { ...moved, ...move.was })
      offerUndo(move, moved.nome, () => startMove(context, undoOf(move, moved)))
    },
    onError: async error => {
      if (isSessionOver()) return
      dequeueMove(userId, attempt)
      const current = staleLeadOf(error)
      if (current) {
        failed.delete(move.id)
        await updateCachedBoards(queryClient, current, move.lead)
        return notifyMoveConflict(move, current, () => startMove(context, reapplyMove(move, current, new Date())))
      }
      failed.set(move.id, attempt)
      const nome = (move.lead ?? loadedLead(queryClient, move.id))?.nome ?? 'O lead'
      if (isLeadGone(error)) return notifyLeadGone(queryClient, move.id, nome)
      notifyMoveFailed(move, nome, error, () => startMove(context, attempt))
    },
    onSettled: () => {
      notifyOtherTabs()
      if (queryClient.isMutating({ mutationKey: moveKey }) === 1) invalidateLeads(queryClient)
    },
  }
}

/** One lead's moves run one after the other, however long each takes; other leads' run beside them. */
const run = (context: MoveContext, move: PendingMove): void => {
  const { queryClient } = context
  queryClient
    .getMutationCache()
    .build(queryClient, { ...mutationOptions(context, move), scope: { id: `lead:${move.id}` } })
    .execute(move)
    // What happens to a failed move is told above.
    .catch(() => {})
}

export const startMove = (context: MoveContext, move: PendingMove): void => {
  if (move.lead) announce(`${move.lead.nome} movido para ${statusLabels[move.now.status]}.`)
  // The person has gone on.
  dismissMoveConflict(move.id)
  enqueueMove(context.userId, move)
  run(context, move)
}

/** Takes up the moves that an earlier page or session could not send. */
export const resumeMoveQueue = (context: MoveContext): void => {
  // Those of this page are still under way.
  if (context.queryClient.isMutating({ mutationKey: moveKey }) > 0) return
  for (const move of loadMoveQueue(context.userId)) run(context, move)
}
