import { ExternalLink, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Invoice, type InvoiceStatus, invoiceStatusLabels } from '#contract/billing/billing.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { formatMinorUnits } from '#contract/values/money.ts'
import { parseHttpUrl } from '#web/billing/hosted-page.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-styles.ts'

const tones: Record<InvoiceStatus, BadgeTone> = { paid: 'success', open: 'warn', draft: 'neutral', void: 'quiet' }

/** Returns the paid amount, or the open amount of an unpaid invoice. */
const amountOf = ({ status, amount_due, amount_paid }: Invoice): number => {
  if (status === 'paid') return amount_paid
  return status === 'open' ? amount_due - amount_paid : amount_due
}

export const InvoiceRow = ({ invoice }: { invoice: Invoice }) => {
  const { number, created, currency, status, amount_returned: returned, hosted_invoice_url, invoice_pdf } = invoice
  const name = number ?? 'Sem número'
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-[min(10rem,100%)] flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{formatMinorUnits(amountOf(invoice), currency)}</span>
          <Badge tone={tones[status]}>{invoiceStatusLabels[status]}</Badge>
          {returned > 0 && (
            <Badge tone="neutral">{returned < invoice.amount_paid ? 'Devolvido em parte' : 'Devolvido'}</Badge>
          )}
        </p>
        <p className="wrap-anywhere text-sm text-text3">
          {formatTimestampDate(new Date(created * 1000).toISOString())} · {name}
        </p>
      </div>
      <div className="-mr-3 flex flex-wrap">
        <PageLink
          url={hosted_invoice_url}
          label={status === 'open' ? 'Pagar' : 'Ver'}
          what={`fatura ${name}`}
          icon={<ExternalLink aria-hidden="true" />}
        />
        <PageLink url={invoice_pdf} label="PDF" what={`da fatura ${name}`} icon={<FileText aria-hidden="true" />} />
      </div>
    </li>
  )
}

interface PageLinkProps {
  url: string | null
  label: string
  what: string
  icon: ReactNode
}

const PageLink = ({ url, label, what, icon }: PageLinkProps) => {
  const href = parseHttpUrl(url)
  if (!href) return null
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label} ${what} (abre em outra aba)`}
      className={buttonClass({ variant: 'ghost' })}
    >
      {icon}
      {label}
    </a>
  )
}
