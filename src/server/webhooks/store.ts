import type { WebhookEvent } from '#contract/webhooks/events.ts'
import type { Webhook, WebhookForm, WebhookPatch } from '#contract/webhooks/webhooks.ts'
import type { Actor } from '../auth/actor.ts'
import type { QueryRunner } from '../db/client.ts'

export interface EndpointRow {
  account_id: string
  id: string
  url: string
  description: string
  events: WebhookEvent[]
  state: Webhook['state']
  disabled_reason: Webhook['disabledReason']
  secret: Buffer
  old_secret: Buffer | null
  old_secret_until: string | null
  failures: number
  failing_since: string | null
  warned_at: string | null
  created_at: string
}

const columns = `account_id, id, url, description, events, state, disabled_reason, secret, old_secret, old_secret_until,
  failures, failing_since, warned_at, created_at`

/** Lists the oldest first: a smaller plan includes the first ones. */
export const listEndpoints = (db: QueryRunner, accountId: string): Promise<EndpointRow[]> =>
  db.rows(`select ${columns} from webhook_endpoints where account_id = $1 order by created_at, id`, [accountId])

export const findEndpoint = (db: QueryRunner, accountId: string, id: string): Promise<EndpointRow | undefined> =>
  db.row(`select ${columns} from webhook_endpoints where account_id = $1 and id = $2`, [accountId, id])

export interface NewEndpoint extends WebhookForm {
  id: string
  secret: Buffer
  actor: Actor
  now: Date
}

/** Returns `false` if the account has this endpoint already. */
export const insertEndpoint = async (tx: QueryRunner, accountId: string, one: NewEndpoint): Promise<boolean> =>
  (await tx.run(
    `insert into webhook_endpoints (account_id, id, url, description, events, secret, created_by_kind, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (account_id, id) do nothing`,
    [accountId, one.id, one.url, one.description, one.events, one.secret, one.actor.kind, one.actor.id, one.now],
  )) === 1

/** Another state, or another URL, starts without failures. */
export const updateEndpoint = (
  db: QueryRunner,
  accountId: string,
  id: string,
  { url, description, events, state }: WebhookPatch,
): Promise<EndpointRow | undefined> =>
  db.row(
    `update webhook_endpoints e
        set url = coalesce($3, e.url), description = coalesce($4, e.description), events = coalesce($5, e.events),
            state = coalesce($6, e.state), disabled_reason = case when $6::text is null then e.disabled_reason end,
            failures = case when $7 then 0 else e.failures end,
            failing_since = case when not $7 then e.failing_since end,
            warned_at = case when not $7 then e.warned_at end,
            not_before = case when not $7 then e.not_before end
      where account_id = $1 and id = $2 returning ${columns}`,
    [accountId, id, url, description, events, state, url !== undefined || state !== undefined],
  )

/** The previous secret signs until `oldUntil`. */
export const updateSecret = (
  db: QueryRunner,
  accountId: string,
  id: string,
  secret: Buffer,
  oldUntil: Date,
): Promise<EndpointRow | undefined> =>
  db.row(
    `update webhook_endpoints set old_secret = secret, old_secret_until = $4, secret = $3
      where account_id = $1 and id = $2 returning ${columns}`,
    [accountId, id, secret, oldUntil],
  )

export const removeEndpoint = (db: QueryRunner, accountId: string, id: string): Promise<number> =>
  db.run('delete from webhook_endpoints where account_id = $1 and id = $2', [accountId, id])

export const disableEndpoint = (
  tx: QueryRunner,
  { account_id, id }: Pick<EndpointRow, 'account_id' | 'id'>,
  reason: NonNullable<Webhook['disabledReason']>,
): Promise<number> =>
  tx.run(`update webhook_endpoints set state = 'disabled', disabled_reason = $3 where account_id = $1 and id = $2`, [
    account_id,
    id,
    reason,
  ])

export const markWarned = (
  tx: QueryRunner,
  { account_id, id }: Pick<EndpointRow, 'account_id' | 'id'>,
  now: Date,
): Promise<number> =>
  tx.run('update webhook_endpoints set warned_at = $3 where account_id = $1 and id = $2', [account_id, id, now])

/** Counts an outcome of the endpoint, which shortens no pause that another one began. Returns the endpoint as it is then. */
export const countOutcome = (
  tx: QueryRunner,
  { account_id, id }: Pick<EndpointRow, 'account_id' | 'id'>,
  { isSuccess, notBefore, now }: { isSuccess: boolean; notBefore: Date | null; now: Date },
): Promise<EndpointRow | undefined> =>
  tx.row(
    `update webhook_endpoints
        set failures = case when $3 then 0 else failures + 1 end,
            failing_since = case when not $3 then coalesce(failing_since, $4) end,
            warned_at = case when not $3 then warned_at end,
            not_before = greatest(not_before, $5)
      where account_id = $1 and id = $2 returning ${columns}`,
    [account_id, id, isSuccess, now, notBefore],
  )
