import type { Lead, LeadFilters } from '#contract/leads/leads.ts'

/** What the board and the list need of their page, beside the selection. */
export interface LeadViewProps {
  filters: LeadFilters
  /** Whether it is known what stands above the leads. Until then none shows, since it would move under the pointer. */
  isPlaceKnown: boolean
  onOpen: (lead: Lead) => void
  onRemove: (lead: Lead) => void
}
