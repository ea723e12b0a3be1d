import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type Lead, listPageSize } from '#contract/leads/leads.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { pageCountOf } from '#web/ui/paging/page-numbers.ts'
import { Pagination } from '#web/ui/paging/pagination.tsx'
import { useSettledPage } from '#web/ui/paging/use-settled-page.ts'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { useIsLarge } from '#web/ui/use-breakpoint.ts'
import { boardKey, leadErrors, listQuery } from '../api.ts'
import { useMoveLead } from '../board/moves/use-move-lead.ts'
import type { BoardState } from '../board-state.ts'
import { LeadsOffline } from '../empty-leads.tsx'
import { LeadMenu } from '../lead/menu/lazy-lead-menu.ts'
import type { LeadViewProps } from '../lead-view-props.ts'
import { isSelected } from '../selection/selection.ts'
import type { SelectionControls } from '../selection/use-selection.ts'
import { useLeadsQuery } from '../use-leads-query.ts'
import { LeadCards } from './lead-list-cards.tsx'
import type { RowsProps } from './lead-list-row.tsx'
import { LeadListSkeleton } from './lead-list-skeleton.tsx'
import { LeadTable } from './lead-list-table.tsx'
import { pageOfBoard } from './page-of-board.ts'
import { useListParams } from './use-list-params.ts'
import { useMovedLeads } from './use-moved-leads.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface LeadListProps extends LeadViewProps {
  controls: SelectionControls
  /** Shown when no lead matches. */
  empty: ReactNode
}

/** Lists the matching leads, ten a page: a table on wide screens, cards on others. */
export default function LeadList(props: LeadListProps) {
  const { filters, controls, isPlaceKnown, onOpen, onRemove, empty } = props
  const { sort, setSort, page, setPage } = useListParams()
  const queryClient = useQueryClient()
  const list = useLeadsQuery(listQuery(filters, sort, page))
  const { error, needsConnection, isPlaceholderData } = list
  const board = needsConnection ? queryClient.getQueryData<BoardState>(boardKey(filters)) : undefined
  const data = list.data ?? (board && pageOfBoard(board, sort, page))
  const Rows = useIsLarge() ? LeadTable : LeadCards
  const box = useRef<HTMLDivElement>(null)
  const leads = useMovedLeads(data?.leads)
  const focus = useRowFocus(box, leads)
  const pageCount = data && pageCountOf(data.total, listPageSize)
  const isStale = isPlaceholderData && !needsConnection
  const settledPageCount = isStale ? undefined : pageCount
  useSettledPage(page, settledPageCount, setPage)
  const isPastEnd = settledPageCount !== undefined && page > settledPageCount

  if (!data && needsConnection) return <LeadsOffline />
  if (!data && error) return <LoadError title={leadErrors.load} query={list} />
  if (!data || !leads || isPastEnd || !isPlaceKnown) return <LeadListSkeleton />
  if (data.total === 0) return empty

  const goTo = (next: number) => {
    setPage(next)
    if ((box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView()
  }
  return (
    <div
      ref={box}
      {...focus}
      aria-busy={isStale}
      className="grid gap-3 px-4 pb-6 transition-opacity aria-busy:opacity-60 aria-busy:delay-150 md:px-6"
    >
      <SlowNote active={isStale} />
      <LeadRows
        as={Rows}
        leads={leads}
        sort={sort}
        onSort={setSort}
        onOpen={onOpen}
        onRemove={onRemove}
        controls={controls}
      />
      <Pagination page={page} pageCount={pageCount ?? 1} onPage={goTo} showsNumbers className="md:justify-center" />
    </div>
  )
}

interface LeadRowsProps extends Pick<RowsProps, 'leads' | 'sort' | 'onSort' | 'onOpen'> {
  as: (props: RowsProps) => ReactNode
  onRemove: (lead: Lead) => void
  controls: SelectionControls
}

const LeadRows = ({ as: Rows, onRemove, controls: { selection, select }, ...rows }: LeadRowsProps) => {
  /** Where a range begins that Shift ends. */
  const lastSelected = useRef<string>(undefined)
  const onSelect = (lead: Lead, selected: boolean, isRange: boolean) => {
    const [from, to] = [lastSelected.current, lead._id].map(id => rows.leads.findIndex(({ _id }) => _id === id)) as [
      number,
      number,
    ]
    lastSelected.current = lead._id
    const range = isRange && from >= 0 ? rows.leads.slice(Math.min(from, to), Math.max(from, to) + 1) : [lead]
    select(range, selected)
  }
  const [menu, setMenu] = useState<{ lead: Lead; anchor: HTMLElement; isStages?: boolean } | null>(null)
  const move = useMoveLead()
  return (
    <>
      <Rows
        {...rows}
        isSelected={lead => isSelected(selection, lead)}
        onSelect={onSelect}
        onSelectPage={selected => select(rows.leads, selected)}
        onMenu={(lead, anchor) => setMenu({ lead, anchor })}
        onStage={(lead, anchor) => setMenu({ lead, anchor, isStages: true })}
      />
      {menu && (
        <LeadMenu
          lead={menu.lead}
          anchor={menu.anchor}
          onMove={status => move(menu.lead, status)}
          {...(!menu.isStages && { onOpen: () => rows.onOpen(menu.lead), onRemove: () => onRemove(menu.lead) })}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}
