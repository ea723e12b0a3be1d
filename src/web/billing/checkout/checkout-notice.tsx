import { X } from 'lucide-react'
import type { User } from '#contract/auth/user.ts'
import { planNames } from '#contract/billing/subscription.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SpinnerIcon } from '#web/ui/spinner.tsx'
import { PendingPaymentNotice } from '../pending-payment-notice.tsx'
import { formatScheduledChange } from '../renewal.ts'
import { useCheckoutOutcome } from './checkout-return.ts'
import { unconfirmedText } from './unconfirmed-text.ts'

const activeText = ({ subscription_plan }: User): string =>
  subscription_plan
    ? `Sua assinatura do plano ${planNames[subscription_plan]} está ativa.`
    : 'Sua assinatura está ativa.'

const scheduledPlanText = (user: User): string =>
  `${formatScheduledChange(user)}. Até lá, ${user.subscription_plan ? `vale o plano ${planNames[user.subscription_plan]}` : 'nada muda'}.`

export default function CheckoutNotice() {
  const { outcome, plan, retry, dismiss } = useCheckoutOutcome()
  const user = useUser()
  const isScheduled = plan !== null && plan === user.scheduled_plan
  // The pressed button disappears, so the focus moves to the main content.
  const movingFocus = (act: () => void) => () => {
    act()
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  const close = <IconButton label="Fechar aviso" icon={<X />} onClick={movingFocus(dismiss)} />
  return (
    <div role="status">
      {outcome === 'confirming' && (
        <p className="flex items-center gap-2 rounded-control bg-brand-soft px-4 py-3 text-text2">
          <SpinnerIcon />
          Confirmando sua assinatura...
        </p>
      )}
      {outcome === 'confirmed' && (
        <Notice
          tone="success"
          title={isScheduled ? 'Mudança de plano agendada' : 'Assinatura realizada com sucesso!'}
          actions={close}
        >
          {isScheduled ? scheduledPlanText(user) : activeText(user)}
        </Notice>
      )}
      {outcome === 'pending' && <PendingPaymentNotice />}
      {outcome === 'unconfirmed' && (
        <Notice
          tone="warn"
          title={unconfirmedText.title}
          actions={
            <>
              <Button onClick={movingFocus(retry)}>Verificar novamente</Button>
              <ButtonLink to={paths.subscription}>Ver os planos</ButtonLink>
              {close}
            </>
          }
        >
          {unconfirmedText.text}
        </Notice>
      )}
    </div>
  )
}
