import type { QueryClient } from '@tanstack/react-query'
import type { Lead } from '#contract/leads/leads.ts'
import { leadQuery } from './api.ts'
import { type BoardState, placeLead } from './board-state.ts'
import { refreshLeadsEverywhere } from './cross-tab-refresh.ts'
import { boardQueries } from './drop-lead.ts'

/** Shows a written lead in its sheet and on the board at once, then refetches. */
export const showChangedLead = (queryClient: QueryClient, changed: Lead, before: Lead): Promise<void> => {
  queryClient.setQueryData(leadQuery(changed._id).queryKey, changed)
  queryClient.setQueriesData<BoardState>(boardQueries, board => board && placeLead(board, changed, before))
  return refreshLeadsEverywhere(queryClient)
}
