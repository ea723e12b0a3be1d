import clsx from 'clsx'
import type { Lead } from '#contract/leads.ts'
import { initialsOf } from '#web/ui/avatar.tsx'
import { useTeam } from './team-context.tsx'

const noOne = 'Sem responsável'

/** Name of the responsible member. `undefined` when the account has a single member. */
export const useResponsibleName = ({ userId }: Pick<Lead, 'userId'>): string | undefined => {
  const team = useTeam()
  return team && (userId === null ? noOne : team.names.get(userId))
}

/** Initials of the responsible member; an empty circle without one. */
export const ResponsibleInitials = ({ lead }: { lead: Pick<Lead, 'userId'> }) => {
  const name = useResponsibleName(lead)
  if (name === undefined) return null
  const isAssigned = lead.userId !== null
  return (
    <span
      role="img"
      aria-label={isAssigned ? `Responsável: ${name}` : name}
      title={isAssigned ? `Responsável: ${name}` : name}
      className={clsx(
        'grid size-5 flex-none place-items-center rounded-full font-semibold text-[0.625rem] leading-none',
        isAssigned ? 'bg-brand-soft text-brand' : 'border border-border-strong border-dashed',
      )}
    >
      {isAssigned && initialsOf(name)}
    </span>
  )
}
