import type { Lead } from '#contract/leads/leads.ts'
import { initialsOf } from '#web/ui/initials.ts'
import { useTeam } from './team-context.tsx'

/** Name of the responsible member. `undefined` when the account has a single member. */
export const useResponsibleName = ({ userId }: Pick<Lead, 'userId'>): string | undefined => {
  const team = useTeam()
  return team ? (userId ? team.names.get(userId) : 'Sem responsável') : undefined
}

/** Initials of the responsible member; a dash without one. */
export const ResponsibleInitials = ({ lead }: { lead: Pick<Lead, 'userId'> }) => {
  const name = useResponsibleName(lead)
  if (name === undefined) return null
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className="size-6 flex-none rounded-full bg-brand-soft text-center font-semibold text-brand text-xs/6"
    >
      {lead.userId === null ? '–' : initialsOf(name)}
    </span>
  )
}
