import { hashKey, keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Stage } from '#contract/leads/lead-status.ts'
import {
  type Lead,
  type LeadFilters,
  type LeadPage,
  type LeadSort,
  leadsApi,
  listPageSize,
} from '#contract/leads/leads.ts'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { call } from '#web/lib/requests/http.ts'
import {
  appendLeads,
  type BoardState,
  mergeBoard,
  preserveColumns,
  type StaleColumn,
  staleColumns,
} from './board-state.ts'
import { isCarrying } from './carrying.ts'

export const leadErrors = {
  load: 'Erro ao buscar leads',
  create: 'Erro ao criar lead!',
  update: 'Erro ao atualizar lead!',
  remove: 'Erro ao deletar lead!',
}

/** Returns the current lead from a `stale_lead` error. */
export const staleLeadOf = (error: unknown): Lead | undefined =>
  error instanceof ApiError && error.code === 'stale_lead' ? (error.lead as Lead) : undefined

/** Prefix of all lead queries. */
export const leadsKey = ['leads'] as const

const freshMs = 5_000

/** Another device may have written leads, so refetch data older than a few seconds. */
const refetchOnWindowFocus = ({ state }: Pick<Query, 'state'>): 'always' | false =>
  !isCarrying() && (state.isInvalidated || Date.now() - state.dataUpdatedAt > freshMs) ? 'always' : false

export const boardKey = (filters: LeadFilters) => [...leadsKey, 'board', filters] as const

const nextPageSize = 100
const maxPageSize = 500
/** Limits how many loaded leads of a column are refetched. Scrolling loads the rest. */
const maxReloaded = 2000

/** Loads the leads of a column after a cursor. */
export const loadColumn = (
  filters: LeadFilters,
  stage: Stage,
  cursor: string,
  limit = nextPageSize,
  signal?: AbortSignal,
) =>
  call(leadsApi.list, {
    query: { ...filters, stage, sort: '-updatedAt', cursor, limit: String(limit) },
    ...(signal && { signal }),
  })

const reloadFurther = async (filters: LeadFilters, { status, cursor, count }: StaleColumn, signal: AbortSignal) => {
  const leads: Lead[] = []
  let nextCursor: string | null = cursor
  const wanted = Math.min(count, maxReloaded)
  while (nextCursor !== null && leads.length < wanted) {
    const page: LeadPage = await loadColumn(
      filters,
      status,
      nextCursor,
      Math.min(maxPageSize, wanted - leads.length),
      signal,
    )
    leads.push(...page.leads)
    nextCursor = page.nextCursor
  }
  return { status, leads, nextCursor }
}

/**
 * Loads the first page of each column and merges it into loaded leads. Refetches later leads only in changed columns.
 */
export const boardQuery = (queryClient: QueryClient, filters: LeadFilters) =>
  queryOptions({
    queryKey: boardKey(filters),
    queryFn: async ({ signal }): Promise<BoardState> => {
      const { columns } = await call(leadsApi.board, { query: filters, signal })
      const before = () => queryClient.getQueryData<BoardState>(boardKey(filters))
      const further = await Promise.all(
        staleColumns(before(), columns).map(column => reloadFurther(filters, column, signal)),
      )
      const fresh = further.reduce(
        (board, { status, leads, nextCursor }) => appendLeads(board, status, leads, nextCursor),
        columns,
      )
      return mergeBoard(before(), fresh)
    },
    structuralSharing: (before, board) => preserveColumns(before as BoardState | undefined, board as BoardState),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus,
  })

export const statsQuery = (filters: LeadFilters) =>
  queryOptions({
    queryKey: [...leadsKey, 'stats', filters],
    queryFn: ({ signal }) => call(leadsApi.stats, { query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus,
  })

/** How far a new account has come. Refetched with the leads. */
export const firstStepsQuery = queryOptions({
  queryKey: [...leadsKey, 'first-steps'],
  queryFn: ({ signal }) => call(leadsApi.firstSteps, { signal }),
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

type LeadChange = RequestInput<typeof leadsApi.update>['body']

/** Throws `stale_lead` unless the lead matches `was` and, if given, is at `version`. */
export const updateLead = (id: string, body: LeadChange, version?: number): Promise<Lead> =>
  call(leadsApi.update, { params: { id }, body, ...(version === undefined ? {} : { ifMatch: version }) })

/** Refetches active queries and marks the others as stale. */
export const invalidateLeads = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: leadsKey })

/** Skips the query of the deleted lead, which would return 404. */
export const invalidateOtherLeads = (queryClient: QueryClient, id: string): Promise<void> => {
  const gone = hashKey(leadQuery(id).queryKey)
  return queryClient.invalidateQueries({ queryKey: leadsKey, predicate: ({ queryHash }) => queryHash !== gone })
}
