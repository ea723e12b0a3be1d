import type { PendingPayment, PendingPaymentMethod } from '#contract/billing/pending-payment.ts'
import { planNames, type SubscriptionStatus } from '#contract/billing/subscription.ts'
import { formatDateTime, formatTimestampDate } from '#contract/values/dates.ts'
import { formatMinorUnits } from '#contract/values/money.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { useMay, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { billingErrors, fetchOpenInvoiceUrl } from './api.ts'
import { useHostedPage } from './use-hosted-page.ts'

const pageNames: Record<PendingPaymentMethod, string> = {
  boleto: 'Ver o boleto',
  pix: 'Ver o código Pix',
  other: 'Ver a fatura',
}

const waitText = ({ method, amount, expires_at: expiresAt }: PendingPayment): string => {
  const money = formatMinorUnits(amount, 'brl')
  if (expiresAt === null)
    return method === 'pix'
      ? `Seu banco vai debitar ${money} por Pix Automático, o que leva até 7 dias.`
      : `Aguardamos a confirmação de ${money} pelo banco.`
  return method === 'boleto'
    ? `Aguardamos ${money} por boleto, que vence em ${formatTimestampDate(expiresAt)}. O banco confirma em geral no dia útil seguinte.`
    : `Aguardamos ${money} por Pix, que vale até ${formatDateTime(expiresAt)}.`
}

const meanwhileText = ({ plan, is_first: isFirst }: PendingPayment, status: SubscriptionStatus): string => {
  if (isFirst)
    return `O plano ${plan ? planNames[plan] : ''} começa assim que o pagamento chegar. Até lá, não é preciso assinar novamente.`
  return status === 'past_due'
    ? 'O Dashboard volta assim que o pagamento chegar.'
    : 'Enquanto isso, seu acesso continua.'
}

/** Says what is waited for and until when, with the page of the boleto or Pix. */
export const PendingPaymentNotice = ({ className }: { className?: string }) => {
  const { pending_payment: pending, subscription_status: status } = useUser()
  const mayPay = useMay('billing.manage')
  const opening = useHostedPage(fetchOpenInvoiceUrl)
  if (!pending) return null
  return (
    <Notice tone="warn" title="Pagamento pendente" {...(className && { className })}>
      {waitText(pending)} {meanwhileText(pending, status)}
      {mayPay && (
        <div className="mt-3">
          <Button variant="primary" busy={opening.isPending} onClick={() => opening.mutate()}>
            {pageNames[pending.expires_at === null ? 'other' : pending.method]}
          </Button>
          <SlowNote active={opening.isPending} />
          {pending.expires_at !== null && (
            <p className="mt-2 text-sm">Na mesma página, você pode pagar de outra forma.</p>
          )}
          {opening.isError && (
            <Notice tone="danger" title="Não foi possível abrir a fatura" className="mt-2">
              {errorMessage(opening.error, billingErrors.portal)}
            </Notice>
          )}
        </div>
      )}
    </Notice>
  )
}
