import type { LeadFormValues } from './lead-values.ts'

const keyOf = (userId: string, leadId: string): string => `rascunho:${userId}:${leadId}`

/** What was typed and not saved, for this tab: it outlives a reload and an expired session, not the tab. */
export const writeDraft = (userId: string, leadId: string, values: LeadFormValues): void =>
  sessionStorage.setItem(keyOf(userId, leadId), JSON.stringify(values))

export const forgetDraft = (userId: string, leadId: string): void => sessionStorage.removeItem(keyOf(userId, leadId))

export const readDraft = (userId: string, leadId: string, like: LeadFormValues): LeadFormValues | undefined => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(userId, leadId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const fields = Object.keys(like).filter(field => field in kept)
    return { ...like, ...Object.fromEntries(fields.map(field => [field, kept[field]])) }
  } catch {
    return undefined
  }
}
