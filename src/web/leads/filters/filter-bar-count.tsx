import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useLeadCounts } from '../use-lead-counts.ts'

const quietMs = 500

/** Announces the number of matches after a filter change, once the number is stable. Skips the initial number. */
const useAnnounceCount = (text: string | undefined, filters: LeadFilters) => {
  const announced = useRef<{ text: string; filters: LeadFilters }>(undefined)
  useEffect(() => {
    if (text === undefined) return
    const isFirst = announced.current === undefined
    if (isFirst) announced.current = { text, filters }
    if (isFirst || (announced.current?.text === text && announced.current.filters === filters)) return
    const timer = setTimeout(() => {
      announced.current = { text, filters }
      announce(text)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [text, filters])
}

/** Shows how many of all leads match, across all pages and tabs. */
export const LeadCount = ({ filters, className }: { filters: LeadFilters; className?: string }) => {
  const { matching, all, isStale } = useLeadCounts(filters)
  const text =
    matching === undefined || all === undefined
      ? undefined
      : `Mostrando ${formatCount(matching)} de ${formatCount(all)} leads`
  useAnnounceCount(isStale ? undefined : text, filters)
  return (
    <p
      className={clsx(
        'min-h-4.5 text-sm text-text2 tabular-nums',
        // Reserves the extra row of a narrow window before the text loads.
        text === undefined && 'md:min-w-[min(10.75rem,100%)]',
        className,
      )}
    >
      {text}
    </p>
  )
}
