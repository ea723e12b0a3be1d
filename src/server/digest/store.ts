import type { PlainDate } from '#contract/values/dates.ts'
import { seatsBeforeSql } from '../auth/session-store.ts'
import { type UserRow, userColumns, userTables } from '../auth/store.ts'
import type { QueryRunner } from '../db/client.ts'

export interface DigestRow extends UserRow {
  seats_before: number
}

/** When the members of one time zone are due. */
export interface DueTime {
  timezone: string
  day: PlainDate
  /** Hours of the accounts whose mail goes out now. */
  hours: number[]
}

/** Lists members who want the mail and had none on this day, in the order of the key. */
export const listDueMembers = (
  db: QueryRunner,
  { timezone, day, hours }: DueTime,
  limit: number,
): Promise<DigestRow[]> =>
  db.rows(
    `select ${userColumns}, ${seatsBeforeSql} as seats_before
       from ${userTables} left join digests d on d.account_id = u.account_id and d.user_id = u.id
      where a.timezone = $1 and a.digest_hour = any ($3) and u.status = 'active'
        and (d.user_id is null or (d.is_wanted and d.day is distinct from $2))
      order by u.account_id, u.id limit $4`,
    [timezone, day, hours, limit],
  )

/**
 * Marks the day of a member as done. Returns `false` if another process has done so, or the member wants no mail. A process
 * that asks at the same time waits for the transaction of the first.
 */
export const claimDigest = async (
  tx: QueryRunner,
  { account_id, id }: Pick<UserRow, 'account_id' | 'id'>,
  day: PlainDate,
): Promise<boolean> =>
  (await tx.run(
    `insert into digests as d (account_id, user_id, day) values ($1, $2, $3)
     on conflict (account_id, user_id) do update set day = excluded.day
       where d.is_wanted and d.day is distinct from excluded.day`,
    [account_id, id, day],
  )) === 1

export interface WantedDigest extends DigestRow {
  unsubscribe_key: string
}

/** Returns the member if they are still active and still want the mail. */
export const findWantedDigest = (
  db: QueryRunner,
  accountId: string,
  userId: string,
): Promise<WantedDigest | undefined> =>
  db.row(
    `select ${userColumns}, ${seatsBeforeSql} as seats_before, d.unsubscribe_key
       from ${userTables} join digests d on d.account_id = u.account_id and d.user_id = u.id
      where u.account_id = $1 and u.id = $2 and u.status = 'active' and d.is_wanted`,
    [accountId, userId],
  )

export const isDigestWanted = async (db: QueryRunner, accountId: string, userId: string): Promise<boolean> => {
  const text = 'select is_wanted from digests where account_id = $1 and user_id = $2'
  return (await db.row<{ is_wanted: boolean }>(text, [accountId, userId]))?.is_wanted ?? true
}

export const saveDigestWanted = (
  db: QueryRunner,
  accountId: string,
  userId: string,
  isWanted: boolean,
): Promise<number> =>
  db.run(
    `insert into digests (account_id, user_id, is_wanted) values ($1, $2, $3)
     on conflict (account_id, user_id) do update set is_wanted = excluded.is_wanted`,
    [accountId, userId, isWanted],
  )

/** The parts of a mailed link. */
export interface UnsubscribeLink {
  account: string
  member: string
  key: string
}

export const isUnsubscribeLink = async (
  db: QueryRunner,
  { account, member, key }: UnsubscribeLink,
): Promise<boolean> => {
  const text = 'select from digests where account_id = $1 and user_id = $2 and unsubscribe_key = $3'
  return (await db.row(text, [account, member, key])) !== undefined
}

/** Returns `false` for a link that was never mailed. A second click ends nothing more. */
export const endDigest = async (db: QueryRunner, { account, member, key }: UnsubscribeLink): Promise<boolean> => {
  const text = `update digests set is_wanted = false where account_id = $1 and user_id = $2 and unsubscribe_key = $3`
  return (await db.run(text, [account, member, key])) === 1
}
