import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** The dates among the filters, which are closed at first. */
export const FilterDates = lazyComponent(() => import('./filter-bar-dates.tsx'), {
  fallback: <div className="h-16" />,
  place: 'page',
})
