import type { Lead } from '#contract/leads/leads.ts'
import { formatDuration } from '#contract/values/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatStageStart } from './stage-stay.ts'

/** Marks a lead that has been in its stage for longer than it should. */
export const StalledBadge = ({ lead }: { lead: Pick<Lead, 'stageSince' | 'isStageSinceExact'> }) => {
  const stayMs = Date.now() - new Date(lead.stageSince).getTime()
  return (
    <Badge tone="warn" shrinks>
      <time dateTime={lead.stageSince} title={formatStageStart(lead)} className="truncate">
        Parado: {formatDuration(stayMs)}
      </time>
    </Badge>
  )
}
