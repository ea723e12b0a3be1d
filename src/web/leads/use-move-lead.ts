import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
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

const moveKey = ['leads-move'] as const
const retries = 2

const sendMove = ({ lead, to, dataFechamento }: PendingMove): Promise<Lead> =>
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

/** Changes of stage that are on their way, in the order they were made. */
export const usePendingMoves = (): PendingMove[] =>
  useMutationState({
    filters: { mutationKey: moveKey, status: 'pending' },
    select: mutation => mutation.state.variables as PendingMove,
  })

/** A won lead without a closing date closes today; the day is the person's own. */
const closingDay = (lead: Lead, to: LeadStatus): Pick<PendingMove, 'dataFechamento'> =>
  stageOf(to) === closedStage && lead.dataFechamento === null ? { dataFechamento: toWireDay(localDay(new Date())) } : {}

const startMove = (queryClient: QueryClient, move: PendingMove): Promise<Lead> =>
  queryClient
    .getMutationCache()
    .build<Lead, Error, PendingMove, unknown>(queryClient, {
      mutationKey: moveKey,
      // One lead's moves run one after the other, however long each takes; other leads' run beside them.
      scope: { id: `lead:${move.lead._id}` },
      mutationFn: sendMove,
      retry: (failures, error) => failures < retries && isPassing(error),
      onSuccess: async (lead, { lead: before }) => {
        // A slow read from before the move must not put the card back.
        await queryClient.cancelQueries({ queryKey: leadsKey })
        putLead(queryClient, lead, before)
      },
      onSettled: () => {
        if (queryClient.isMutating({ mutationKey: moveKey }) === 1) refreshLeads(queryClient)
      },
    })
    .execute(move)

const tellOfFailure = (lead: Lead, error: unknown, retry: () => void): void => {
  announce(`Não foi possível mover ${lead.nome}. Voltou para ${statusLabels[lead.status]}.`)
  toast.error({
    title: leadFailures.update,
    description: `${lead.nome} voltou para ${statusLabels[lead.status]}. ${messageOf(error, '')}`.trim(),
    action: { label: 'Tentar de novo', onClick: retry },
  })
}

const tellOfClosing = (lead: Lead, to: LeadStatus, undo: () => void): void => {
  toast.success({
    title: `${lead.nome} movido para ${statusLabels[to]}`,
    action: { label: 'Desfazer', onClick: undo },
  })
}

/** Moves a lead to a stage: shown at once, sent in order, undone on the screen when the server refuses. */
export const useMoveLead = (): ((lead: Lead, to: LeadStatus) => void) => {
  const queryClient = useQueryClient()
  return useCallback(
    (lead, to) => {
      const send = (move: PendingMove, done: (moved: Lead) => void): void => {
        startMove(queryClient, move).then(done, error => tellOfFailure(move.lead, error, () => send(move, done)))
      }
      if (lead.status === to) return
      announce(`${lead.nome} movido para ${statusLabels[to]}.`)
      send({ lead, to, ...closingDay(lead, to) }, moved => {
        if (stageOf(to) !== closedStage && to !== 'perdido') return
        const back: PendingMove = { lead: moved, to: lead.status, dataFechamento: lead.dataFechamento }
        tellOfClosing(lead, to, () => send(back, () => {}))
      })
    },
    [queryClient],
  )
}
