import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { errorMessage } from '#web/lib/api-error.ts'
import { useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { deleteAccount } from '../api.ts'

export const DeleteAccount = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="dangerGhost" className="-ml-3.5" onClick={() => setOpen(true)}>
        Excluir minha conta
      </Button>
      {isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const DeleteAccountDialog = ({ onClose }: { onClose: () => void }) => {
  const formId = useId()
  const { onAccountDeleted } = useSession()
  const { email } = useUser()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const removing = useMutation({ mutationFn: deleteAccount, networkMode: 'always', onSuccess: onAccountDeleted })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (removing.isPending) return
    setError(password ? undefined : 'Informe sua senha')
    if (password) removing.mutate(password)
  }

  return (
    <Dialog
      open
      title="Excluir minha conta"
      description="Esta ação não pode ser desfeita."
      onClose={onClose}
      footer={
        <>
          <SlowNote active={removing.isPending} className="basis-full">
            Você pode fechar; a conta ainda pode ser excluída.
          </SlowNote>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="danger" busy={removing.isPending}>
            {removing.isPending ? 'Excluindo...' : 'Excluir conta e leads'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-text2">
          Seus dados, todos os seus leads e o acesso de {email} são excluídos na hora, e a assinatura ativa é cancelada.
          Para guardar uma cópia, feche esta janela e use antes “Baixar meus dados”.
        </p>
        {removing.isError && (
          <Notice tone="danger" title="A conta não foi excluída">
            {errorMessage(removing.error, 'Tente novamente em instantes.')}
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
