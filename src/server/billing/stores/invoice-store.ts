import type { Invoice, InvoiceStatus } from '#contract/billing/billing.ts'
import type { QueryRunner } from '../../db/client.ts'
import type { DisputeState, InvoiceView } from '../stripe/invoice-view.ts'

/** SQL version of `returnedCents`. */
export const returnedSql = 'least(amount_paid_cents, amount_refunded_cents + amount_lost_cents)'

const viewColumns = `"stripeId" text, subscription text, number text, status text, "amountDueCents" bigint,
  "amountPaidCents" bigint, "amountRefundedCents" bigint, "amountLostCents" bigint, dispute text, currency text,
  "billingReason" text, "createdAt" timestamptz`

/** Writes only invoices that changed. */
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
     where i.account_id = excluded.account_id
       and (i.number, i.status, i.amount_due_cents, i.amount_paid_cents, i.amount_refunded_cents, i.amount_lost_cents,
            i.dispute)
         is distinct from
           (excluded.number, excluded.status, excluded.amount_due_cents, excluded.amount_paid_cents,
            excluded.amount_refunded_cents, excluded.amount_lost_cents, excluded.dispute)`,
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

/** What was last known of an invoice's payment and its returns. */
export interface StoredPayment {
  status: InvoiceStatus
  amount_refunded_cents: number
  dispute: DisputeState | null
}

/** Returns the stored payments of an account by invoice ID. */
export const findPayments = async (tx: QueryRunner, accountId: string): Promise<Map<string, StoredPayment>> => {
  const rows = await tx.rows<StoredPayment & { stripe_id: string }>(
    'select stripe_id, status, amount_refunded_cents, dispute from invoices where account_id = $1',
    [accountId],
    'find-payments',
  )
  return new Map(rows.map(row => [row.stripe_id, row]))
}

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
