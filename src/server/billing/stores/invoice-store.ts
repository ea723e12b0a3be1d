import type { Invoice, InvoiceStatus } from '#contract/billing/billing.ts'
import type { QueryRunner } from '../../db/client.ts'
import type { DisputeState, InvoiceView } from '../stripe/invoice-view.ts'

/** SQL version of `returnedCents`. */
export const returnedSql = 'least(amount_paid_cents, amount_refunded_cents + amount_lost_cents)'

const viewColumns = `"stripeId" text, subscription text, number text, status text, "amountDueCents" bigint,
  "amountPaidCents" bigint, "amountRefundedCents" bigint, "amountLostCents" bigint, dispute text, currency text,
  "billingReason" text, "createdAt" timestamptz`

export const upsertInvoices = (tx: QueryRunner, accountId: string, views: InvoiceView[]): Promise<number> =>
  tx.run(
    `insert into invoices as i (stripe_id, account_id, stripe_subscription, number, status, amount_due_cents,
       amount_paid_cents, amount_refunded_cents, amount_lost_cents, dispute, currency, billing_reason, created_at)
     select "stripeId", $1, subscription, number, status, "amountDueCents", "amountPaidCents", "amountRefundedCents",
       "amountLostCents", dispute, currency, "billingReason", "createdAt"
       from jsonb_to_recordset($2) view (${viewColumns})
     on conflict (stripe_id) do update set number = excluded.number, status = excluded.status,
       amount_due_cents = excluded.amount_due_cents, amount_paid_cents = excluded.amount_paid_cents,
       amount_refunded_cents = excluded.amount_refunded_cents, amount_lost_cents = excluded.amount_lost_cents,
       dispute = excluded.dispute
     where i.account_id = excluded.account_id`,
    [accountId, JSON.stringify(views)],
    'upsert-invoices',
  )

/** Updates returned amounts of invoices of deleted accounts, which count in the revenue. */
export const updateOrphanedInvoices = (tx: QueryRunner, views: InvoiceView[]): Promise<number> =>
  tx.run(
    `update invoices i set amount_refunded_cents = "amountRefundedCents", amount_lost_cents = "amountLostCents",
            dispute = view.dispute
       from jsonb_to_recordset($1) view (${viewColumns})
      where i.stripe_id = "stripeId" and i.account_id is null`,
    [JSON.stringify(views)],
  )

/** Stored returns of an invoice's payment. */
export interface StoredReturn {
  stripe_id: string
  amount_refunded_cents: number
  dispute: DisputeState | null
}

export const listReturns = (tx: QueryRunner, accountId: string): Promise<StoredReturn[]> =>
  tx.rows(
    `select stripe_id, amount_refunded_cents, dispute from invoices
      where account_id = $1 and (amount_refunded_cents > 0 or dispute is not null)`,
    [accountId],
    'list-returns',
  )

/** Returns the returned centavos by invoice ID. Omits invoices without returns. */
export const findReturnedCents = async (
  db: QueryRunner,
  accountId: string,
  ids: string[],
): Promise<Map<string, number>> => {
  const rows = await db.rows<{ stripe_id: string; cents: number }>(
    `select stripe_id, ${returnedSql} as cents from invoices
      where account_id = $1 and stripe_id = any($2) and ${returnedSql} > 0`,
    [accountId, ids],
  )
  return new Map(rows.map(({ stripe_id, cents }) => [stripe_id, cents]))
}

/** Stored payment state of an invoice. */
export interface StoredPayment {
  stripe_id: string
  status: InvoiceStatus
}

export const listPayments = (tx: QueryRunner, accountId: string): Promise<StoredPayment[]> =>
  tx.rows('select stripe_id, status from invoices where account_id = $1', [accountId], 'list-payments')

interface InvoiceRow {
  stripe_id: string
  number: string | null
  status: InvoiceStatus
  amount_due_cents: number
  amount_paid_cents: number
  returned_cents: number
  currency: string
  created_at: string
}

/** Newest first. */
export const listInvoices = async (db: QueryRunner, accountId: string, limit: number): Promise<Invoice[]> => {
  const rows = await db.rows<InvoiceRow>(
    `select stripe_id, number, status, amount_due_cents, amount_paid_cents, ${returnedSql} as returned_cents, currency,
            created_at
       from invoices where account_id = $1 order by created_at desc, stripe_id desc limit $2`,
    [accountId, limit],
  )
  return rows.map(row => ({
    id: row.stripe_id,
    number: row.number,
    created: Math.floor(new Date(row.created_at).getTime() / 1000),
    amount_due: row.amount_due_cents,
    amount_paid: row.amount_paid_cents,
    amount_returned: row.returned_cents,
    currency: row.currency,
    status: row.status,
    hosted_invoice_url: null,
    invoice_pdf: null,
  }))
}

/** Sums paid BRL invoices less returned amounts, in centavos. Includes deleted accounts. */
export const sumRevenue = async (db: QueryRunner): Promise<number> => {
  const text = `select coalesce(sum(amount_paid_cents - ${returnedSql}), 0)::bigint as cents
    from invoices where status = 'paid' and currency = 'brl'`
  return (await db.row<{ cents: number }>(text, [], 'sum-revenue'))?.cents ?? 0
}
