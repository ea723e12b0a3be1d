import type { Lead } from '#contract/leads/leads.ts'
import { formatDate } from '#contract/values/dates.ts'

/** Leads that are not closed have no closing date. */
export const formatClosingDate = (lead: Lead): string => (lead.dataFechamento ? formatDate(lead.dataFechamento) : '-')
