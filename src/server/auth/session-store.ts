import type { Session } from '#contract/auth/auth.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import { type UserRow, userColumns } from './store.ts'

export interface NewSession {
  tokenHash: Buffer
  id: string
  userAgent: string | null
  createdAt: Date
  now: Date
}

/**
 * Creates a session for a user with a verified password. Returns `false` if the password was changed since. Locks the
 * identity: a concurrent password change either prevents the session or ends it.
 */
export const insertSession = async (db: QueryRunner, user: UserRow, session: NewSession): Promise<boolean> =>
  (await db.run(
    `insert into sessions (token_hash, id, account_id, user_id, user_agent, created_at, last_seen_at)
     select $4, $5, u.account_id, u.id, $6, $7, $8 from users u join identities i on i.id = u.identity_id
      where u.account_id = $1 and u.id = $2 and i.password_hash = $3 for share of i`,
    [
      user.account_id,
      user.id,
      user.password_hash,
      session.tokenHash,
      session.id,
      session.userAgent,
      session.createdAt,
      session.now,
    ],
  )) === 1

export type SessionUserRow = UserRow & {
  token_hash: Buffer
  session_id: string
  last_seen_at: string
  /** Seats of the plan that go to others first: to the owner, then by `seat_order`. */
  seats_before: number
  /** The user may be returning from a payment page. */
  has_pending_checkout: boolean
}

/** Number of members that get a seat before `u`. */
export const seatsBeforeSql = `case u.team_role when 'owner' then 0 else (
  select count(*) from users o
   where o.account_id = u.account_id and o.status = 'active'
     and (o.team_role = 'owner' or (o.seat_order, o.joined_at, o.id) < (u.seat_order, u.joined_at, u.id))) end`

const sessionUsers = (condition: string): string =>
  `select ${userColumns}, s.token_hash, s.id as session_id, s.last_seen_at, ${seatsBeforeSql} as seats_before,
            exists (select from checkouts c where c.account_id = a.id and c.attempt_id is not null) as has_pending_checkout
       from sessions s
       join users u on u.account_id = s.account_id and u.id = s.user_id
       join identities i on i.id = u.identity_id
       join accounts a on a.id = u.account_id
      where ${condition} and s.last_seen_at > $2 and s.created_at > $3`

/** Returns the users of those sessions that were used since `idleSince` and created since `begunSince`. */
export const findSessionUsers = (
  db: QueryRunner,
  tokenHashes: readonly Buffer[],
  idleSince: Date,
  begunSince: Date,
): Promise<SessionUserRow[]> =>
  db.rows(sessionUsers('s.token_hash = any ($1)'), [tokenHashes, idleSince, begunSince], 'find-session-users')

/** Returns the users of those sessions of the accounts that are still valid. */
export const listSessionUsers = (
  db: QueryRunner,
  accountIds: readonly string[],
  sessionIds: readonly string[],
  idleSince: Date,
  begunSince: Date,
): Promise<SessionUserRow[]> =>
  db.rows(sessionUsers('s.account_id = any ($4) and s.id = any ($1)'), [sessionIds, idleSince, begunSince, accountIds])

export const touchSession = (db: QueryRunner, tokenHash: Buffer, now: Date): Promise<number> =>
  db.run('update sessions set last_seen_at = $2 where token_hash = $1', [tokenHash, now])

/** Sessions of an identity in all its accounts; `$1` is the identity's id. */
const ofIdentity = '(account_id, user_id) in (select account_id, id from users where identity_id = $1)'

export const listSessions = async (
  db: QueryRunner,
  identityId: string,
  currentId: string,
  idleSince: Date,
  begunSince: Date,
): Promise<Session[]> => {
  const rows = await db.rows<{ id: string; created_at: string; last_seen_at: string; user_agent: string | null }>(
    `select id, created_at, last_seen_at, user_agent from sessions
      where ${ofIdentity} and last_seen_at > $2 and created_at > $3
      order by last_seen_at desc`,
    [identityId, idleSince, begunSince],
  )
  return rows.map(row => ({
    id: row.id,
    createdAt: toIsoTimestamp(row.created_at),
    lastSeenAt: toIsoTimestamp(row.last_seen_at),
    userAgent: row.user_agent,
    current: row.id === currentId,
  }))
}

/** Returns when the session was created, or `undefined` if it has ended already. */
export const removeSession = async (db: QueryRunner, accountId: string, id: string): Promise<Date | undefined> => {
  const row = await db.row<{ created_at: string }>(
    'delete from sessions where account_id = $1 and id = $2 returning created_at',
    [accountId, id],
  )
  return row && new Date(row.created_at)
}

export const removeOtherSessions = (db: QueryRunner, identityId: string, currentId: string): Promise<number> =>
  db.run(`delete from sessions where ${ofIdentity} and id <> $2`, [identityId, currentId])

export const removeSessions = (db: QueryRunner, identityId: string): Promise<number> =>
  db.run(`delete from sessions where ${ofIdentity}`, [identityId])

export const removeExpiredSessions = (db: QueryRunner, idleSince: Date, begunSince: Date): Promise<number> =>
  db.run('delete from sessions where last_seen_at <= $1 or created_at <= $2', [idleSince, begunSince])
