import { formatDate } from '#contract/dates.ts'
import type { Lead } from '#contract/leads.ts'

/** A lead that has not closed has no closing date. */
export const formatClosingDate = (lead: Lead): string => (lead.dataFechamento ? formatDate(lead.dataFechamento) : '-')
