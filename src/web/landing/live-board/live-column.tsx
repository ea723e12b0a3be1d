import { useId } from 'react'
import { statusLabels } from '#contract/leads/lead-status.ts'
import type { BoardColumn } from '#contract/leads/leads.ts'
import { formatReaisRounded } from '#contract/values/money.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { LeadCard } from '#web/leads/board/lead-card.tsx'
import { liveColumnClass } from './live-layout.ts'

interface LiveColumnProps {
  column: BoardColumn
  tabStop: string | null | undefined
}

/** Looks like a column of the real board, without loading more cards. */
export const LiveColumn = ({ column: { status, total, valor, leads }, tabStop }: LiveColumnProps) => {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      data-stage={status}
      className={`${liveColumnClass} data-over:outline-2 data-over:outline-brand data-over:-outline-offset-2`}
    >
      <header className="flex flex-none select-none items-center gap-2 px-3 pt-3 pb-2">
        <StageIcon status={status} />
        <h3 id={headingId} tabIndex={-1} className="min-w-0 truncate text-sm">
          {statusLabels[status]}
          <span className="sr-only">: </span>
          <span className="ml-2 font-normal text-text2 tabular-nums">{total}</span>
        </h3>
        <span className="ml-auto whitespace-nowrap text-sm text-text2 tabular-nums">{formatReaisRounded(valor)}</span>
      </header>
      <div data-list="" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {leads.length === 0 && <p className="px-1 py-2 text-sm text-text3">Nenhum lead em {statusLabels[status]}</p>}
        <ul className="grid gap-2">
          {leads.map(lead => (
            <li key={lead._id} className="relative">
              <LeadCard lead={lead} isTabStop={lead._id === tabStop} isStalled={false} isQueued={false} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
