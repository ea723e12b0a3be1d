import type { Invite } from '#contract/team/invites.ts'
import { isGrantable, teamRoleNames } from '#contract/team/roles.ts'
import type { Team } from '#contract/team/team.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { useWriteAction } from '#web/forms/use-write-action.ts'
import { useMember } from '#web/session/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { resendInvite, teamQuery, withdrawInvite } from './api.ts'

export const InviteList = ({ invites }: Pick<Team, 'invites'>) => (
  <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
    {invites.map(invite => (
      <InviteRow key={invite._id} invite={invite} />
    ))}
  </ul>
)

const InviteRow = ({ invite }: { invite: Invite }) => {
  const { team_role } = useMember()
  const resending = useWriteAction({
    write: () => resendInvite(invite),
    failed: 'O convite não foi reenviado',
    onSuccess: () => toast.success({ title: `Convite reenviado para ${invite.email}` }),
    queryKey: teamQuery.queryKey,
  })
  const withdrawing = useWriteAction({
    write: () => withdrawInvite(invite),
    failed: 'O convite não foi retirado',
    onSuccess: () => toast.success({ title: `Retiramos o convite para ${invite.email}` }),
    queryKey: teamQuery.queryKey,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{invite.email}</span>
          <Badge tone="neutral">{teamRoleNames[invite.team_role]}</Badge>
        </p>
        <p className="text-sm text-text3">
          Convite de {invite.invitedBy}, vale até {formatDateTime(invite.expiresAt)}
        </p>
      </div>
      {isGrantable(team_role, invite.team_role) && (
        <div className="-mr-2.5 flex flex-wrap max-md:-ml-2.5">
          <Button variant="ghost" size="sm" busy={resending.isPending} onClick={() => resending.mutate()}>
            Reenviar
          </Button>
          <Button variant="dangerGhost" size="sm" busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
            Retirar
          </Button>
        </div>
      )}
    </li>
  )
}
