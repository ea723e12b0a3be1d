import type { LeadFilters } from '#contract/leads.ts'
import { statsQuery } from './api.ts'
import { useLeadsQuery } from './use-leads-query.ts'

const unfiltered: LeadFilters = {}

/** How many leads match, and how many there are; `undefined` until the server has said. */
export const useLeadCounts = (filters: LeadFilters) => {
  const matching = useLeadsQuery(statsQuery(filters))
  const all = useLeadsQuery(statsQuery(unfiltered))
  return {
    matching: matching.data?.total,
    all: all.data?.total,
    /** Still those of the filters before. */
    isStale: matching.isPlaceholderData,
  }
}
