import type { AccessState } from '#contract/billing/subscription.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import { type LeadRow, leadColumns, toLead } from '../leads/fields/lead-columns.ts'
import type { OutboundResponse } from '../outbound/outbound.ts'

/** A delivery that only this process may send until its lease ends. */
export interface ClaimedDelivery {
  account_id: string
  endpoint_id: string
  message_id: string
  /** Includes the current attempt. */
  attempts: number
  type: string
  message_at: string
  seq: number | null
  data: object
}

const leaseMs = 60_000
const maxPerEndpoint = 4

/**
 * Claims due deliveries: of each endpoint the first ones, at most four at a time, so that a slow endpoint holds up only itself.
 * After a crash, another process claims them again once their lease has ended.
 */
export const claimDeliveries = (db: QueryRunner, max: number, now: Date): Promise<ClaimedDelivery[]> =>
  db.rows(
    `with endpoint as (
       select e.account_id, e.id from webhook_endpoints e
        where e.state = 'active' and (e.not_before is null or e.not_before <= $1)
          and exists (select from webhook_deliveries d
                       where d.account_id = e.account_id and d.endpoint_id = e.id
                         and d.state in ('pending', 'sending') and d.due_at <= $1)
        order by random() limit $2 for update of e skip locked),
     due as (
       select d.* from endpoint e cross join lateral (
         select w.account_id, w.endpoint_id, w.message_id, w.number from webhook_deliveries w
          where w.account_id = e.account_id and w.endpoint_id = e.id
            and w.state in ('pending', 'sending') and w.due_at <= $1
          order by w.due_at, w.number
          limit greatest(0, ${maxPerEndpoint} - (
            select count(*) from webhook_deliveries f
             where f.account_id = e.account_id and f.endpoint_id = e.id and f.state = 'sending' and f.due_at > $1))) d
        limit $2),
     claimed as (
       update webhook_deliveries w set state = 'sending', attempts = w.attempts + 1, due_at = $3
         from due where w.account_id = due.account_id and w.endpoint_id = due.endpoint_id and w.message_id = due.message_id
           -- Looked at again after the lock: another process may have claimed them since this statement began.
           and w.state in ('pending', 'sending') and w.due_at <= $1
       returning w.account_id, w.endpoint_id, w.message_id, w.attempts, w.number)
     select c.*, m.type, m.at as message_at, m.seq, m.data
       from claimed c join webhook_messages m on m.account_id = c.account_id and m.id = c.message_id
      order by c.number`,
    [now, max, new Date(now.getTime() + leaseMs)],
    'claim-deliveries',
  )

/** Returns the leads of a message that are not erased. */
export const findMessageLeads = async (
  db: QueryRunner,
  { account_id, message_id }: Pick<ClaimedDelivery, 'account_id' | 'message_id'>,
): Promise<{ before?: Lead; after?: Lead }> => {
  const rows = await db.rows<LeadRow & { side: 'before' | 'after' }>(
    `select v.side, ${leadColumns.map(column => `l.${column}`).join(', ')}
       from webhook_messages m
       cross join lateral (values ('before', m.before), ('after', m.after)) v (side, lead)
       cross join lateral jsonb_populate_record(null::leads, v.lead) l
      where m.account_id = $1 and m.id = $2 and v.lead is not null`,
    [account_id, message_id],
    'find-message-leads',
  )
  return Object.fromEntries(rows.map(row => [row.side, toLead(row)]))
}

/** Who pays for an endpoint, who hears about it, and how many older endpoints the account has. */
export type EndpointOwner = AccessState & { email: string; nome: string; older: number }

export const findEndpointOwner = (
  db: QueryRunner,
  { account_id, endpoint_id }: Pick<ClaimedDelivery, 'account_id' | 'endpoint_id'>,
): Promise<EndpointOwner | undefined> =>
  db.row(
    `select a.subscription_plan, a.subscription_status, a.trial_end, i.role, i.email, u.nome,
            (select count(*) from webhook_endpoints o
              where o.account_id = e.account_id and (o.created_at, o.id) < (e.created_at, e.id)) as older
       from webhook_endpoints e
       join accounts a on a.id = e.account_id
       join users u on u.account_id = e.account_id and u.team_role = 'owner' and u.status = 'active'
       join identities i on i.id = u.identity_id
      where e.account_id = $1 and e.id = $2`,
    [account_id, endpoint_id],
    'find-endpoint-owner',
  )

type DeliveryKey = Pick<ClaimedDelivery, 'account_id' | 'endpoint_id' | 'message_id'>

/** Records an attempt. `retryAt` is absent after the last one. */
export const recordAttempt = (
  tx: QueryRunner,
  { account_id, endpoint_id, message_id }: DeliveryKey,
  state: WebhookDelivery['state'],
  outcome: Partial<OutboundResponse> & { now: Date; retryAt?: Date | undefined },
): Promise<number> =>
  tx.run(
    `update webhook_deliveries
        set state = $4, at = $5, due_at = coalesce($6, due_at), status = $7, ms = $8, error = $9, answer = $10
      where account_id = $1 and endpoint_id = $2 and message_id = $3`,
    [
      account_id,
      endpoint_id,
      message_id,
      state,
      outcome.now,
      outcome.retryAt ?? null,
      outcome.status ?? null,
      outcome.ms ?? null,
      outcome.error ?? null,
      outcome.answer ?? null,
    ],
  )

