import { useMay, useUser } from '#web/session/session.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { accessSummary } from './access-summary.ts'
import { PayOpenInvoice } from './pay-open-invoice.tsx'

/** Explains why the user has or lacks access to leads, with a link to restore it. */
export const AccessNotice = ({ className }: { className?: string }) => {
  const user = useUser()
  const { tone, title, text } = accessSummary(user, new Date())
  const mayPay = useMay('billing.manage')
  const isOverdue = user.role !== 'admin' && user.subscription_status === 'past_due'
  // The notice of a pending payment has a button for it.
  const owesInvoice = isOverdue && !user.payment_returned && !user.pending_payment
  return (
    <Notice tone={tone} title={title} {...(className && { className })}>
      {text}
      {owesInvoice && mayPay && <PayOpenInvoice className="mt-3" />}
    </Notice>
  )
}
