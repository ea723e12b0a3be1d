import type { RequestKind } from '#contract/privacy/request-kinds.ts'
import type { QueryRunner } from '../db/client.ts'

/** Nobody is reminded before this hour of the account. */
const morningHour = 8

/** Reminders that are due by now: one for each of the days `$1` that has come, at time `$2`. */
const due = `(select count(*) from unnest($1::integer[]) day
               where r.due_on - ($2::timestamptz at time zone a.timezone)::date <= day)`
const isDue = `r.state = 'aberto' and r.reminders < ${due}
  and extract(hour from $2::timestamptz at time zone a.timezone) >= ${morningHour}`

export const listAccountsToRemind = async (db: QueryRunner, days: readonly number[], now: Date): Promise<string[]> => {
  const text = `select distinct r.account_id as id from privacy_requests r join accounts a on a.id = r.account_id
                 where ${isDue} order by 1`
  return (await db.rows<{ id: string }>(text, [days, now])).map(({ id }) => id)
}

export interface DueRequest {
  protocol: string
  kind: RequestKind
  received_on: string
  due_on: string
}

/** Marks the due reminders of an account as given; a trigger tells the owner. Missed ones are given as one. */
export const claimReminders = async (
  tx: QueryRunner,
  accountId: string,
  days: readonly number[],
  now: Date,
): Promise<DueRequest[]> => {
  // The lock of the account's feed comes first, as in every write that adds a notification.
  await tx.run('select from live where account_id = $1 for update', [accountId])
  return tx.rows(
    `update privacy_requests r set reminders = ${due}
       from accounts a where a.id = r.account_id and r.account_id = $3 and ${isDue}
     returning r.protocol, r.kind, r.received_on, r.due_on`,
    [days, now, accountId],
  )
}
