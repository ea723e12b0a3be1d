import type { QueryClient } from '@tanstack/react-query'
import type { LeadPage } from '#contract/leads/leads.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { leadsKey } from './api.ts'
import { type BoardState, withoutLead } from './board-state.ts'

export const boardQueries = { queryKey: [...leadsKey, 'board'] }
export const listQueries = { queryKey: [...leadsKey, 'list'] }

const withoutRow = (page: LeadPage, id: string): LeadPage => {
  const leads = page.leads.filter(lead => lead._id !== id)
  return leads.length === page.leads.length ? page : { ...page, leads, total: page.total - 1 }
}

/** Removes a deleted lead from every cached board and list. */
export const dropLead = (queryClient: QueryClient, id: string): void => {
  queryClient.setQueriesData<BoardState>(boardQueries, board => board && withoutLead(board, id))
  queryClient.setQueriesData<LeadPage>(listQueries, page => page && withoutRow(page, id))
}

export const leadGoneTitle = 'Este lead foi excluído em outro lugar'

/** Shows a notice instead of an error, because a retry cannot help. */
export const notifyLeadGone = (queryClient: QueryClient, id: string, nome: string): void => {
  dropLead(queryClient, id)
  toast.info({ title: leadGoneTitle, description: nome })
}
