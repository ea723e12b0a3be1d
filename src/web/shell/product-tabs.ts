import { paths } from '#contract/screens.ts'

export const productTabs = ['hoje', 'dashboard', 'kanban', 'lista'] as const
export type ProductTab = (typeof productTabs)[number]

export const tabLabels: Record<ProductTab, string> = {
  hoje: 'Hoje',
  dashboard: 'Dashboard',
  kanban: 'Kanban',
  lista: 'Lista',
}

/** Returns the URL of a tab without filters. */
export const tabPath = (tab: ProductTab): string =>
  tab === 'dashboard' ? paths.dashboard : `${paths.dashboard}?aba=${tab}`

/** What the navigation shows on the dashboard itself. */
export interface DashboardNav {
  tab: ProductTab
  /** Returns the URL of a tab with the current filters. */
  tabUrl: (tab: ProductTab) => string
  onNewLead: () => void
}
