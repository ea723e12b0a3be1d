import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { localDay, toWireDay } from '#contract/dates.ts'
import { closedStage, type LeadStatus, stageOf, statusLabels } from '#contract/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/http.ts'
import { isPassing } from '#web/lib/query-client.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { leadFailures, leadsKey, refreshLeads } from './api.ts'
import { type BoardState, type PendingMove, placeLead } from './board-state.ts'

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
    const loaded = board?.flatMap(column => column.leads).find(other => other._id === lead._id)
    if (!board || (loaded && loaded.version >= lead.version)) return board
    return placeLead(board, lead, before)
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

/** How a move is sent and what follows; by its key, so that moves kept over a reload find it again. */
export const prepareMoves = (queryClient: QueryClient): void =>
  queryClient.setMutationDefaults<Lead, Error, PendingMove>(moveKey, {
    mutationFn: send,
    retry: (failures, error) => failures < retries && isPassing(error),
    retryDelay: failures => firstRetryMs * 2 ** failures,
    onSuccess: async (moved, move) => {
      // A slow read from before the move must not put the card back.
      await queryClient.cancelQueries({ queryKey: leadsKey })
      putLead(queryClient, moved, move.lead)
      offerUndo(moved, move, back => startMove(queryClient, back))
    },
    onError: (error, move) => tellOfFailure(move, error, () => startMove(queryClient, move)),
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: moveKey }) === 1) refreshLeads(queryClient)
    },
  })

/** One lead's moves run one after the other, however long each takes; other leads' run beside them. */
export const startMove = (queryClient: QueryClient, move: PendingMove): void => {
  announce(`${move.lead.nome} movido para ${statusLabels[move.to]}.`)
  queryClient
    .getMutationCache()
    .build<Lead, Error, PendingMove, unknown>(queryClient, {
      mutationKey: moveKey,
      scope: { id: `lead:${move.lead._id}` },
    })
    .execute(move)
    // What happens to a failed move is told above.
    .catch(() => {})
}

/** A won lead without a closing date closes today; the day is the person's own. */
export const moveTo = (lead: Lead, to: LeadStatus, now: Date): PendingMove =>
  stageOf(to) === closedStage && lead.dataFechamento === null
    ? { lead, to, dataFechamento: toWireDay(localDay(now)) }
    : { lead, to }

const storageKey = (userId: string): string => `movimentos:${userId}`

/** Writes the moves that wait for a connection where a reload finds them. Returns how to stop. */
export const keepWaitingMoves = (queryClient: QueryClient, userId: string): (() => void) =>
  queryClient.getMutationCache().subscribe(() => {
    const { mutations } = dehydrate(queryClient, {
      shouldDehydrateQuery: () => false,
      shouldDehydrateMutation: ({ state, options }) => state.isPaused && options.mutationKey?.[0] === moveKey[0],
    })
    if (mutations.length > 0) localStorage.setItem(storageKey(userId), JSON.stringify({ mutations }))
    else localStorage.removeItem(storageKey(userId))
  })

/** Takes up the moves that an earlier page could not send; each is sent once, as soon as there is a connection. */
export const resumeWaitingMoves = (queryClient: QueryClient, userId: string): void => {
  const kept = localStorage.getItem(storageKey(userId))
  if (kept === null || queryClient.isMutating({ mutationKey: moveKey }) > 0) return
  localStorage.removeItem(storageKey(userId))
  try {
    hydrate(queryClient, JSON.parse(kept))
  } catch {
    return
  }
  queryClient.resumePausedMutations()
}
