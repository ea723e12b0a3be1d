import { memo, type RefObject, useId, useRef } from 'react'
import { statusLabels } from '#contract/leads/lead-status.ts'
import type { BoardColumn as Column, Lead, LeadFilters } from '#contract/leads/leads.ts'
import { formatReais, formatReaisRounded } from '#contract/values/money.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { RetryButton } from '#web/ui/loading/retry-button.tsx'
import { isSelected, type Selection } from '../selection/selection.ts'
import { LeadCard } from './lead-card.tsx'
import { useIsNear } from './use-is-near.ts'
import { useLoadMore } from './use-load-more.ts'
import { useMountedRows } from './use-mounted-rows.ts'
import { useScrollCover } from './use-scroll-cover.ts'
import { mountedRows } from './visible-range.ts'

interface BoardColumnProps {
  column: Column
  filters: LeadFilters
  selection: Selection
  /** Id of the column's card in the tab order. */
  tabStop: string | null | undefined
  /** Id of the card held by touch. */
  heldId: string | null
  /** Leads with a move queued offline. */
  queuedIds: ReadonlySet<string>
  isStalled: (lead: Lead) => boolean
  /** Height of a card and the gap below it. */
  rowRem: number
  /** Scrolls the columns horizontally. */
  board: RefObject<HTMLElement | null>
}

export const BoardColumn = memo((props: BoardColumnProps) => {
  const { column } = props
  const headingId = useId()
  const list = useRef<HTMLDivElement>(null)
  const label = statusLabels[column.status]

  return (
    <section
      aria-labelledby={headingId}
      data-stage={column.status}
      className="flex h-full w-[85vw] min-w-[min(18rem,90vw)] max-w-85 flex-none snap-start flex-col rounded-panel bg-column [contain:layout_style] data-over:outline-2 data-over:outline-brand data-over:-outline-offset-2 md:w-80 md:grow"
    >
      <header className="flex flex-none select-none items-center gap-2 px-3 pt-3 pb-2">
        <StageIcon status={column.status} />
        <h2 id={headingId} tabIndex={-1} className="min-w-0 truncate text-sm">
          {label}
          <span className="sr-only">: </span>
          <span className="ml-2 font-normal text-text2 tabular-nums">{formatCount(column.total)}</span>
        </h2>
        <span title={formatReais(column.valor)} className="ml-auto whitespace-nowrap text-sm text-text2 tabular-nums">
          {formatReaisRounded(column.valor)}
        </span>
      </header>
      {/* Sized, opaque and clear of the rounded edge, so that the browser composites scrolling separately. */}
      <div className="relative min-h-0 flex-1">
        <div
          ref={list}
          data-list=""
          // An empty list has no focusable content but remains scrollable.
          tabIndex={-1}
          className="absolute inset-x-1 top-0 bottom-1 overflow-y-auto data-overflowing:overscroll-y-contain bg-column px-1 pb-1 [contain:strict] [overflow-anchor:none]"
        >
          {column.leads.length === 0 && <p className="px-1 py-2 text-sm text-text3">Nenhum lead em {label}</p>}
          <ColumnCards {...props} list={list} />
        </div>
      </div>
    </section>
  )
})

interface ColumnCardsProps extends BoardColumnProps {
  /** Scrolls the cards. */
  list: RefObject<HTMLElement | null>
}

const ColumnCards = ({
  column,
  filters,
  selection,
  tabStop,
  heldId,
  queuedIds,
  isStalled,
  rowRem,
  board,
  list,
}: ColumnCardsProps) => {
  const { leads, total } = column
  const range = useMountedRows(list, useIsNear(list, board), leads.length, rowRem)
  const more = useLoadMore(column, filters, range.end)
  useScrollCover(list)
  // Unmounting the held or focused card would end the drag or lose the focus.
  const kept = [heldId, tabStop]
    .map(id => (id ? leads.findIndex(lead => lead._id === id) : -1))
    .filter(index => index >= 0)

  return (
    <>
      <ul
        className="relative pointer-fine:in-data-scrolling:after:absolute pointer-fine:in-data-scrolling:after:inset-0"
        style={{ height: `${leads.length * rowRem}rem` }}
      >
        {mountedRows(range, leads.length, kept).map(row => {
          const lead = leads[row]
          return (
            lead && (
              // The whole column counts, because only a part is mounted.
              <li
                key={lead._id}
                aria-posinset={row + 1}
                aria-setsize={total}
                style={{ top: `${row * rowRem}rem` }}
                className="absolute inset-x-0 [contain:content]"
              >
                <LeadCard
                  lead={lead}
                  isTabStop={lead._id === tabStop}
                  isStalled={isStalled(lead)}
                  isQueued={queuedIds.has(lead._id)}
                  isSelected={isSelected(selection, lead)}
                />
              </li>
            )
          )
        })}
      </ul>
      {more.failed && (
        <div className="py-2 text-center text-sm">
          <p className="text-danger">Não foi possível carregar mais leads.</p>
          <RetryButton size="sm" variant="ghost" onRetry={more.load} />
        </div>
      )}
    </>
  )
}
