import type { Lead } from '#contract/leads/leads.ts'
import { formatDuration } from '#contract/values/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatStageStay } from './stage-stay.ts'

/** Marks a lead that has been in its stage for longer than it should. */
export const StalledBadge = ({ lead }: { lead: Pick<Lead, 'stageSince' | 'isStageSinceExact'> }) => {
  const now = new Date()
  return (
    <Badge tone="warn">
      <time dateTime={lead.stageSince} title={formatStageStay(lead, now)} className="truncate">
        Parado: {formatDuration(now.getTime() - new Date(lead.stageSince).getTime())}
      </time>
    </Badge>
  )
}
