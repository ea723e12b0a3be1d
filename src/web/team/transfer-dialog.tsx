import { useQueryClient } from '@tanstack/react-query'
import type { TeamMember } from '#contract/team/team.ts'
import { PasswordDialog } from '#web/forms/password-dialog.tsx'
import { useSession } from '#web/session/session.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { transferOwnership } from './api.ts'

export const TransferDialog = ({ member, onClose }: { member: TeamMember; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const { reload } = useSession()
  const finish = async () => {
    toast.success({ title: `A conta agora é de ${member.nome}` })
    onClose()
    await reload().catch(() => undefined)
    return queryClient.invalidateQueries()
  }
  return (
    <PasswordDialog
      title={`Passar a conta para ${member.nome}`}
      description="Só quem recebe a conta pode devolvê-la."
      confirmLabel="Passar a conta"
      busyLabel="Passando..."
      cancelLabel="Continuar com a conta"
      failureTitle="A conta continua com você"
      slowNote="Você pode fechar; a conta ainda pode mudar de dono."
      onConfirm={password => transferOwnership(member, password)}
      onSuccess={finish}
      onClose={onClose}
    >
      Assinatura, faturas, configurações e a exclusão da conta passam para {member.nome}. Você continua na equipe como
      gestor, e vocês dois recebem um e-mail.
    </PasswordDialog>
  )
}
