import { useState } from 'react'
import { PasswordDialog } from '#web/forms/password-dialog.tsx'
import { useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
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
  const { onAccountDeleted } = useSession()
  const { email } = useUser()
  return (
    <PasswordDialog
      title="Excluir minha conta"
      description="Esta ação não pode ser desfeita."
      confirmLabel="Excluir conta e leads"
      busyLabel="Excluindo..."
      cancelLabel="Cancelar"
      failureTitle="A conta não foi excluída"
      slowNote="Você pode fechar; a conta ainda pode ser excluída."
      onConfirm={deleteAccount}
      onSuccess={onAccountDeleted}
      onClose={onClose}
    >
      Seus dados, todos os seus leads e o acesso de {email} são excluídos na hora, e a assinatura ativa é cancelada.
      Para guardar uma cópia, feche esta janela e use antes “Baixar meus dados”, que não inclui a lixeira.
    </PasswordDialog>
  )
}
