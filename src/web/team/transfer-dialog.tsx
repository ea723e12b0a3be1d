import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { TeamMember } from '#contract/team/team.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { transferOwnership } from './api.ts'

export const TransferDialog = ({ member, onClose }: { member: TeamMember; onClose: () => void }) => {
  const formId = useId()
  const queryClient = useQueryClient()
  const { reload } = useSession()
  const { email } = useUser()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const handing = useMutation({
    mutationFn: () => transferOwnership(member, password),
    networkMode: 'always',
    onSuccess: async () => {
      toast.success({ title: `A conta agora é de ${member.nome}` })
      onClose()
      await reload().catch(() => undefined)
      return queryClient.invalidateQueries()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (handing.isPending) return
    setError(password ? undefined : 'Informe sua senha')
    if (password) handing.mutate()
  }
  return (
    <Dialog
      open
      title={`Passar a conta para ${member.nome}`}
      description="Só quem recebe a conta pode devolvê-la."
      onClose={onClose}
      footer={
        <>
          <SlowNote active={handing.isPending} className="basis-full">
            Você pode fechar; a conta ainda pode mudar de dono.
          </SlowNote>
          <Button onClick={onClose}>Continuar com a conta</Button>
          <Button type="submit" form={formId} variant="danger" busy={handing.isPending}>
            {handing.isPending ? 'Passando...' : 'Passar a conta'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-text2">
          Assinatura, faturas, configurações e a exclusão da conta passam para {member.nome}. Você continua na equipe
          como gestor, e vocês dois recebem um e-mail.
        </p>
        {handing.isError && (
          <Notice tone="danger" title="A conta continua com você">
            {errorMessage(handing.error, 'Tente novamente em instantes.')}
          </Notice>
        )}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Sua senha"
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={event => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
