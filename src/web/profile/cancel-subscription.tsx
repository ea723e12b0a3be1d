import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMomentDay } from '#contract/dates.ts'
import { useSession, useUser } from '#web/auth/session.tsx'
import { billingFailures, cancelSubscription, historyQuery } from '#web/billing/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Ends the subscription with the period that is paid, after a question. */
export const CancelSubscription = () => {
  const { replaceUser } = useSession()
  const { current_period_end } = useUser()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const canceling = useMutation({
    mutationFn: cancelSubscription,
    networkMode: 'always',
    onSuccess: ({ message, user }) => {
      setAsking(false)
      toast.success({ title: message })
      replaceUser(user)
      return queryClient.invalidateQueries({ queryKey: historyQuery.queryKey })
    },
  })
  const close = () => {
    setAsking(false)
    canceling.reset()
  }
  const until = current_period_end ? ` em ${formatMomentDay(current_period_end)}` : ''

  return (
    <>
      <Button variant="dangerGhost" onClick={() => setAsking(true)}>
        Cancelar assinatura
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Cancelar a assinatura?"
        text={
          <>
            <p>
              Seus dados ficam guardados, mas você perde o acesso premium no fim do período já pago{until}. Até lá, nada
              muda, e você pode voltar atrás.
            </p>
            {canceling.isError && (
              <p role="alert" className="mt-2 text-danger">
                {billingFailures.cancel} {messageOf(canceling.error, '')}
              </p>
            )}
          </>
        }
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
