import type { QueryClient } from '@tanstack/react-query'
import type { Lead, LeadPage } from '#contract/leads.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { leadsKey } from './api.ts'
import { type BoardState, withoutLead } from './board-state.ts'

const boards = { queryKey: [...leadsKey, 'board'] }
const pages = { queryKey: [...leadsKey, 'list'] }

/** The newest copy of a lead that some screen has loaded. */
export const cachedLead = (queryClient: QueryClient, id: string): Lead | undefined =>
  [
    ...queryClient.getQueriesData<BoardState>(boards).flatMap(([, board]) => board?.map(({ leads }) => leads) ?? []),
    ...queryClient.getQueriesData<LeadPage>(pages).map(([, page]) => page?.leads ?? []),
  ]
    .flatMap(leads => leads.filter(lead => lead._id === id))
    .reduce<Lead | undefined>((newest, lead) => (newest && newest.version >= lead.version ? newest : lead), undefined)

const withoutRow = (page: LeadPage, id: string): LeadPage => {
  const leads = page.leads.filter(lead => lead._id !== id)
  return leads.length === page.leads.length ? page : { ...page, leads, total: page.total - 1 }
}

/** Takes a lead that is deleted off every board and list, wherever it stands there. */
export const dropLead = (queryClient: QueryClient, id: string): void => {
  queryClient.setQueriesData<BoardState>(boards, board => board && withoutLead(board, id))
  queryClient.setQueriesData<LeadPage>(pages, page => page && withoutRow(page, id))
}

export const goneTitle = 'Este lead foi excluído em outro lugar'

/** Another device, or another tab, has deleted the lead. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

/** Says so instead of a failure that no second try could mend. */
export const tellThatGone = (queryClient: QueryClient, id: string, nome: string): void => {
  dropLead(queryClient, id)
  announce(`${nome}: ${goneTitle.toLowerCase()}.`)
  toast.info({ title: goneTitle, description: nome })
}
