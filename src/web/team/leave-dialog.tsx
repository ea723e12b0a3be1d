import { useMutation } from '@tanstack/react-query'
import type { TeamMember } from '#contract/team/team.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { useSession } from '#web/session/session.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { leaveTeam } from './api.ts'

export const LeaveDialog = ({ owner, onClose }: { owner: TeamMember | undefined; onClose: () => void }) => {
  const { logout } = useSession()
  const leaving = useMutation({ mutationFn: leaveTeam, networkMode: 'always', onSuccess: logout })
  return (
    <ConfirmDialog
      open
      title="Sair da equipe?"
      text={`Seu acesso a esta conta termina na hora. Seus leads ficam com ${owner?.nome ?? 'o dono da conta'}.`}
      failure={leaving.isError ? errorMessage(leaving.error) : undefined}
      confirmLabel="Sair da equipe"
      cancelLabel="Continuar na equipe"
      danger
      busy={leaving.isPending}
      onConfirm={() => leaving.mutate()}
      onCancel={onClose}
    />
  )
}
