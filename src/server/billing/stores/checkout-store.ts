import type { QueryRunner } from '../../db/client.ts'

/** Checkout that was started and has no result yet. */
export interface CheckoutAttempt {
  attempt_id: string
  price_id: string
  success_url: string
  cancel_url: string
  started_at: string
  session_id: string | null
}

/** Holds the lock until `until`. Fails while another request holds it or after the account was deleted. */
export const acquireBillingLock = async (
  db: QueryRunner,
  accountId: string,
  now: Date,
  until: Date,
): Promise<'acquired' | 'busy' | 'account-missing'> => {
  const row = await db.row<{ is_known: boolean; is_taken: boolean }>(
    `with account as (select id from accounts where id = $1 for key share),
          taken as (
            insert into checkouts as c (account_id, busy_until) select id, $3 from account
            on conflict (account_id) do update set busy_until = $3 where c.busy_until is null or c.busy_until <= $2
            returning account_id)
     select exists (select from account) as is_known, exists (select from taken) as is_taken`,
    [accountId, now, until],
    'claim-turn',
  )
  if (!row?.is_known) return 'account-missing'
  return row.is_taken ? 'acquired' : 'busy'
}

export const releaseBillingLock = (db: QueryRunner, accountId: string, until: Date): Promise<number> =>
  db.run('update checkouts set busy_until = null where account_id = $1 and busy_until = $2', [accountId, until])

export const findAttempt = (db: QueryRunner, accountId: string): Promise<CheckoutAttempt | undefined> =>
  db.row(
    `select attempt_id, price_id, success_url, cancel_url, started_at, session_id
       from checkouts where account_id = $1 and attempt_id is not null`,
    [accountId],
    'find-checkout-attempt',
  )

export interface NewAttempt {
  attemptId: string
  priceId: string
  successUrl: string
  cancelUrl: string
  now: Date
}

export const saveAttempt = (db: QueryRunner, accountId: string, attempt: NewAttempt): Promise<number> =>
  db.run(
    `update checkouts set attempt_id = $2, price_id = $3, success_url = $4, cancel_url = $5, started_at = $6,
            session_id = null
      where account_id = $1`,
    [accountId, attempt.attemptId, attempt.priceId, attempt.successUrl, attempt.cancelUrl, attempt.now],
  )

/** Saves the session in the pending attempt, or in a new one. */
export const saveCheckoutSession = (
  db: QueryRunner,
  accountId: string,
  sessionId: string,
  attempt: NewAttempt,
): Promise<number> =>
  db.run(
    `update checkouts set session_id = $2, attempt_id = coalesce(attempt_id, $3), price_id = $4,
            started_at = case when attempt_id is null then $5 else started_at end
      where account_id = $1`,
    [accountId, sessionId, attempt.attemptId, attempt.priceId, attempt.now],
  )

/** Deletes the pending attempt if it was for one of `prices`. */
export const endAttempt = (tx: QueryRunner, accountId: string, prices: string[]): Promise<number> =>
  tx.run(
    `update checkouts set attempt_id = null, session_id = null
      where account_id = $1 and attempt_id is not null and price_id = any($2)`,
    [accountId, prices],
    'end-attempt',
  )

export const removeAttempt = (db: QueryRunner, accountId: string): Promise<number> =>
  db.run('update checkouts set attempt_id = null, session_id = null where account_id = $1', [accountId])