/** Gives up what an endpoint has still to get. */
export const skipPending = (tx: QueryRunner, accountId: string, endpointId: string): Promise<number> =>
  tx.run(
    `update webhook_deliveries set state = 'skipped', error = 'endpoint-stopped'
      where account_id = $1 and endpoint_id = $2 and state in ('pending', 'sending')`,
    [accountId, endpointId],
  )

/** Inserts a message for one endpoint, claimed at once by its caller. Returns its id. */
export const insertClaimedPing = async (
  tx: QueryRunner,
  accountId: string,
  endpointId: string,
  type: string,
  now: Date,
): Promise<ClaimedDelivery> => {
  const row = await tx.row<ClaimedDelivery>(
    `with message as (
       insert into webhook_messages (account_id, type, at) values ($1, $3, $4) returning id, type, at, seq, data),
     delivery as (
       insert into webhook_deliveries (account_id, endpoint_id, message_id, state, attempts, due_at)
       select $1, $2, id, 'sending', 1, $5 from message returning account_id, endpoint_id, message_id, attempts)
     select d.*, m.type, m.at as message_at, m.seq, m.data from delivery d, message m`,
    [accountId, endpointId, type, now, new Date(now.getTime() + leaseMs)],
  )
  if (!row) throw new Error('an insert returned no row')
  return row
}

interface DeliveryRow {
  message_id: string
  number: number
  type: string
  state: WebhookDelivery['state']
  attempts: number
  created_at: string
  at: string | null
  due_at: string
  status: number | null
  ms: number | null
  error: string | null
  answer: string | null
}

const deliveryColumns = `d.message_id, d.number, m.type, d.state, d.attempts, m.at as created_at, d.at,
  greatest(d.due_at, m.at) as due_at, d.status, d.ms, d.error, d.answer`
const deliveryTables = `webhook_deliveries d
  join webhook_messages m on m.account_id = d.account_id and m.id = d.message_id`

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  _id: row.message_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  createdAt: toIsoTimestamp(row.created_at),
  at: row.at && toIsoTimestamp(row.at),
  nextAttemptAt: row.state === 'pending' ? toIsoTimestamp(row.due_at) : null,
  status: row.status,
  ms: row.ms,
  error: row.error,
  answer: row.answer,
})

/** Lists deliveries before the number `before`, the latest first. */
export const listDeliveries = async (
  db: QueryRunner,
  accountId: string,
  endpointId: string,
  { state, before, limit }: { state?: string | undefined; before?: number | undefined; limit: number },
): Promise<{ deliveries: WebhookDelivery[]; next: number | undefined }> => {
  const rows = await db.rows<DeliveryRow>(
    `select ${deliveryColumns} from ${deliveryTables}
      where d.account_id = $1 and d.endpoint_id = $2 and ($3::text is null or d.state = $3)
        and ($4::bigint is null or d.number < $4)
      order by d.number desc limit $5`,
    [accountId, endpointId, state ?? null, before ?? null, limit + 1],
  )
  const last = rows[limit - 1]
  return {
    deliveries: rows.slice(0, limit).map(toDelivery),
    next: rows.length > limit && last ? last.number : undefined,
  }
}

export const findDelivery = async (
  db: QueryRunner,
  accountId: string,
  endpointId: string,
  messageId: string,
): Promise<WebhookDelivery | undefined> => {
  const row = await db.row<DeliveryRow>(
    `select ${deliveryColumns} from ${deliveryTables} where d.account_id = $1 and d.endpoint_id = $2 and d.message_id = $3`,
    [accountId, endpointId, messageId],
  )
  return row && toDelivery(row)
}

/** Queues an ended delivery again, or all failed and skipped ones. Returns their number. */
export const requeueDeliveries = (
  db: QueryRunner,
  accountId: string,
  endpointId: string,
  now: Date,
  messageId?: string,
): Promise<number> =>
  db.run(
    `update webhook_deliveries set state = 'pending', attempts = 0, due_at = $3, error = null
      where account_id = $1 and endpoint_id = $2
        and case when $4::uuid is null then state in ('failed', 'skipped')
                 else message_id = $4 and state in ('delivered', 'failed', 'skipped') end`,
    [accountId, endpointId, now, messageId ?? null],
  )

/** Deletes at most `limit` messages with their deliveries. Returns the number of messages. */
export const removeOldMessages = (db: QueryRunner, before: Date, limit: number): Promise<number> =>
  db.run(
    `delete from webhook_messages where (account_id, id) in (select account_id, id from webhook_messages where at < $1 limit $2)`,
    [before, limit],
  )
