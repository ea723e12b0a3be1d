import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router'
import { defaultSort, type LeadFilters, type LeadSort } from '#contract/leads.ts'
import { stepBack } from '#web/lib/overlay-history.ts'
import {
  applyFilters,
  clearedFilters,
  type FilterChanges,
  parseFilters,
  parsePage,
  parseSort,
  serializeFilters,
} from '../filters/lead-filters.ts'

export const dashboardTabs = ['dashboard', 'kanban', 'lista'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

/** Value of `?lead=` for a new lead. */
export const newLeadParam = 'novo'

/** Reads the open lead from the URL, which may be newer than the last render. */
export const readOpenLead = (): string | null => new URLSearchParams(location.search).get('lead')

const isTab = (text: string | null): text is DashboardTab => dashboardTabs.some(tab => tab === text)

const setOrDelete = (parameters: URLSearchParams, name: string, value: string | null): void => {
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
}

/** Changes the current URL. Two changes in one task happen without a render between them. */
const useChangeParams = () => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(
    (edit: (parameters: URLSearchParams) => void, options: NavigateOptions = {}) => {
      // The user may already be navigating to another page.
      if (location.pathname !== pathname) return
      const parameters = new URLSearchParams(location.search)
      const before = parameters.toString()
      edit(parameters)
      const search = parameters.toString()
      if (search !== before) void navigate({ search }, options)
    },
    [navigate, pathname],
  )
}

/** Marks the history entry of an overlay opened from the dashboard. */
const overScreenState = { overScreen: true }
const isOverScreen = (): boolean => (history.state as { usr?: typeof overScreenState } | null)?.usr?.overScreen === true

/** Stores the dashboard's state in the query string, for reload, Back and shared links. */
export const useDashboardParams = () => {
  const [parameters] = useSearchParams()
  const change = useChangeParams()

  const tabText = parameters.get('aba')
  const tab: DashboardTab = isTab(tabText) ? tabText : 'dashboard'
  const filterKey = serializeFilters(parameters)
  // A stable object while the filters are equal prevents renders.
  const filters: LeadFilters = useMemo(() => parseFilters(new URLSearchParams(filterKey)), [filterKey])

  /** Returns the URL of a tab with the current filters and sort order plus the changes. */
  const tabUrl = (next: DashboardTab, changes: FilterChanges = {}): string => {
    const after = new URLSearchParams(parameters)
    for (const name of ['lead', 'tela', 'pagina']) after.delete(name)
    setOrDelete(after, 'aba', next === 'dashboard' ? null : next)
    applyFilters(after, changes)
    return `?${after}`
  }

  /** Goes back if possible, so that Back does not reopen the overlay. */
  const closeOverlay = useCallback(
    (layer: 'lead' | 'tela') => {
      if (isOverScreen()) stepBack()
      else change(after => after.delete(layer), { replace: true })
    },
    [change],
  )

  const changeFilters = useCallback(
    (changes: FilterChanges, options?: NavigateOptions) =>
      change(after => {
        applyFilters(after, changes)
        after.delete('pagina')
      }, options),
    [change],
  )

  return {
    tab,
    tabUrl,
    filters,
    changeFilters,
    clearFilters: useCallback(() => changeFilters(clearedFilters), [changeFilters]),
    sort: parseSort(parameters.get('ordem')),
    setSort: useCallback(
      (sort: LeadSort) =>
        change(after => {
          setOrDelete(after, 'ordem', sort === defaultSort ? null : sort)
          after.delete('pagina')
        }),
      [change],
    ),
    page: parsePage(parameters.get('pagina')),
    setPage: useCallback(
      (page: number, options?: NavigateOptions) =>
        change(after => setOrDelete(after, 'pagina', page === 1 ? null : String(page)), options),
      [change],
    ),
    /** Id of the open lead, or `newLeadParam`. */
    leadId: parameters.get('lead'),
    openLead: useCallback((id: string) => change(after => after.set('lead', id), { state: overScreenState }), [change]),
    closeLead: useCallback(() => closeOverlay('lead'), [closeOverlay]),
    isFullScreen: tab === 'kanban' && parameters.get('tela') === 'cheia',
    openFullScreen: useCallback(
      () => change(after => after.set('tela', 'cheia'), { state: overScreenState }),
      [change],
    ),
    closeFullScreen: useCallback(() => closeOverlay('tela'), [closeOverlay]),
  }
}

export type DashboardParams = ReturnType<typeof useDashboardParams>
