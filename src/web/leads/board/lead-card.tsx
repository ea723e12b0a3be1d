import clsx from 'clsx'
import { memo } from 'react'
import { formatRelativeTime } from '#contract/dates.ts'
import { type LeadStatus, stageOf } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { formatReais } from '#contract/money.ts'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { useBoardActions } from './board-actions.ts'

const isLegacy = (status: LeadStatus): boolean => stageOf(status) !== status

// What is drawn for each of the 70 cards at every frame in which a column scrolls: a box that clips without being one that
// scrolls, and dots that are a background, cost the browser a fraction of `truncate` and of a drawing.
const truncateClass = 'overflow-clip text-ellipsis whitespace-nowrap'
const dots = (
  <span
    aria-hidden="true"
    className="h-1.25 w-3.75 bg-[radial-gradient(circle,currentColor_1px,transparent_1.75px)] bg-size-[5px_5px] forced-color-adjust-none forced-colors:text-[ButtonText]"
  />
)

interface LeadCardProps {
  lead: Lead
  /** The card that Tab reaches. */
  isTabStop: boolean
  /** Moved without a connection: not sent yet. */
  isQueued: boolean
}

export const LeadCard = memo(({ lead, isTabStop, isQueued }: LeadCardProps) => {
  const { open, openMenu } = useBoardActions()
  return (
    // The whole card opens the lead; the keyboard and screen readers have the button inside. The button itself takes no
    // pointer: Firefox starts no drag on one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <article
      data-card={lead._id}
      onClick={() => open(lead)}
      className="flex h-card cursor-pointer touch-manipulation select-none flex-col rounded-control border border-border bg-surface px-3 py-2.5 [-webkit-touch-callout:none] hover:border-border-strong has-[[data-open]:focus-visible]:outline-2 has-[[data-open]:focus-visible]:outline-focus has-[[data-open]:focus-visible]:-outline-offset-2 data-[lifted]:opacity-40"
    >
      <div className="flex h-5 flex-none items-start gap-2">
        <h3 title={lead.nome} className="min-w-0 flex-1 text-base">
          <button
            type="button"
            data-open=""
            tabIndex={isTabStop ? 0 : -1}
            className={clsx('pointer-events-none block w-full text-left outline-none', truncateClass)}
          >
            {lead.nome}
          </button>
        </h3>
        <IconButton
          size="sm"
          tabIndex={isTabStop ? 0 : -1}
          label={`Ações de ${lead.nome}`}
          icon={dots}
          aria-haspopup="menu"
          onClick={event => {
            event.stopPropagation()
            openMenu(lead, event.currentTarget)
          }}
          className="-mt-1.5 -mr-2"
        />
      </div>
      {/* Beside it there is still the button, which is higher than its line. */}
      <p
        title={lead.negocio}
        className={clsx('mr-9 text-sm text-text2 in-data-[density=compact]:hidden', truncateClass)}
      >
        {lead.negocio}
      </p>
      <div className="mt-auto flex items-center justify-between gap-2">
        <span className="whitespace-nowrap font-semibold text-sm tabular-nums">{formatReais(lead.valorServico)}</span>
        <CardBadge lead={lead} isQueued={isQueued} />
      </div>
    </article>
  )
})

/** The one thing beside the value: what needs attention first, else how long the lead has stood still. */
const CardBadge = ({ lead, isQueued }: { lead: Lead; isQueued: boolean }) => {
  if (isQueued) return <Badge tone="warn">pendente</Badge>
  if (isLegacy(lead.status)) return <StageBadge status={lead.status} className="min-w-0" />
  return (
    <time dateTime={lead.updatedAt} className="flex-none text-text3 text-xs">
      {formatRelativeTime(lead.updatedAt, new Date())}
    </time>
  )
}
