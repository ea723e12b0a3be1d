import clsx from 'clsx'
import { ExternalLink } from 'lucide-react'
import { type Client, notAvailable } from '#contract/admin.ts'
import { errors } from '#contract/errors.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { AccountBadge, planLabel } from '#web/billing/subscription-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-styles.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { customerUrl } from './customer-url.ts'

interface ClientRowsProps {
  clients: readonly Client[]
  /** Base URL of Stripe's customer pages; `null` when Stripe is not configured. */
  customersUrl: string | null
}

const formatNextCharge = ({ next_charge_at }: Client): string =>
  next_charge_at ? formatTimestampDate(next_charge_at) : notAvailable

/** Shows the subscription status, refunds and disputes. */
const SubscriptionState = ({ client }: { client: Client }) => (
  <span className="flex flex-wrap items-center gap-1">
    <AccountBadge account={client} />
    {client.disputed && <Badge tone="warn">Contestação</Badge>}
    {client.returned > 0 && <Badge tone="quiet">{formatReais(client.returned)} devolvidos</Badge>}
  </span>
)

const cell = 'px-2 lg:px-3'
/** The status column holds the longest badge, and the narrowest columns a date. */
const columns = [
  { heading: 'Cliente', width: 'w-[23%] lg:w-[32%] pl-4 lg:pl-5' },
  { heading: 'Plano' },
  { heading: 'Status', width: 'w-46' },
  { heading: 'Cadastro' },
  { heading: 'Próximo vencimento' },
]

export const ClientTable = ({ clients, customersUrl }: ClientRowsProps) => (
  <div className="overflow-x-auto rounded-panel border border-border bg-surface">
    <table className="w-full min-w-180 table-fixed border-collapse text-sm">
      <caption className="sr-only">Clientes, dos mais novos aos mais antigos</caption>
      <thead className="border-border border-b bg-column text-left text-text2">
        <tr className="h-10">
          {columns.map(({ heading, width }) => (
            <th key={heading} scope="col" className={clsx(cell, 'font-medium', width)}>
              {heading}
            </th>
          ))}
          <th scope="col" className="w-20 pr-3 text-right font-medium lg:w-24 lg:pr-5">
            Stripe
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {clients.map(client => (
          <tr key={client._id} className="h-14 in-data-[density=compact]:h-11 hover:bg-hover">
            <th scope="row" className={clsx(cell, 'pl-4 text-left font-normal lg:pl-5')}>
              <ClientName client={client} />
            </th>
            <td className={cell}>{planLabel(client.subscription_plan)}</td>
            <td className={cell}>
              <SubscriptionState client={client} />
            </td>
            <td className={cell}>{formatTimestampDate(client.createdAt)}</td>
            <td className={cell}>{formatNextCharge(client)}</td>
            <td className="pr-1.5 text-right lg:pr-3">
              <CustomerLink client={client} customersUrl={customersUrl} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const ClientCards = ({ clients, customersUrl }: ClientRowsProps) => (
  <ul aria-label="Clientes" className="grid grid-cols-1 gap-2">
    {clients.map(client => (
      <li key={client._id} className="grid grid-cols-1 gap-2 rounded-control border border-border bg-surface p-3">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div className="min-w-0">
            <ClientName client={client} />
          </div>
          <SubscriptionState client={client} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-text2">
          <span>
            {planLabel(client.subscription_plan)}
            <br />
            Cadastro {formatTimestampDate(client.createdAt)}
            <br />
            Próximo vencimento {formatNextCharge(client)}
          </span>
          <CustomerLink client={client} customersUrl={customersUrl} />
        </div>
      </li>
    ))}
  </ul>
)

const ClientName = ({ client: { nome, email } }: { client: Client }) => (
  <>
    <span title={nome} className="block truncate font-semibold text-base">
      {nome}
    </span>
    <span title={email} className="block truncate text-sm text-text2">
      {email}
    </span>
  </>
)

const noCustomer = 'Cliente não possui ID do Stripe'

interface CustomerLinkProps {
  client: Client
  customersUrl: string | null
}

/** Links to the customer's Stripe page. Shows a message for a client without a customer. */
const CustomerLink = ({ client: { nome, stripe_customer_id }, customersUrl }: CustomerLinkProps) =>
  stripe_customer_id && customersUrl ? (
    <a
      href={customerUrl(customersUrl, stripe_customer_id)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Ver ${nome} no Stripe (abre em outra aba)`}
      className={buttonClass({ variant: 'ghost', size: 'sm' })}
    >
      Ver
      <ExternalLink aria-hidden="true" />
    </a>
  ) : (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Ver ${nome} no Stripe`}
      onClick={() =>
        toast.info({
          id: 'no-customer',
          title: stripe_customer_id ? errors.payments_not_configured.message : noCustomer,
          description: nome,
        })
      }
    >
      Ver
    </Button>
  )
