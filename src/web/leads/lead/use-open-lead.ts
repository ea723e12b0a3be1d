import { useCallback } from 'react'
import { useUrlOverlay } from '#web/lib/url/use-url-overlay.ts'

const paramName = 'lead'

/** Value of the parameter for a new lead. */
export const newLeadParam = 'novo'

/** Value of the parameter for a new lead by name and phone number. */
export const quickLeadParam = 'rapido'

/** Reads the open lead from the URL, which may be newer than the last render. */
export const readOpenLead = (): string | null => new URLSearchParams(location.search).get(paramName)

/** The lead whose dialog is open. */
export const useOpenLead = () => {
  const { value, open, close } = useUrlOverlay(paramName)
  return {
    /** Id of the open lead, `newLeadParam` or `quickLeadParam`. */
    leadId: value,
    openLead: open,
    openNewLead: useCallback(() => open(newLeadParam), [open]),
    openQuickLead: useCallback(() => open(quickLeadParam), [open]),
    closeLead: close,
  }
}
