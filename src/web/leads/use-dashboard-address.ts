import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export const dashboardTabs = ['dashboard', 'kanban', 'lista'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

/** The value of `?lead=` while a new lead is written. */
export const newLeadAddress = 'novo'

const isTab = (text: string | null): text is DashboardTab => dashboardTabs.some(tab => tab === text)

const pageOf = (text: string | null): number => (text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)

/** What the dashboard's address says, so that reload, Back and a link sent to a colleague show the same. */
export const useDashboardAddress = () => {
  const [parameters, setParameters] = useSearchParams()
  const tabText = parameters.get('aba')
  const tab: DashboardTab = isTab(tabText) ? tabText : 'dashboard'

  const set = useCallback(
    (name: string, value: string | null) =>
      setParameters(before => {
        const after = new URLSearchParams(before)
        if (value === null) after.delete(name)
        else after.set(name, value)
        return after
      }),
    [setParameters],
  )

  const addressOf = (next: DashboardTab): string => {
    const after = new URLSearchParams(parameters)
    after.delete('lead')
    after.delete('pagina')
    if (next === 'dashboard') after.delete('aba')
    else after.set('aba', next)
    return `?${after}`
  }

  return {
    tab,
    addressOf,
    page: pageOf(parameters.get('pagina')),
    setPage: useCallback((page: number) => set('pagina', page === 1 ? null : String(page)), [set]),
    /** The id of the open lead, or `newLeadAddress`. */
    leadId: parameters.get('lead'),
    openLead: useCallback((id: string) => set('lead', id), [set]),
    closeLead: useCallback(() => set('lead', null), [set]),
    filters: useMemo(() => ({}), []),
  }
}
