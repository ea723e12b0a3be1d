import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { billingErrors, fetchOpenInvoiceUrl } from './api.ts'
import { useHostedPage } from './use-hosted-page.ts'

export const PayOpenInvoice = ({ className }: { className?: string }) => {
  const paying = useHostedPage(fetchOpenInvoiceUrl)
  return (
    <div className={className}>
      <Button variant="primary" busy={paying.isPending} onClick={() => paying.mutate()}>
        Pagar fatura em aberto
      </Button>
      <SlowNote active={paying.isPending} />
      {paying.isError && (
        <Notice tone="danger" title="Não foi possível abrir a fatura" className="mt-2">
          {errorMessage(paying.error, billingErrors.portal)}
        </Notice>
      )}
    </div>
  )
}
