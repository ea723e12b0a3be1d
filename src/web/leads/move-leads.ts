import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { localDay, toWireDay } from '#contract/dates.ts'
import { closedStage, type LeadStatus, stageOf, statusLabels } from '#contract/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/http.ts'
import { isPassing } from '#web/lib/query-client.ts'
import { readToken } from '#web/lib/token.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { leadFailures, leadsKey, refreshLeads } from './api.ts'
import { type BoardState, findLoaded, type PendingMove, placeLead } from './board-state.ts'
import { forgetMove, keepMove, keepMoveAgain, waitingMoves } from './waiting-moves.ts'

export const moveKey = ['lead-move'] as const
const retries = 2
// Within a second the card is either where it was put or back home.
const firstRetryMs = 250

const send = ({ lead, to, dataFechamento }: PendingMove): Promise<Lead> =>
  call(leadsApi.update, {
    params: { id: lead._id },
    body: { status: to, ...(dataFechamento === undefined ? {} : { dataFechamento }) },
  })

/** The server's answer into every board in the cache, unless it is older than what is there. */
const putLead = (queryClient: QueryClient, lead: Lead, before: Lead): void => {
  queryClient.setQueriesData<BoardState>({ queryKey: [...leadsKey, 'board'] }, board => {
    if (!board) return board
    const loaded = findLoaded(board, lead._id)?.lead
    return loaded && loaded.version >= lead.version ? board : placeLead(board, lead, before)
  })
}

const tellOfFailure = ({ lead }: PendingMove, error: unknown, retry: () => void): void => {
  const home = statusLabels[lead.status]
  announce(`Não foi possível mover ${lead.nome}. Voltou para ${home}.`)
  toast.error({
    title: leadFailures.update,
    description: `${lead.nome} voltou para ${home}. ${messageOf(error, '')}`.trim(),
    action: { label: 'Tentar de novo', onClick: retry },
  })
}

/** Won and lost leads leave the daily work: their move can be taken back from its message. */
const offerUndo = (moved: Lead, { lead, to, isUndo }: PendingMove, undo: (move: PendingMove) => void): void => {
  if (isUndo || (stageOf(to) !== closedStage && to !== 'perdido')) return
  const back = { lead: moved, to: lead.status, dataFechamento: lead.dataFechamento, isUndo: true }
  toast.success({
    title: `${lead.nome} movido para ${statusLabels[to]}`,
    action: { label: 'Desfazer', onClick: () => undo(back) },
  })
}

/** Who moves leads, and where that shows. */
export interface Mover {
  queryClient: QueryClient
  userId: string
}

/**
 * How a move is sent and what follows. It is kept while it waits, and again when the network or the end of the session
 * stopped it. It is sent, and told of, only under the session that it was made in.
 */
const optionsOf = (mover: Mover): MutationOptions<Lead, Error, PendingMove> => {
  const { queryClient, userId } = mover
  const token = readToken()
  const isSessionOver = () => readToken() !== token
  return {
    mutationKey: moveKey,
    mutationFn: async move => {
      if (isSessionOver()) throw new Error('The session of this move is over')
      forgetMove(userId, move)
      try {
        return await send(move)
      } catch (error) {
        if (isPassing(error) || isSessionOver()) keepMoveAgain(userId, move)
        throw error
      }
    },
    retry: (failures, error) => failures < retries && isPassing(error),
    retryDelay: failures => firstRetryMs * 2 ** failures,
    onSuccess: async (moved, move) => {
      if (isSessionOver()) return
      // A slow read from before the move must not put the card back.
      await queryClient.cancelQueries({ queryKey: leadsKey })
      putLead(queryClient, moved, move.lead)
      offerUndo(moved, move, back => startMove(mover, back))
    },
    onError: (error, move) => {
      if (isSessionOver()) return
      forgetMove(userId, move)
      tellOfFailure(move, error, () => startMove(mover, move))
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: moveKey }) === 1) refreshLeads(queryClient)
    },
  }
}

/** One lead's moves run one after the other, however long each takes; other leads' run beside them. */
const run = (mover: Mover, move: PendingMove): void => {
  const { queryClient } = mover
  queryClient
    .getMutationCache()
    .build(queryClient, { ...optionsOf(mover), scope: { id: `lead:${move.lead._id}` } })
    .execute(move)
    // What happens to a failed move is told above.
    .catch(() => {})
}

export const startMove = (mover: Mover, move: PendingMove): void => {
  announce(`${move.lead.nome} movido para ${statusLabels[move.to]}.`)
  keepMove(mover.userId, move)
  run(mover, move)
}

/** Takes up the moves that an earlier page or session could not send. */
export const resumeWaitingMoves = (mover: Mover): void => {
  // Those of this page are still under way.
  if (mover.queryClient.isMutating({ mutationKey: moveKey }) > 0) return
  for (const move of waitingMoves(mover.userId)) run(mover, move)
}

/** A won lead without a closing date closes today; the day is the person's own. */
export const moveTo = (lead: Lead, to: LeadStatus, now: Date): PendingMove =>
  stageOf(to) === closedStage && lead.dataFechamento === null
    ? { lead, to, dataFechamento: toWireDay(localDay(now)) }
    : { lead, to }
