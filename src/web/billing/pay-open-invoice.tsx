import { useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '#contract/billing.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { billingFailures, invoicesQuery, openPortal } from './api.ts'
import { useProviderPage } from './use-provider-page.ts'

/** The page of the oldest invoice that waits for its money. */
const pageOfOpen = (invoices: readonly Invoice[]): string | undefined =>
  invoices.findLast(({ status, hosted_invoice_url }) => status === 'open' && hosted_invoice_url)?.hosted_invoice_url ??
  undefined

/** Leads to the open invoice or, where none can be named, to the provider's page for all of them. */
export const PayOpenInvoice = ({ className }: { className?: string }) => {
  const queryClient = useQueryClient()
  const paying = useProviderPage(async () => {
    // Read anew: the provider's addresses go stale.
    const fresh = { ...invoicesQuery, staleTime: 0, retry: false, networkMode: 'always' } as const
    const invoices = await queryClient.fetchQuery(fresh).catch(() => [])
    return pageOfOpen(invoices) ?? openPortal()
  })
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
