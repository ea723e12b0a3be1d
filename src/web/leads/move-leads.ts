import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { statusLabels } from '#contract/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads.ts'
import { call } from '#web/lib/http.ts'
import { isPassing, triesAgain } from '#web/lib/query-client.ts'
import { readToken } from '#web/lib/token.ts'
import { announce } from '#web/ui/live-region.tsx'
import { leadsKey, refreshLeads, staleLeadOf } from './api.ts'
import { type BoardState, findLoaded, placeLead } from './board-state.ts'
import { isGone, tellThatGone } from './drop-lead.ts'
import { tellOtherTabs } from './leads-elsewhere.ts'
import { askAboutConflict, offerUndo, tellOfFailure, withdrawQuestion } from './move-messages.ts'
import { insistOn, isSettled, type PendingMove, undoOf, without } from './pending-move.ts'
import { forgetMove, keepMove, keepMoveAgain, waitingMoves } from './waiting-moves.ts'

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
const loadedLead = (queryClient: QueryClient, id: string): Lead | undefined => findLoaded(boards(queryClient), id)?.lead

/**
 * The server's answer into every board in the cache, unless it is older than what is there. Where the lead is not loaded,
 * only its place before tells which figures change.
 */
const putLead = async (queryClient: QueryClient, lead: Lead, before: Lead | undefined): Promise<void> => {
  // A slow read from before must not put the card back.
  await queryClient.cancelQueries({ queryKey: leadsKey })
  queryClient.setQueriesData<BoardState>({ queryKey: [...leadsKey, 'board'] }, board => {
    if (!board) return board
    const loaded = findLoaded(board, lead._id)?.lead
    if (loaded ? loaded.version >= lead.version : !before) return board
    return placeLead(board, lead, before)
  })
}

/** The last move of each lead that failed in this page, until another succeeds: those behind it were made on top of it. */
const failed = new Map<string, PendingMove>()

/** Who moves leads, and where that shows. */
export interface Mover {
  queryClient: QueryClient
  userId: string
}

/**
 * How a move is sent and what follows. It is kept while it waits, and again when the network or the end of the session
 * stopped it. It is sent, and told of, only under the session that it was made in.
 */
const optionsOf = (mover: Mover, move: PendingMove): MutationOptions<Lead, Error, PendingMove> => {
  const { queryClient, userId } = mover
  const token = readToken()
  const isSessionOver = () => readToken() !== token
  let attempt = move
  return {
    mutationKey: moveKey,
    mutationFn: async () => {
      if (isSessionOver()) throw new Error('The session of this move is over')
      forgetMove(userId, attempt)
      attempt = without(failed.get(move.id), attempt)
      const version = attempt.isRepeat ? attempt.version : (loadedLead(queryClient, move.id)?.version ?? move.version)
      try {
        return await send(attempt)
      } catch (error) {
        if (isPassing(error)) attempt = { ...attempt, version, isRepeat: true }
        if (isPassing(error) || isSessionOver()) keepMoveAgain(userId, attempt)
        throw error
      }
    },
    retry: triesAgain,
    retryDelay: failures => firstRetryMs * 2 ** failures,
    onSuccess: async moved => {
      failed.delete(move.id)
      if (isSessionOver()) return
      await putLead(queryClient, moved, move.lead ?? { ...moved, ...move.was })
      offerUndo(move, moved.nome, () => startMove(mover, undoOf(move, moved)))
    },
    onError: async error => {
      if (isSessionOver()) return
      forgetMove(userId, attempt)
      const current = staleLeadOf(error)
      if (current) {
        failed.delete(move.id)
        await putLead(queryClient, current, move.lead)
        return askAboutConflict(move, current, () => startMove(mover, insistOn(move, current, new Date())))
      }
      failed.set(move.id, attempt)
      const nome = (move.lead ?? loadedLead(queryClient, move.id))?.nome ?? 'O lead'
      if (isGone(error)) return tellThatGone(queryClient, move.id, nome)
      tellOfFailure(move, nome, error, () => startMove(mover, attempt))
    },
    onSettled: () => {
      tellOtherTabs()
      if (queryClient.isMutating({ mutationKey: moveKey }) === 1) refreshLeads(queryClient)
    },
  }
}

/** One lead's moves run one after the other, however long each takes; other leads' run beside them. */
const run = (mover: Mover, move: PendingMove): void => {
  const { queryClient } = mover
  queryClient
    .getMutationCache()
    .build(queryClient, { ...optionsOf(mover, move), scope: { id: `lead:${move.id}` } })
    .execute(move)
    // What happens to a failed move is told above.
    .catch(() => {})
}

export const startMove = (mover: Mover, move: PendingMove): void => {
  if (move.lead) announce(`${move.lead.nome} movido para ${statusLabels[move.now.status]}.`)
  // The person has gone on.
  withdrawQuestion(move.id)
  keepMove(mover.userId, move)
  run(mover, move)
}

/** Takes up the moves that an earlier page or session could not send. */
export const resumeWaitingMoves = (mover: Mover): void => {
  // Those of this page are still under way.
  if (mover.queryClient.isMutating({ mutationKey: moveKey }) > 0) return
  for (const move of waitingMoves(mover.userId)) run(mover, move)
}
