import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { TodayGroup } from '#contract/today/today.ts'
import { formatReais } from '#contract/values/money.ts'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { StalledBadge } from '#web/lead-display/stalled-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { NextStep } from '../lead/story/next-step.tsx'
import { useTakeLead } from '../lead/use-assign-lead.ts'
import { RowContacts } from '../list/lead-list-row.tsx'
import { WhatsappButton } from '../whatsapp-button.tsx'

interface TodayCardProps {
  lead: Lead
  group: TodayGroup
  onOpen: () => void
}

/** A lead of the queue with its contacts and what to do about it. */
export const TodayCard = ({ lead, group, onOpen }: TodayCardProps) => (
  <li
    data-row=""
    // Keeps the focus when its form closes, until the lead leaves the queue.
    tabIndex={-1}
    className="grid grid-cols-1 content-start gap-2 rounded-panel border border-border bg-surface p-3 outline-none [contain:layout_style]"
  >
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h3 className="min-w-[min(7rem,100%)] flex-1 text-base">
        <button
          type="button"
          onClick={onOpen}
          className="wrap-anywhere line-clamp-2 min-h-6 rounded-chip text-left hover:underline max-md:min-h-11"
        >
          {leadName(lead)}
        </button>
      </h3>
      <span className="whitespace-nowrap font-semibold text-sm tabular-nums">{formatReais(lead.valorServico)}</span>
    </div>
    <div className="flex flex-wrap items-center gap-2">
      <StageBadge status={lead.status} />
      {group === 'stalled' && <StalledBadge lead={lead} />}
    </div>
    <div className="flex flex-wrap items-start gap-2">
      <RowContacts
        lead={lead}
        className="flex min-w-[min(9rem,100%)] flex-1 flex-wrap gap-x-3 text-sm text-text2 max-md:-my-2"
      />
      <WhatsappButton lead={lead} />
    </div>
    {group === 'unassigned' ? <TakeButton lead={lead} /> : <NextStep lead={lead} isNoneSaid={group === 'no-step'} />}
  </li>
)

const TakeButton = ({ lead }: { lead: Lead }) => {
  const taking = useTakeLead(lead)
  return (
    taking && (
      <Button busy={taking.isPending} onClick={() => taking.mutate()} className="justify-self-start">
        Pegar
      </Button>
    )
  )
}
