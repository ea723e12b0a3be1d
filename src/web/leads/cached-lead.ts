import type { QueryClient } from '@tanstack/react-query'
import type { Lead, LeadPage } from '#contract/leads/leads.ts'
import type { BoardState } from './board-state.ts'
import { boardQueries, listQueries } from './drop-lead.ts'

/** Returns the newest cached copy of a lead. */
export const cachedLead = (queryClient: QueryClient, id: string): Lead | undefined =>
  [
    ...queryClient
      .getQueriesData<BoardState>(boardQueries)
      .flatMap(([, board]) => board?.map(({ leads }) => leads) ?? []),
    ...queryClient.getQueriesData<LeadPage>(listQueries).map(([, page]) => page?.leads ?? []),
  ]
    .flatMap(leads => leads.find(lead => lead._id === id) ?? [])
    .reduce<Lead | undefined>((newest, lead) => (newest && newest.version >= lead.version ? newest : lead), undefined)
