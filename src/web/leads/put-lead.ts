import type { QueryClient } from '@tanstack/react-query'
import type { Lead, LeadPage } from '#contract/leads/leads.ts'
import { leadQuery } from './api.ts'
import { type BoardState, findLeadOnBoard, placeLead } from './board-state.ts'
import { boardQueries, listQueries } from './drop-lead.ts'

const withRow = (page: LeadPage, lead: Lead): LeadPage =>
  page.leads.some(({ _id, version }) => _id === lead._id && version < lead.version)
    ? { ...page, leads: page.leads.map(row => (row._id === lead._id ? lead : row)) }
    : page

/**
 * Writes a lead over its older copies in all caches. On a board that has not loaded the lead, `before` identifies the totals to
 * update; without it, that board stays.
 */
export const putLead = (queryClient: QueryClient, lead: Lead, before?: Lead): void => {
  queryClient.setQueriesData<BoardState>(boardQueries, board => {
    if (!board) return board
    const loaded = findLeadOnBoard(board, lead._id)?.lead
    if (loaded ? loaded.version >= lead.version : !before) return board
    return placeLead(board, lead, before)
  })
  queryClient.setQueriesData<LeadPage>(listQueries, page => page && withRow(page, lead))
  queryClient.setQueryData<Lead>(leadQuery(lead._id).queryKey, open =>
    open && open.version < lead.version ? lead : open,
  )
}
