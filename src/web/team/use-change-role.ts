import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type InvitedRole, teamRoleNames } from '#contract/team/roles.ts'
import type { TeamMember } from '#contract/team/team.ts'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { changeRole, teamQuery } from './api.ts'

/** Changes the role of a member and shows the result. */
export function useChangeRole(member: TeamMember) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (role: InvitedRole) => changeRole(member, role),
    networkMode: 'always',
    onSuccess: (_, role) => toast.success({ title: `${member.nome} agora é ${teamRoleNames[role].toLowerCase()}` }),
    onError: error => showFailure('O papel não foi alterado', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey }),
  })
}
