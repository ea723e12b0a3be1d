import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/auth/user.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { billingErrors, cancelSubscription, historyQuery } from '#web/billing/api.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'

/** Explains the end of access: with the paid period, or at once without one. */
const describeCancel = (user: User): string => {
  const { subscription_status, current_period_end, payment_returned, pending_payment } = user
  if (subscription_status === 'past_due') {
    const debt = payment_returned ? 'nada mais é cobrado' : 'a fatura em aberto deixa de ser cobrada'
    return `A assinatura termina agora, e ${debt}. Seus dados ficam guardados, e você pode assinar novamente quando quiser.`
  }
  const end = current_period_end ? `em ${formatTimestampDate(current_period_end)}, fim` : 'no fim'
  const loss = `Seus dados ficam guardados, mas você perde o acesso premium ${end} do período`
  return pending_payment
    ? `${loss}. O pagamento pendente é desse período: se ele não chegar, o acesso termina antes. Até lá, você pode reativar a assinatura.`
    : `${loss} já pago. Até lá, nada muda e você pode reativar a assinatura.`
}

export const CancelSubscription = () => {
  const { replaceUser } = useSession()
  const user = useUser()
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const canceling = useMutation({
    mutationFn: cancelSubscription,
    networkMode: 'always',
    onSuccess: ({ message, user }) => {
      setConfirming(false)
      toast.success({ title: message })
      replaceUser(user)
      return queryClient.invalidateQueries({ queryKey: historyQuery.queryKey })
    },
  })
  const close = () => {
    setConfirming(false)
    canceling.reset()
  }

  return (
    <>
      <Button variant="dangerGhost" onClick={() => setConfirming(true)}>
        Cancelar assinatura
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Cancelar a assinatura?"
        text={describeCancel(user)}
        failure={canceling.isError ? `${billingErrors.cancel} ${errorMessage(canceling.error, '')}` : undefined}
        confirmLabel="Cancelar assinatura"
        cancelLabel="Manter assinatura"
        danger
        busy={canceling.isPending}
        onConfirm={() => canceling.mutate()}
        onCancel={close}
      />
    </>
  )
}
