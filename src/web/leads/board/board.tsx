import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { useDensity } from '#web/shell/theme.ts'
import { useIsStalled } from '#web/stage-limits/use-is-stalled.ts'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { useIsMedium } from '#web/ui/use-breakpoint.ts'
import { boardQuery, invalidateLeads, leadErrors } from '../api.ts'
import type { BoardState } from '../board-state.ts'
import { LeadsOffline } from '../empty-leads.tsx'
import { LeadMenu } from '../lead/menu/lazy-lead-menu.ts'
import type { LeadViewProps } from '../lead-view-props.ts'
import { isSelected } from '../selection/selection.ts'
import type { SelectionControls } from '../selection/use-selection.ts'
import { useLeadsQuery } from '../use-leads-query.ts'
import { type BoardActions, BoardActionsContext } from './board-actions.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { BoardHelp } from './lazy-board-help.ts'
import { applyPendingMoves } from './moves/apply-pending-moves.ts'
import { useMoveLead, usePendingMoves } from './moves/use-move-lead.ts'
import { useAssigning } from './use-assigning.ts'
import { useBoardGestures } from './use-board-gestures.ts'

/** A separate chunk, which only phones load. */
const StageStrip = lazyComponent(() => import('./stage-strip.tsx'), {
  fallback: <div className="-my-1.5 min-h-control flex-none" />,
})

interface BoardProps extends LeadViewProps {
  controls: SelectionControls
  /** Element that scrolls the columns horizontally. */
  scroller: RefObject<HTMLDivElement | null>
  className?: string | undefined
}

/** Shows the eight stages with pending moves already applied. */
export const Board = (props: BoardProps) => {
  const queryClient = useQueryClient()
  const board = useLeadsQuery(boardQuery(queryClient, props.filters))
  const { data, error, isPlaceholderData } = board
  const moves = usePendingMoves()
  const columns = useMemo(() => data && applyPendingMoves(data, moves, new Date()), [data, moves])
  const queuedIds = useMemo(() => new Set(moves.filter(move => move.isQueued).map(move => move.id)), [moves])
  // React renders a deferred value in slices. Rendering eight new columns at once would block a slow phone for 200 ms.
  const hasColumns = useDeferredValue(columns !== undefined && props.isPlaceKnown)

  if (columns && hasColumns)
    return (
      <>
        <SlowNote active={isPlaceholderData} className="px-4 md:px-6" />
        <Columns {...props} columns={columns} queuedIds={queuedIds} />
      </>
    )
  if (board.needsConnection) return <LeadsOffline />
  if (columns || !error) return <BoardSkeleton className={props.className} />
  // An empty board would mean that there are no leads.
  // The figures above failed too and leave the only retry to this message.
  return <LoadError title={leadErrors.load} query={{ ...board, refetch: () => invalidateLeads(queryClient) }} />
}

/** Height of `h-card` and the gap below it. */
const rowRems = { comfortable: 7.25, compact: 5.75 }

interface ColumnsProps extends BoardProps {
  columns: BoardState
  /** Leads with a move queued offline. */
  queuedIds: ReadonlySet<string>
}

const Columns = ({ columns, queuedIds, filters, controls, onOpen, onRemove, scroller, className }: ColumnsProps) => {
  const [menu, setMenu] = useState<{ lead: Lead; anchor: HTMLElement } | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isWide = useIsMedium()
  const [density] = useDensity()
  const isStalled = useIsStalled()
  const move = useMoveLead()
  const openMenu = useCallback((lead: Lead, anchor: HTMLElement) => setMenu({ lead, anchor }), [])
  const { selection, select } = controls
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const actions = useMemo<BoardActions>(() => {
    const toggle = (lead: Lead) => select([lead], !isSelected(latest.current, lead))
    const hasSelection = () => latest.current.isAll || latest.current.names.size > 0
    const open = (lead: Lead, isSelecting?: boolean) => (isSelecting || hasSelection() ? toggle(lead) : onOpen(lead))
    return { open, toggle, openMenu, move }
  }, [onOpen, openMenu, move, select])
  const openHelp = () => setHelpOpen(true)
  const { surface, tabStops, heldId, stay } = useBoardGestures(columns, scroller, actions, openHelp, useAssigning())

  return (
    <BoardActionsContext value={actions}>
      {!isWide && <StageStrip columns={columns} board={scroller} />}
      <div
        {...surface}
        className={clsx(
          'flex gap-3 overflow-x-auto overflow-y-hidden overscroll-x-contain px-4 pb-3 md:px-6',
          'max-md:snap-x max-md:snap-proximity max-md:scroll-px-4 in-data-carrying:snap-none!',
          className,
        )}
      >
        {columns.map((column, index) => (
          <BoardColumn
            key={column.status}
            column={column}
            filters={filters}
            selection={selection}
            tabStop={tabStops[index]}
            heldId={heldId}
            queuedIds={queuedIds}
            isStalled={isStalled}
            rowRem={rowRems[density]}
            board={scroller}
          />
        ))}
      </div>
      {menu && (
        <LeadMenu
          {...menu}
          onMove={status => {
            stay()
            move(menu.lead, status)
          }}
          onOpen={() => onOpen(menu.lead)}
          onHelp={isWide ? openHelp : undefined}
          onRemove={() => onRemove(menu.lead)}
          onClose={() => setMenu(null)}
        />
      )}
      {isHelpOpen && <BoardHelp onClose={() => setHelpOpen(false)} />}
    </BoardActionsContext>
  )
}
