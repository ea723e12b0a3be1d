import { formatDate } from '#contract/dates.ts'
import type { Lead } from '#contract/leads.ts'

/** Leads that are not closed have no closing date. */
export const formatClosingDate = (lead: Lead): string => (lead.dataFechamento ? formatDate(lead.dataFechamento) : '-')
