import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { resendEmailLink, withdrawEmail } from '#web/session/api.ts'
import { useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'

/** Shows the unconfirmed new e-mail, if any. `onGone` must move the focus. */
export const PendingEmail = ({ onGone }: { onGone: () => void }) => {
  const { replaceUser } = useSession()
  const { email, pending_email: pending } = useUser()
  const resending = useMutation({
    mutationFn: resendEmailLink,
    networkMode: 'always',
    onSuccess: () => toast.success({ title: 'Enviamos o link novamente.' }),
  })
  const withdrawing = useMutation({
    mutationFn: withdrawEmail,
    networkMode: 'always',
    onSuccess: user => {
      replaceUser(user)
      onGone()
    },
  })
  if (!pending) return null
  const error = resending.error ?? withdrawing.error
  return (
    <Notice
      title={`Aguardando confirmação de ${pending}`}
      className="w-full wrap-anywhere"
      actions={
        <>
          <Button size="sm" busy={resending.isPending} onClick={() => resending.mutate()}>
            Reenviar link
          </Button>
          <Button size="sm" busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
            Desistir da troca
          </Button>
        </>
      }
    >
      <p>Abra o link que enviamos para lá; ele vale por 24 horas. Até então, você entra com {email}.</p>
      <SlowNote active={resending.isPending || withdrawing.isPending} />
      {error && (
        <p role="alert" className="mt-1 text-danger">
          {errorMessage(error)}
        </p>
      )}
    </Notice>
  )
}
