import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'

/** Loads on demand, because the date filters start closed. */
export const FilterDates = lazyComponent(() => import('./filter-bar-dates.tsx'), {
  fallback: <div className="h-16" />,
  place: 'page',
})
