import { deferred } from '#web/ui/deferred.tsx'
import { FilterDates } from './deferred-dates.tsx'
import { LeadMenu } from './deferred-menu.ts'
import { LeadListSkeleton } from './lead-list-skeleton.tsx'
import { preloadReport } from './use-report.tsx'

// With the menu more than half of the dashboard's code, and nobody needs any of it to see figures and board.

export const LeadDialog = deferred(() => import('./lead-dialog.tsx'), { failure: 'O lead não abriu' })
export const BoardHelp = deferred(() => import('./board-help.tsx'))
export const RemoveLead = deferred(() => import('./remove-lead.tsx'))
export const LeadList = deferred(() => import('./lead-list.tsx'), {
  waiting: <LeadListSkeleton />,
  place: 'page',
  failure: 'A lista não abriu',
})

/** So that each is there by the time somebody asks for it. */
export const preloadParts = (): void => {
  for (const part of [LeadMenu, LeadDialog, RemoveLead, BoardHelp, LeadList, FilterDates]) part.preload()
  preloadReport()
}
