import clsx from 'clsx'
import { memo } from 'react'
import { isIncompleteLead } from '#contract/leads/incomplete-lead.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import { exitStages, type LeadStatus, type Stage, stageOf, wonStage } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatReais } from '#contract/values/money.ts'
import { describeNextStep, isStepLate, noNextStep } from '#web/lead-display/next-step-text.ts'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { formatStageStart, formatStay } from '#web/lead-display/stage-stay.ts'
import { StalledBadge } from '#web/lead-display/stalled-badge.tsx'
import { ResponsibleInitials } from '#web/team/responsible.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { WhatsappButton } from '../whatsapp-button.tsx'
import { useBoardActions } from './board-actions.ts'

const isLegacy = (status: LeadStatus): boolean => stageOf(status) !== status

/**
 * Ends a long text with dots. A text of at most `fits` letters has room on a phone and is not clipped: the browser goes
 * through all clips of the board on every frame that scrolls. `overflow: clip` creates no scroll container.
 */
const truncated = (text: string, fits: number): string =>
  clsx('whitespace-nowrap', text.length > fits && 'overflow-clip text-ellipsis')

interface LeadCardProps {
  lead: Lead
  /** Whether Tab reaches the card. */
  isTabStop: boolean
  /** Past the limit of its stage. */
  isStalled: boolean
  /** Moved offline; not sent yet. */
  isQueued: boolean
  isSelected?: boolean
}

/** A card of the size of its row, which is positioned. */
export const LeadCard = memo(({ lead, isTabStop, isStalled, isQueued, isSelected = false }: LeadCardProps) => {
  const { open, openMenu } = useBoardActions()
  const name = leadName(lead)
  const amount = formatReais(lead.valorServico)
  return (
    // A click anywhere opens the lead; keyboard and screen readers use the inner button. The button ignores the
    // pointer, because Firefox starts no drag on a button.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the inner button handles keys
    <article
      data-card={lead._id}
      onClick={({ currentTarget, shiftKey }) => {
        // From here the dialog returns the focus, so that keys go on with this card.
        currentTarget.querySelector<HTMLElement>('[data-open]')?.focus({ preventScroll: true })
        open(lead, shiftKey)
      }}
      data-selected={isSelected || undefined}
      className="flex h-card cursor-pointer touch-manipulation select-none flex-col rounded-control border border-border bg-surface px-3 py-2.5 [-webkit-touch-callout:none] hover:border-border-strong data-selected:border-brand data-selected:bg-brand-soft data-selected:[--text3:var(--text2)] data-[lifted]:opacity-40"
    >
      <div className="flex h-5 flex-none items-start gap-2">
        <h3 title={name} className="min-w-0 flex-1 text-base">
          <button
            type="button"
            data-open=""
            tabIndex={isTabStop ? 0 : -1}
            // The outline is that of the card. With `:has()`, the card itself would cost more each time that one comes or goes.
            className={clsx(
              'pointer-events-none block w-full text-left outline-none',
              'focus-visible:after:absolute focus-visible:after:inset-0 focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2',
              truncated(name, 18),
            )}
          >
            {name}
            {isSelected && <span className="sr-inline"> (selecionado)</span>}
          </button>
        </h3>
        <WhatsappButton lead={lead} tabIndex={isTabStop ? 0 : -1} className="-my-1.5 -mr-2" />
        <IconButton
          size="sm"
          tabIndex={isTabStop ? 0 : -1}
          label={`Ações de ${name}`}
          aria-haspopup="menu"
          onClick={event => {
            event.stopPropagation()
            openMenu(lead, event.currentTarget)
          }}
          className="icon-dots -mt-1.5 -mr-2"
        />
      </div>
      {/* Leaves space for the menu button, which is taller than the line. */}
      <p
        title={lead.negocio}
        className={clsx('mr-9 text-sm text-text2 in-data-[density=compact]:hidden', truncated(lead.negocio, 24))}
      >
        {lead.negocio}
      </p>
      <CardStep lead={lead} />
      <div className="mt-auto flex items-center gap-2">
        <span className="mr-auto whitespace-nowrap font-semibold text-sm tabular-nums">{amount}</span>
        <CardBadge lead={lead} amount={amount} isStalled={isStalled} isQueued={isQueued} />
        <ResponsibleInitials lead={lead} />
      </div>
    </article>
  )
})

/** Closed leads need no next step. */
const closedStages: readonly Stage[] = [wonStage, ...exitStages]

const CardStep = ({ lead: { nextStep, status } }: { lead: Lead }) => {
  const now = new Date()
  if (!nextStep && closedStages.includes(stageOf(status))) return null
  return (
    <p
      title={nextStep?.texto ?? undefined}
      className={clsx(
        'whitespace-nowrap text-xs',
        nextStep ? (isStepLate(nextStep, now) ? 'font-semibold text-danger' : 'text-text2') : 'text-text3',
      )}
    >
      {nextStep ? describeNextStep(nextStep, now) : noNextStep}
    </p>
  )
}

interface CardBadgeProps extends Pick<LeadCardProps, 'lead' | 'isStalled' | 'isQueued'> {
  /** Stands on the same line. */
  amount: string
}

/** Shows what needs attention, else the time in the stage. */
const CardBadge = ({ lead, amount, isStalled, isQueued }: CardBadgeProps) => {
  if (isQueued) return <Badge tone="warn">Pendente</Badge>
  if (isStalled) return <StalledBadge lead={lead} />
  if (isLegacy(lead.status)) return <StageBadge status={lead.status} className="min-w-0" />
  if (lead.anonymizedAt !== null) return <Badge tone="neutral">Anonimizado</Badge>
  if (isIncompleteLead(lead)) return <Badge tone="warn">Incompleto</Badge>
  const stay = formatStay(lead, new Date())
  return (
    <time
      dateTime={lead.stageSince}
      title={formatStageStart(lead)}
      className={clsx('min-w-0 text-text3 text-xs', truncated(stay, 32 - amount.length))}
    >
      {stay}
      <span className="sr-inline"> nesta etapa</span>
    </time>
  )
}
