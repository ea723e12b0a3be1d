import type { BrazilianState } from '#contract/billing/fiscal-data.ts'
import type { PlanId } from '#contract/billing/subscription.ts'
import type { QueryRunner } from '../db/client.ts'
import type { OutboundResponse } from '../outbound/outbound.ts'

/** From now on, payments and refunds queue a message. Keeps the time of an earlier start. Stripe's times are whole seconds. */
export const startQueuing = (db: QueryRunner, now: Date): Promise<number> =>
  db.run(
    "insert into service_invoice_hook (since) values (date_trunc('second', $1::timestamptz)) on conflict do nothing",
    [now],
  )

export const stopQueuing = (db: QueryRunner): Promise<number> => db.run('delete from service_invoice_hook')

/** A message that only this process may send until its lease ends, with what is known of its invoice and payer. */
export interface ClaimedMessage {
  id: string
  type: 'invoice.paid' | 'invoice.refunded'
  amount_cents: number
  total_cents: number
  created_at: string
  /** Includes the current attempt. */
  attempts: number
  stripe_invoice: string
  number: string | null
  currency: string
  invoiced_at: string
  plan: PlanId | null
  /** `null` for a deleted account. */
  account_id: string | null
  account_name: string | null
  email: string | null
  tax_id: string | null
  legal_name: string | null
  cep: string | null
  street: string | null
  house_number: string | null
  complement: string | null
  district: string | null
  city: string | null
  state: BrazilianState | null
}

const leaseMs = 60_000

/** Claims the message that is due longest. The messages of one invoice are sent in their order. */
export const claimMessage = (db: QueryRunner, now: Date): Promise<ClaimedMessage | undefined> =>
  db.row(
    `with claimed as (
       update service_invoice_messages set attempts = attempts + 1, due_at = $2
        where id = (
          select m.id from service_invoice_messages m
           where m.delivered_at is null and m.due_at <= $1
             and not exists (select from service_invoice_messages e
                              where e.stripe_invoice = m.stripe_invoice and e.delivered_at is null
                                and e.created_at < m.created_at)
           order by m.due_at, m.created_at limit 1 for update skip locked)
       returning *)
     select c.id, c.type, c.amount_cents, c.total_cents, c.created_at, c.attempts, c.stripe_invoice, i.number, i.currency,
            i.created_at as invoiced_at, s.plan, i.account_id, a.nome as account_name, o.email, f.tax_id, f.legal_name, f.cep,
            f.street, f.number as house_number, f.complement, f.district, f.city, f.state
       from claimed c
       join invoices i on i.stripe_id = c.stripe_invoice
       left join subscriptions s on s.stripe_id = i.stripe_subscription
       left join accounts a on a.id = i.account_id
       left join users u on u.account_id = a.id and u.team_role = 'owner' and u.status = 'active'
       left join identities o on o.id = u.identity_id
       left join fiscal_data f on f.account_id = a.id`,
    [now, new Date(now.getTime() + leaseMs)],
  )

/** Records an attempt; without `retryAt`, the message was delivered. */
export const recordAttempt = (
  db: QueryRunner,
  { id }: Pick<ClaimedMessage, 'id'>,
  { status, error }: Pick<OutboundResponse, 'status' | 'error'>,
  { now, retryAt }: { now: Date; retryAt: Date | undefined },
): Promise<number> =>
  db.run(
    `update service_invoice_messages
        set status = $2, error = $3, due_at = coalesce($4, due_at), delivered_at = $5 where id = $1`,
    [id, status ?? null, error ?? null, retryAt ?? null, retryAt ? null : now],
  )

/** Payments stay for the accounting; what was told about them is needed only to recognize later refunds. */
export const countUndelivered = async (db: QueryRunner, createdBefore: Date): Promise<number> => {
  const text = `select count(*) as count from service_invoice_messages where delivered_at is null and created_at < $1`
  return (await db.row<{ count: number }>(text, [createdBefore]))?.count ?? 0
}
