import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { billingErrors, invoicesQuery } from '#web/billing/api.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { InvoiceRow } from './invoice-row.tsx'

const shownAtFirst = 6

export const Invoices = () => {
  const invoices = useQuery(invoicesQuery)
  const [showsAll, setShowsAll] = useState(false)
  const { data } = invoices
  if (!data) {
    return invoices.isError ? <LoadErrorNotice title={billingErrors.invoices} query={invoices} /> : <ListSkeleton />
  }
  if (data.length === 0) {
    return (
      <div className="text-text2">
        <p>Nenhuma fatura encontrada</p>
        <p className="mt-1 text-sm">As faturas aparecem aqui depois da primeira cobrança.</p>
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
        {data.slice(0, showsAll ? data.length : shownAtFirst).map(invoice => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      {data.length > shownAtFirst && (
        <Button className="justify-self-start" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Mostrar menos' : `Mostrar as ${data.length} faturas`}
        </Button>
      )}
    </div>
  )
}
