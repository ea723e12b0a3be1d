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

/** The value of `?lead=` while a new lead is written. */
export const newLeadParam = 'novo'

/** The lead that the address has open this moment, drawn or not yet. */
export const readOpenLead = (): string | null => new URLSearchParams(location.search).get('lead')

const isTab = (text: string | null): text is DashboardTab => dashboardTabs.some(tab => tab === text)

const setOrDelete = (parameters: URLSearchParams, name: string, value: string | null): void => {
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
}

/** Changes the address as it is now: between two changes in one turn nothing is drawn. */
const useChangeParams = () => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(
    (edit: (parameters: URLSearchParams) => void, options: NavigateOptions = {}) => {
      // Somebody who is on the way to another screen must not be called back.
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

/** Marks the history entry of a layer (a lead, the full screen) that was opened from the screen behind it. */
const overScreenState = { overScreen: true }
const isOverScreen = (): boolean => (history.state as { usr?: typeof overScreenState } | null)?.usr?.overScreen === true

/** What the dashboard's address says, so that reload, Back and a link sent to a colleague show the same. */
export const useDashboardParams = () => {
  const [parameters] = useSearchParams()
  const change = useChangeParams()

  const tabText = parameters.get('aba')
  const tab: DashboardTab = isTab(tabText) ? tabText : 'dashboard'
  const filterKey = serializeFilters(parameters)
  // One object for as long as the filters are the same: what depends on them alone is not drawn again.
  const filters: LeadFilters = useMemo(() => parseFilters(new URLSearchParams(filterKey)), [filterKey])

  /** A tab with the present filters and order, changed or not. */
  const tabUrl = (next: DashboardTab, changes: FilterChanges = {}): string => {
    const after = new URLSearchParams(parameters)
    for (const name of ['lead', 'tela', 'pagina']) after.delete(name)
    setOrDelete(after, 'aba', next === 'dashboard' ? null : next)
    applyFilters(after, changes)
    return `?${after}`
  }

  /** Back to the entry before, where there is one, so that Back does not open the layer again. */
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
    /** The id of the open lead, or `newLeadParam`. */
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
