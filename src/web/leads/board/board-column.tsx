import { createContext, memo, type Ref, use, useId, useRef } from 'react'
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import { statusLabels } from '#contract/leads/lead-status.ts'
import type { BoardColumn as Column, LeadFilters } from '#contract/leads/leads.ts'
import { formatReais, formatReaisRounded } from '#contract/values/money.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { useDensity } from '#web/shell/theme.ts'
import { useIsStalled } from '#web/stage-limits/use-is-stalled.ts'
import { RetryButton } from '#web/ui/retry-button.tsx'
import { isSelected, type Selection } from '../selection/selection.ts'
import { LeadCard } from './lead-card.tsx'
import { useLoadMore } from './use-load-more.ts'

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
  /** A new board shows the cards of its first columns first. */
  hasCards: boolean
}

/** Includes the gap below the card. */
const itemHeights = { comfortable: 116, compact: 92 }

const ColumnTotal = createContext(0)

/** Sets `aria-posinset` and `aria-setsize` for the whole column, because only a window is mounted. */
const Item = ({ ref, style, index, children }: CustomItemComponentProps & { ref?: Ref<HTMLLIElement> }) => (
  <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={use(ColumnTotal)}>
    {/* The list measures items without padding, so the gap needs its own box. */}
    <div className="pb-2">{children}</div>
  </li>
)

export const BoardColumn = memo(({ hasCards, ...props }: BoardColumnProps) => {
  const { column } = props
  const headingId = useId()
  const label = statusLabels[column.status]

  return (
    <section
      aria-labelledby={headingId}
      data-stage={column.status}
      className="flex h-full w-[85vw] min-w-72 max-w-85 flex-none snap-start flex-col rounded-panel bg-column [contain:layout_style] data-over:outline-2 data-over:outline-brand data-over:-outline-offset-2 md:w-80 md:grow"
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
          data-list=""
          // An empty list has no focusable content but remains scrollable.
          tabIndex={-1}
          className="absolute inset-x-1 top-0 bottom-1 overflow-y-auto overscroll-contain bg-column px-1 pb-1 [contain:strict]"
        >
          {column.leads.length === 0 && <p className="px-1 py-2 text-sm text-text3">Nenhum lead em {label}</p>}
          {hasCards && <ColumnCards {...props} />}
        </div>
      </div>
    </section>
  )
})

const ColumnCards = ({
  column,
  filters,
  selection,
  tabStop,
  heldId,
  queuedIds,
}: Omit<BoardColumnProps, 'hasCards'>) => {
  const virtual = useRef<VirtualizerHandle>(null)
  const [density] = useDensity()
  const isStalled = useIsStalled()
  const more = useLoadMore(column, filters, virtual)
  // Unmounting the held or focused card would end the drag or lose the focus.
  const mountedRows = [heldId, tabStop]
    .map(id => column.leads.findIndex(lead => lead._id === id))
    .filter(index => index >= 0)

  return (
    <>
      <ColumnTotal value={column.total}>
        <Virtualizer
          ref={virtual}
          as="ul"
          item={Item}
          data={column.leads}
          itemSize={itemHeights[density]}
          bufferSize={itemHeights[density]}
          keepMounted={mountedRows}
          onScroll={more.onScroll}
        >
          {lead => (
            <LeadCard
              key={lead._id}
              lead={lead}
              isTabStop={lead._id === tabStop}
              isStalled={isStalled(lead)}
              isQueued={queuedIds.has(lead._id)}
              isSelected={isSelected(selection, lead)}
            />
          )}
        </Virtualizer>
      </ColumnTotal>
      {more.failed && (
        <div className="py-2 text-center text-sm">
          <p className="text-danger">Não foi possível carregar mais leads.</p>
          <RetryButton size="sm" variant="ghost" onRetry={more.load} />
        </div>
      )}
    </>
  )
}
