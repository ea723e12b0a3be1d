import { deferred } from '#web/ui/deferred.tsx'

/** The dates among the filters, which are closed at first. */
export const FilterDates = deferred(() => import('./filter-bar-dates.tsx'), {
  waiting: <div className="h-16" />,
  place: 'page',
})
