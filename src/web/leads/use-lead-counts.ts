import type { LeadFilters } from '#contract/leads/leads.ts'
import { statsQuery } from './api.ts'
import { useLeadsQuery } from './use-leads-query.ts'

export const unfiltered: LeadFilters = {}

/** Returns the number of matching and of all leads; `undefined` while loading. */
export const useLeadCounts = (filters: LeadFilters) => {
  const matching = useLeadsQuery(statsQuery(filters))
  const all = useLeadsQuery(statsQuery(unfiltered))
  return {
    matching: matching.data?.total,
    all: all.data?.total,
    isLoadingAll: all.isLoading,
    /** The numbers still belong to the previous filters. */
    isStale: matching.isPlaceholderData,
  }
}
