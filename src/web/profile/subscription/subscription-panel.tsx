import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useRef } from 'react'
import type { User } from '#contract/auth/user.ts'
import { planNames } from '#contract/billing/subscription.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { billingErrors, createPortalSession, historyQuery, reactivateSubscription } from '#web/billing/api.ts'
import { PayOpenInvoice } from '#web/billing/pay-open-invoice.tsx'
import { PendingPaymentNotice } from '#web/billing/pending-payment-notice.tsx'
import { formatScheduledChange, isCancelScheduled } from '#web/billing/renewal.ts'
import { AccountBadge, planLabel } from '#web/billing/subscription-badge.tsx'
import { useHostedPage } from '#web/billing/use-hosted-page.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useSession, useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DescriptionItem } from '#web/ui/description-item.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { CancelSubscription } from './cancel-subscription.tsx'

/** Shows the user's subscription and its actions. */
export const SubscriptionPanel = () => {
  const user = useUser()
  const change = formatScheduledChange(user)
  const panel = useRef<HTMLDivElement>(null)
  const { subscription_status: status, subscription_plan: plan, subscription } = user
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-4 outline-none">
      <PendingPaymentNotice />
      {status === 'past_due' && !user.pending_payment && <OverdueNotice isReturned={user.payment_returned} />}
      {plan && change && (
        <Notice title={change}>
          Até lá, nada muda: vale o plano {planNames[plan]}
          {user.pending_payment ? '' : ', já pago'}.
        </Notice>
      )}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-[auto_auto_1fr]">
        <DescriptionItem name="Plano atual" value={planLabel(plan)} />
        <DescriptionItem name="Status" value={<AccountBadge account={user} />} />
        <NextCharge user={user} />
      </dl>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={paths.subscription}>Gerenciar assinatura</ButtonLink>
        {subscription.stripeSubscriptionId !== null && <BillingPortalButton />}
        {isCancelScheduled(user) && <Reactivate onDone={() => panel.current?.focus({ preventScroll: true })} />}
        {(status === 'past_due' || (status === 'active' && !isCancelScheduled(user))) && <CancelSubscription />}
      </div>
    </div>
  )
}

/** Explains why leads are blocked despite a subscription, with a payment link. */
const OverdueNotice = ({ isReturned }: { isReturned: boolean }) =>
  isReturned ? (
    <Notice tone="warn" title="O pagamento deste período foi devolvido">
      O Dashboard volta com o próximo pagamento. Para voltar antes, cancele esta assinatura e assine novamente. Nada foi
      apagado.
    </Notice>
  ) : (
    <Notice tone="warn" title="A última cobrança não foi aprovada">
      O Dashboard volta assim que a fatura for paga. Nada foi apagado.
      <PayOpenInvoice className="mt-3" />
    </Notice>
  )

/** Shows the scheduled end or the next charge. */
const NextCharge = ({ user }: { user: User }) => {
  const {
    subscription_status: status,
    current_period_end: end,
    next_charge_at: next,
    payment_returned: isReturned,
  } = user
  if (isCancelScheduled(user) && end)
    return <DescriptionItem name="Fim do acesso" value={`Cancelamento automático em ${formatTimestampDate(end)}`} />
  if (next === null) return null
  const name = status === 'past_due' && !isReturned ? 'Nova tentativa de cobrança' : 'Próxima cobrança'
  return <DescriptionItem name={name} value={formatTimestampDate(next)} />
}

const BillingPortalButton = () => {
  const opening = useHostedPage(createPortalSession)
  return (
    <>
      <Button icon={<CreditCard />} busy={opening.isPending} onClick={() => opening.mutate()}>
        Cartão e cobrança
      </Button>
      <SlowNote active={opening.isPending} />
      <FailureNotice title={billingErrors.portal} error={opening.error} fallback="" className="order-last w-full" />
    </>
  )
}

/** Calls `onDone` before the button disappears, so that the caller can move the focus. */
const Reactivate = ({ onDone }: { onDone: () => void }) => {
  const { replaceUser } = useSession()
  const queryClient = useQueryClient()
  const reactivating = useMutation({
    mutationFn: reactivateSubscription,
    networkMode: 'always',
    onSuccess: ({ message, user }) => {
      toast.success({ title: message })
      onDone()
      replaceUser(user)
      return queryClient.invalidateQueries({ queryKey: historyQuery.queryKey })
    },
  })
  return (
    <>
      <Button busy={reactivating.isPending} onClick={() => reactivating.mutate()}>
        Reativar assinatura
      </Button>
      <SlowNote active={reactivating.isPending} />
      <FailureNotice
        title={billingErrors.reactivate}
        error={reactivating.error}
        fallback=""
        className="order-last w-full"
      />
    </>
  )
}
