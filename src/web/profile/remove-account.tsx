import { type FormEvent, useId, useState } from 'react'
import { useSession, useUser } from '#web/auth/session.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { removeAccount } from './api.ts'

export const RemoveAccount = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="dangerGhost" className="-ml-3.5" onClick={() => setOpen(true)}>
        Excluir minha conta
      </Button>
      {isOpen && <RemoveDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const RemoveDialog = ({ onClose }: { onClose: () => void }) => {
  const formId = useId()
  const { accountRemoved } = useSession()
  const { email } = useUser()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFailure(undefined)
    setError(password ? undefined : 'Informe a sua senha.')
    if (!password) return
    setBusy(true)
    try {
      await removeAccount(password)
      accountRemoved()
    } catch (reason) {
      setFailure(messageOf(reason, 'Tente de novo em instantes.'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title="Excluir minha conta"
      description="Isto não tem volta."
      onClose={onClose}
      guard={() => !isBusy}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="danger" busy={isBusy}>
            {isBusy ? 'Excluindo...' : 'Excluir conta e leads'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-text2">
          Seus dados, todos os seus leads e o acesso de {email} são apagados agora; antes disso, uma assinatura em vigor
          é cancelada. Se quiser guardar os leads, feche e use antes "Baixar meus dados".
        </p>
        {failure !== undefined && (
          <Notice tone="danger" title="A conta não foi excluída">
            {failure}
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
