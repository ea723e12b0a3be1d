import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { isGrantable, teamRoleNames } from '#contract/team/roles.ts'
import type { Team, TeamMember } from '#contract/team/team.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { useMay, useMember } from '#web/session/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { MenuItem } from '#web/ui/overlays/menu.tsx'
import { MenuButton } from '#web/ui/overlays/menu-button.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { useChangeRole } from './use-change-role.ts'

/** The members with what the user may do with each of them. */
export const MemberList = ({ members }: Pick<Team, 'members'>) => {
  const self = useMember()
  const [isLeaving, setLeaving] = useState(false)
  const owner = members.find(({ team_role }) => team_role === 'owner')
  return (
    <>
      <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
        {members.map(member => (
          <MemberRow key={member._id} member={member} members={members} />
        ))}
      </ul>
      {self.team_role !== 'owner' && (
        <Button variant="dangerGhost" className="-ml-3.5 justify-self-start" onClick={() => setLeaving(true)}>
          Sair da equipe
        </Button>
      )}
      {isLeaving && <LeaveDialog owner={owner} onClose={() => setLeaving(false)} />}
    </>
  )
}

const leadCount = (count: number): string => (count === 1 ? '1 lead' : `${formatCount(count)} leads`)

const MemberRow = ({ member, members }: { member: TeamMember } & Pick<Team, 'members'>) => {
  const self = useMember()
  const isSelf = member._id === self._id
  const about = [member.email, member.leads === null ? null : leadCount(member.leads)].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <Avatar name={member.nome} />
      <div className="min-w-[min(8rem,100%)] flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{member.nome}</span>
          <Badge tone={member.team_role === 'owner' ? 'brand' : 'neutral'}>{teamRoleNames[member.team_role]}</Badge>
          {isSelf && <Badge tone="quiet">Você</Badge>}
          {!member.hasSeat && <Badge tone="warn">Sem vaga</Badge>}
        </p>
        {about.length > 0 && <p className="wrap-anywhere text-sm text-text3">{about.join(' · ')}</p>}
      </div>
      {!isSelf && <MemberMenu member={member} members={members} />}
    </li>
  )
}

const MemberMenu = ({ member, members }: { member: TeamMember } & Pick<Team, 'members'>) => {
  const { team_role } = useMember()
  const mayChangeRole = useMay('team.changeRole')
  const mayTransfer = useMay('team.transfer')
  const [dialog, setDialog] = useState<'remove' | 'transfer'>()
  const changeRole = useChangeRole(member)
  const close = () => setDialog(undefined)
  const isBelow = isGrantable(team_role, member.team_role)
  const otherRole = member.team_role === 'manager' ? 'seller' : 'manager'
  const items: MenuItem[] = [
    ...(mayChangeRole && isBelow
      ? [
          {
            label: `Tornar ${teamRoleNames[otherRole].toLowerCase()}`,
            onSelect: () => changeRole.mutate(otherRole),
          },
        ]
      : []),
    ...(mayTransfer ? [{ label: 'Passar a conta...', onSelect: () => setDialog('transfer') }] : []),
    ...(isBelow ? [{ label: 'Remover da equipe...', danger: true, onSelect: () => setDialog('remove') }] : []),
  ]
  if (items.length === 0) return null
  return (
    <>
      <MenuButton label={`Ações para ${member.nome}`} icon={<EllipsisVertical />} items={items} />
      {dialog === 'remove' && <RemoveMemberDialog member={member} members={members} onClose={close} />}
      {dialog === 'transfer' && <TransferDialog member={member} onClose={close} />}
    </>
  )
}
