import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { billingFailures, openInvoice } from './api.ts'
import { useProviderPage } from './use-provider-page.ts'

/** Leads to the page on which the subscription's debt is paid. */
export const PayOpenInvoice = ({ className }: { className?: string }) => {
  const paying = useProviderPage(openInvoice)
  return (
    <div className={className}>
      <Button variant="primary" busy={paying.isPending} onClick={() => paying.mutate()}>
        Pagar fatura em aberto
      </Button>
      {paying.isError && (
        <Notice tone="danger" title="Não foi possível abrir a fatura" className="mt-2">
          {messageOf(paying.error, billingFailures.portal)}
        </Notice>
      )}
    </div>
  )
}
