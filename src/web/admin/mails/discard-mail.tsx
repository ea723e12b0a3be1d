import { useMutation } from '@tanstack/react-query'
import type { UndeliveredMail } from '#contract/admin.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { adminErrors, discardMail } from '../api.ts'
import { mailNames } from './mail-text.ts'

interface DiscardMailProps {
  mail: UndeliveredMail
  onClose: () => void
  onDiscarded: () => Promise<void>
}

/** Confirms before a mail is discarded permanently. */
export const DiscardMail = ({ mail, onClose, onDiscarded }: DiscardMailProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: discardMail,
    networkMode: 'always',
    onSuccess: async () => {
      toast.success({ title: 'E-mail descartado' })
      onClose()
      await onDiscarded()
    },
  })
  return (
    <ConfirmDialog
      open
      title="Descartar este e-mail?"
      text={
        <p className="wrap-anywhere">
          “{mailNames[mail.kind]}” não será mais enviado para {mail.recipient}. Esta ação não pode ser desfeita.
        </p>
      }
      failure={error ? `${adminErrors.discard}. ${errorMessage(error, '')}` : undefined}
      confirmLabel={error ? 'Tentar novamente' : 'Descartar'}
      danger
      busy={isPending}
      onConfirm={() => mutate(mail._id)}
      onCancel={onClose}
    />
  )
}
