import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type InvitedRole, teamRoleNames } from '#contract/team/roles.ts'
import type { TeamMember } from '#contract/team/team.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { changeRole, teamQuery } from './api.ts'

/** Changes the role of a member and shows the result. */
export function useChangeRole(member: TeamMember) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (role: InvitedRole) => changeRole(member, role),
    networkMode: 'always',
    onSuccess: (_, role) => toast.success({ title: `${member.nome} agora é ${teamRoleNames[role].toLowerCase()}` }),
    onError: error =>
      toast.error({
        title: 'O papel não foi alterado',
        description: errorMessage(error, 'Tente novamente em instantes.'),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey }),
  })
}
