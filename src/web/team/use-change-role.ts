import { type InvitedRole, teamRoleNames } from '#contract/team/roles.ts'
import type { TeamMember } from '#contract/team/team.ts'
import { useWriteAction } from '#web/forms/use-write-action.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { changeRole, teamQuery } from './api.ts'

/** Changes the role of a member and shows the result. */
export const useChangeRole = (member: TeamMember) =>
  useWriteAction({
    write: (role: InvitedRole) => changeRole(member, role),
    failed: 'O papel não foi alterado',
    onSuccess: (_, role) => toast.success({ title: `${member.nome} agora é ${teamRoleNames[role].toLowerCase()}` }),
    queryKey: teamQuery.queryKey,
  })
