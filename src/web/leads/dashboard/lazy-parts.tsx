import type { ProductTab } from '#web/shell/product-tabs.ts'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { BoardHelp } from '../board/lazy-board-help.ts'
import { FilterDates } from '../filters/lazy-filter-dates.tsx'
import { LeadMenu } from '../lead/menu/lazy-lead-menu.ts'
import { LeadListSkeleton } from '../list/lead-list-skeleton.tsx'
import { preloadReport } from '../report/use-report.tsx'
import { areFirstStepsOpen } from '../start/first-steps-shown.ts'
import { readTab } from './use-dashboard-tab.ts'

// With the menu, more than half of the dashboard's code. The first render needs none of it.

export const LeadDialog = lazyComponent(() => import('../lead/editor/lead-dialog.tsx'), { failure: 'O lead não abriu' })
export const WhyLost = lazyComponent(() => import('../lost/why-lost.tsx'))
export const RemoveLead = lazyComponent(() => import('../lead/menu/remove-lead.tsx'))
export const LeadList = lazyComponent(() => import('../list/lead-list.tsx'), {
  fallback: <LeadListSkeleton />,
  place: 'page',
  failure: 'A lista não abriu',
})

export const Today = lazyComponent(() => import('../today/today.tsx'), {
  fallback: <LeadListSkeleton />,
  place: 'page',
  failure: 'O dia não abriu',
})

export const OfflineBar = lazyComponent(() => import('./offline-bar.tsx'))
export const SelectionBar = lazyComponent(() => import('../selection/selection-bar.tsx'))
export const ListActions = lazyComponent(() => import('../list/list-actions.tsx'))
export const NoLeads = lazyComponent(() => import('../start/no-leads.tsx'), {
  fallback: <div className="min-h-64" />,
  place: 'page',
})
export const FirstSteps = lazyComponent(() => import('../start/first-steps.tsx'))

/** Tabs whose code is not part of the dashboard's. */
const tabParts: Partial<Record<ProductTab, { preload: () => void }>> = { lista: LeadList, hoje: Today }

/** Begins to load the code of the tab in the query string `search`, and of what stands above its leads, before the first render. */
export const preloadTab = (search: string): void => {
  const tab = readTab(new URLSearchParams(search))
  tabParts[tab]?.preload()
  if (tab !== 'hoje' && areFirstStepsOpen()) FirstSteps.preload()
}

/** Makes ready what the first use of each part needs. An entry takes a slow phone up to 50 ms. */
export const idleWork = [
  LeadMenu.preload,
  LeadDialog.preload,
  RemoveLead.preload,
  WhyLost.preload,
  BoardHelp.preload,
  LeadList.preload,
  ListActions.preload,
  FilterDates.preload,
  SelectionBar.preload,
  preloadReport,
]
