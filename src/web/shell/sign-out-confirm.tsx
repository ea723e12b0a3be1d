import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

interface SignOutConfirmProps {
  open: boolean
  unsent: string
  onLeave: () => void
  onStay: () => void
}

export default function SignOutConfirm({ open, unsent, onLeave, onStay }: SignOutConfirmProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Sair sem enviar tudo?"
      text={`${unsent} Fica guardado neste navegador e só é enviado quando você entrar novamente aqui.`}
      confirmLabel="Sair mesmo assim"
      cancelLabel="Ficar"
      danger
      onConfirm={onLeave}
      onCancel={onStay}
    />
  )
}
