import { keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Stage } from '#contract/lead-status.ts'
import { type Lead, type LeadFilters, type LeadSort, leadsApi, listPageSize } from '#contract/leads.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/http.ts'
import { type BoardState, mergeBoard } from './board-state.ts'
import { isCarrying } from './carrying.ts'

export const leadFailures = {
  load: 'Erro ao buscar leads',
  create: 'Erro ao criar lead!',
  update: 'Erro ao atualizar lead!',
  remove: 'Erro ao deletar lead!',
}

/** The lead as it is now, when a write was refused because it had changed. */
export const staleLeadOf = (error: unknown): Lead | undefined =>
  error instanceof ApiError && error.code === 'stale_lead' ? (error.lead as Lead) : undefined

/** Every read of leads lives under this key, so that one call makes all of them fresh again. */
export const leadsKey = ['leads'] as const

const freshMs = 5_000

/** When the window is used again, what is older than some seconds is asked for: another device may have written. */
const refetchOnWindowFocus = ({ state }: Pick<Query, 'state'>): 'always' | false =>
  !isCarrying() && (state.isInvalidated || Date.now() - state.dataUpdatedAt > freshMs) ? 'always' : false

export const boardKey = (filters: LeadFilters) => [...leadsKey, 'board', filters] as const

/** The board's columns; leads that were loaded further down stay through every refresh. */
export const boardQuery = (queryClient: QueryClient, filters: LeadFilters) =>
  queryOptions({
    queryKey: boardKey(filters),
    queryFn: async ({ signal }): Promise<BoardState> => {
      const fresh = await call(leadsApi.board, { query: filters, signal })
      return mergeBoard(queryClient.getQueryData<BoardState>(boardKey(filters)), fresh.columns)
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus,
  })

const nextPageSize = 100

/** The leads of one column after a cursor. */
export const loadColumn = (filters: LeadFilters, stage: Stage, cursor: string) =>
  call(leadsApi.list, { query: { ...filters, stage, sort: '-updatedAt', cursor, limit: String(nextPageSize) } })

export const statsQuery = (filters: LeadFilters) =>
  queryOptions({
    queryKey: [...leadsKey, 'stats', filters],
    queryFn: ({ signal }) => call(leadsApi.stats, { query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus,
  })

export const listQuery = (filters: LeadFilters, sort: LeadSort, page: number) =>
  queryOptions({
    queryKey: [...leadsKey, 'list', filters, sort, page],
    queryFn: ({ signal }) =>
      call(leadsApi.list, { query: { ...filters, sort, page: String(page), limit: String(listPageSize) }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus,
  })

export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: [...leadsKey, 'one', id],
    queryFn: ({ signal }): Promise<Lead> => call(leadsApi.find, { params: { id }, signal }),
  })

/** What is on the screen is read again, what is not when it is next looked at. */
export const refreshLeads = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: leadsKey })
