import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Lead, type LeadFilters, type LeadSort, listPageSize } from '#contract/leads.ts'
import { announce } from '#web/ui/live-region.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { listQuery } from './api.ts'
import { LeadMenu } from './deferred-menu.ts'
import { LeadsNotLoaded } from './empty-leads.tsx'
import { LeadCards } from './lead-list-cards.tsx'
import type { RowsProps } from './lead-list-row.tsx'
import { LeadListSkeleton } from './lead-list-skeleton.tsx'
import { LeadTable } from './lead-list-table.tsx'
import { useHasTableRoom } from './use-is-wide.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface LeadListProps {
  filters: LeadFilters
  sort: LeadSort
  page: number
  onSort: (sort: LeadSort) => void
  onPage: (page: number, options?: { replace: boolean }) => void
  onOpen: (lead: Lead) => void
  onRemove: (lead: Lead) => void
  /** Shown in place of a list without leads. */
  empty: ReactNode
}

/** Says which page is there, once somebody went to another. */
const useAnnouncedPage = (page: number, pageCount: number | undefined) => {
  const said = useRef<number>(undefined)
  useEffect(() => {
    if (pageCount === undefined || page > pageCount) return
    if (said.current !== undefined && said.current !== page) announce(`Página ${page} de ${pageCount}`)
    said.current = page
  }, [page, pageCount])
}

/** The leads that match, ten a page: a table where there is room for one, else cards. */
export default function LeadList(props: LeadListProps) {
  const { filters, sort, page, onSort, onPage, onOpen, onRemove, empty } = props
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(listQuery(filters, sort, page))
  const Rows = useHasTableRoom() ? LeadTable : LeadCards
  const list = useRef<HTMLDivElement>(null)
  const focus = useRowFocus(list, data?.leads)
  const pageCount = data && Math.max(1, Math.ceil(data.total / listPageSize))
  const settledPageCount = isPlaceholderData ? undefined : pageCount
  useAnnouncedPage(page, settledPageCount)
  // The last page can empty itself: its only lead was deleted.
  const isPastEnd = settledPageCount !== undefined && page > settledPageCount
  useEffect(() => {
    if (isPastEnd) onPage(settledPageCount, { replace: true })
  }, [isPastEnd, settledPageCount, onPage])

  if (!data && error) return <LeadsNotLoaded error={error} busy={isFetching} onRetry={refetch} />
  if (!data || isPastEnd) return <LeadListSkeleton />
  if (data.total === 0) return empty

  const goTo = (next: number) => {
    onPage(next)
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView()
  }
  return (
    <div
      ref={list}
      {...focus}
      aria-busy={isPlaceholderData}
      className="grid gap-3 px-4 pb-6 transition-opacity aria-busy:opacity-60 aria-busy:delay-150 md:px-6"
    >
      <LeadRows as={Rows} leads={data.leads} sort={sort} onSort={onSort} onOpen={onOpen} onRemove={onRemove} />
      <Pagination page={page} pageCount={pageCount ?? 1} onPage={goTo} />
    </div>
  )
}

interface LeadRowsProps extends Omit<RowsProps, 'onMenu'> {
  as: (props: RowsProps) => ReactNode
  onRemove: (lead: Lead) => void
}

const LeadRows = ({ as: Rows, onRemove, ...rows }: LeadRowsProps) => {
  const [menu, setMenu] = useState<{ lead: Lead; anchor: HTMLElement } | null>(null)
  return (
    <>
      <Rows {...rows} onMenu={(lead, anchor) => setMenu({ lead, anchor })} />
      {menu && (
        <LeadMenu
          {...menu}
          onOpen={() => rows.onOpen(menu.lead)}
          onRemove={() => onRemove(menu.lead)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}
