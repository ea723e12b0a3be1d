import type { Session } from '#contract/auth.ts'
import { isOnTrial, type PlanId, type SubscriptionStatus } from '#contract/subscription.ts'
import type { User } from '#contract/user.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'

export interface UserRow {
  account_id: string
  id: string
  nome: string
  email: string
  role: 'admin' | 'user'
  password_hash: string
  /** What they want their e-mail to be, and until when they may confirm it. */
  new_email: string | null
  new_email_until: string | null
  created_at: string
  updated_at: string
  subscription_plan: PlanId | null
  subscription_status: SubscriptionStatus
  current_period_end: string | null
  cancel_at_period_end: boolean
  next_attempt_at: string | null
  scheduled_plan: PlanId | null
  scheduled_plan_at: string | null
  payment_returned: boolean
  trial_end: string
  /** Its password is printed at the start. */
  is_demonstration: boolean
  stripe_customer_id: string | null
  stripe_subscription_id: string | null
}

export const userColumns = `u.account_id, u.id, u.nome, u.email, u.role, u.password_hash, u.created_at, u.updated_at,
  u.new_email, u.new_email_until,
  a.subscription_plan, a.subscription_status, a.current_period_end, a.cancel_at_period_end, a.trial_end,
  a.is_demonstration, a.next_attempt_at, a.scheduled_plan, a.scheduled_plan_at, a.payment_returned,
  a.stripe_customer_id, a.stripe_subscription_id`

const isPending = ({ new_email_until: until }: UserRow, now: Date): boolean => until !== null && new Date(until) > now

const toOptionalTimestamp = (text: string | null): string | null => text && toIsoTimestamp(text)

const nextChargeOf = (row: UserRow): string | null => {
  if (row.subscription_status === 'past_due') return toOptionalTimestamp(row.next_attempt_at)
  if (row.subscription_status !== 'active' || row.cancel_at_period_end) return null
  return toOptionalTimestamp(row.current_period_end)
}

/** A user as the wire knows them; `is_trial` turns false by itself when the trial ends. */
export const toUser = (row: UserRow, now: Date): User => {
  const trial_end = toIsoTimestamp(row.trial_end)
  return {
    _id: row.id,
    nome: row.nome,
    email: row.email,
    pending_email: isPending(row, now) ? row.new_email : null,
    role: row.role,
    createdAt: toIsoTimestamp(row.created_at),
    updatedAt: toIsoTimestamp(row.updated_at),
    subscription_plan: row.subscription_plan,
    subscription_status: row.subscription_status,
    current_period_end: toOptionalTimestamp(row.current_period_end),
    cancel_at_period_end: row.cancel_at_period_end,
    next_charge_at: nextChargeOf(row),
    scheduled_plan: row.scheduled_plan,
    scheduled_plan_at: toOptionalTimestamp(row.scheduled_plan_at),
    payment_returned: row.payment_returned,
    is_trial: isOnTrial({ ...row, trial_end }, now),
    trial_end,
    stripe_customer_id: row.stripe_customer_id,
    subscription: {
      status: row.subscription_status,
      plan: row.subscription_plan,
      stripeCustomerId: row.stripe_customer_id,
      stripeSubscriptionId: row.stripe_subscription_id,
    },
  }
}

export const findUserByEmail = (db: QueryRunner, email: string): Promise<UserRow | undefined> =>
  db.row(
    `select ${userColumns} from users u join accounts a on a.id = u.account_id where lower(u.email) = lower($1)`,
    [email],
    'find-user-by-email',
  )

export const findUser = (db: QueryRunner, accountId: string, id: string): Promise<UserRow | undefined> =>
  db.row(
    `select ${userColumns} from users u join accounts a on a.id = u.account_id where u.account_id = $1 and u.id = $2`,
    [accountId, id],
    'find-user',
  )

export interface NewUser {
  accountId: string
  id: string
  nome: string
  email: string
  passwordHash: string
  trialEnd: Date
  isDemonstration: boolean
}

/** An account with its one user. Violates `users_email` when the e-mail is taken. */
export const insertAccount = (db: QueryRunner, user: NewUser): Promise<number> =>
  db.run(
    `with account as (insert into accounts (id, trial_end, is_demonstration) values ($1, $2, $7) returning id)
     insert into users (account_id, id, nome, email, password_hash) select id, $3, $4, $5, $6 from account`,
    [user.accountId, user.trialEnd, user.id, user.nome, user.email, user.passwordHash, user.isDemonstration],
  )

const emailHashSql = `sha256(convert_to(lower(%), 'UTF8'))`
const emailHashOf = (email: string): string => emailHashSql.replace('%', email)

/** When the trial of an account ends stays known for each e-mail it has had, under a hash. */
const recordTrialEndSql = `insert into past_trials as p (email_hash, trial_end)
       select ${emailHashOf('u.email')}, a.trial_end from users u join accounts a on a.id = u.account_id where a.id = $1
       on conflict (email_hash) do update set trial_end = least(p.trial_end, excluded.trial_end)`

/** Before the e-mail changes. */
export const recordTrialEnd = (tx: QueryRunner, accountId: string): Promise<number> =>
  tx.run(recordTrialEndSql, [accountId])

/** Everything of the account goes with it: users, sessions, leads. What stays is when its trial ended. */
export const removeAccount = (tx: QueryRunner, accountId: string): Promise<number> =>
  tx.run(`with past as (${recordTrialEndSql}) delete from accounts where id = $1`, [accountId])

/** When the trial ended, or will, of somebody who had this e-mail and has left it. */
export const findPreviousTrialEnd = async (db: QueryRunner, email: string): Promise<Date | undefined> => {
  const text = `select trial_end from past_trials where email_hash = ${emailHashOf('$1')}`
  const row = await db.row<{ trial_end: string }>(text, [email])
  return row && new Date(row.trial_end)
}

/** A new name, and the e-mail in other letters; to another e-mail leads only its confirmation. */
export const updateProfile = (
  db: QueryRunner,
  accountId: string,
  id: string,
  nome: string,
  email: string,
): Promise<number> =>
  db.run(
    `update users set nome = $3, email = case when lower(email) = lower($4) then $4 else email end, updated_at = now()
      where account_id = $1 and id = $2`,
    [accountId, id, nome, email],
  )

/** Replaces the password that was `verified`, and an e-mail that waits goes with it; `false` when it no longer is theirs. */
export const updatePassword = async (
  tx: QueryRunner,
  { account_id, id, password_hash: verified }: UserRow,
  passwordHash: string,
): Promise<boolean> =>
  (await tx.run(
    `update users set password_hash = $4, new_email = null, new_email_until = null, new_email_tokens = '{}', updated_at = now()
      where account_id = $1 and id = $2 and password_hash = $3`,
    [account_id, id, verified, passwordHash],
  )) === 1

/** The row of a user, held until the transaction ends; `false` when it is gone. */
export const lockUser = async (tx: QueryRunner, accountId: string, id: string): Promise<boolean> =>
  (await tx.row('select from users where account_id = $1 and id = $2 for no key update', [accountId, id])) !== undefined

/** Marks trials that end before `until` as told of, and answers whose they are: each once, whoever asks. */
export const claimTrialReminders = (
  tx: QueryRunner,
  now: Date,
  until: Date,
): Promise<{ account_id: string; nome: string; email: string; trial_end: string }[]> =>
  tx.rows(
    `update accounts a set trial_reminded_at = $1
       from users u
      where u.account_id = a.id and u.role <> 'admin' and a.id in (
        select id from accounts
         where trial_reminded_at is null and trial_end > $1 and trial_end <= $2
           and subscription_status = 'inactive' and subscription_plan is null
         order by trial_end limit 200 for update skip locked)
      returning u.account_id, u.nome, u.email, a.trial_end`,
    [now, until],
  )

export interface NewSession {
  tokenHash: Buffer
  id: string
  userAgent: string | null
  now: Date
}

/**
 * A session for whoever proved the password of `user`; `false` when it has been replaced since. The row is held: a change of
 * the password comes before, and there is no session, or after, and ends it with the others.
 */
export const insertSession = async (db: QueryRunner, user: UserRow, session: NewSession): Promise<boolean> =>
  (await db.run(
    `insert into sessions (token_hash, id, account_id, user_id, user_agent, created_at, last_seen_at)
     select $4, $5, account_id, id, $6, $7, $7 from users
      where account_id = $1 and id = $2 and password_hash = $3 for share`,
    [user.account_id, user.id, user.password_hash, session.tokenHash, session.id, session.userAgent, session.now],
  )) === 1

export type SessionUserRow = UserRow & { session_id: string; last_seen_at: string }

/** Who holds a token, if its session was used since `idleSince` and begun since `begunSince`. */
export const findSessionUser = (
  db: QueryRunner,
  tokenHash: Buffer,
  idleSince: Date,
  begunSince: Date,
): Promise<SessionUserRow | undefined> =>
  db.row(
    `select ${userColumns}, s.id as session_id, s.last_seen_at
       from sessions s
       join users u on u.account_id = s.account_id and u.id = s.user_id
       join accounts a on a.id = u.account_id
      where s.token_hash = $1 and s.last_seen_at > $2 and s.created_at > $3`,
    [tokenHash, idleSince, begunSince],
    'find-session-user',
  )

export const touchSession = (db: QueryRunner, tokenHash: Buffer, now: Date): Promise<number> =>
  db.run('update sessions set last_seen_at = $2 where token_hash = $1', [tokenHash, now])

export const listSessions = async (
  db: QueryRunner,
  accountId: string,
  userId: string,
  currentId: string,
  idleSince: Date,
  begunSince: Date,
): Promise<Session[]> => {
  const rows = await db.rows<{ id: string; created_at: string; last_seen_at: string; user_agent: string | null }>(
    `select id, created_at, last_seen_at, user_agent from sessions
      where account_id = $1 and user_id = $2 and last_seen_at > $3 and created_at > $4
      order by last_seen_at desc`,
    [accountId, userId, idleSince, begunSince],
  )
  return rows.map(row => ({
    id: row.id,
    createdAt: toIsoTimestamp(row.created_at),
    lastSeenAt: toIsoTimestamp(row.last_seen_at),
    userAgent: row.user_agent,
    current: row.id === currentId,
  }))
}

export const removeSession = (db: QueryRunner, accountId: string, id: string): Promise<number> =>
  db.run('delete from sessions where account_id = $1 and id = $2', [accountId, id])

export const removeOtherSessions = (
  db: QueryRunner,
  accountId: string,
  userId: string,
  currentId: string,
): Promise<number> =>
  db.run('delete from sessions where account_id = $1 and user_id = $2 and id <> $3', [accountId, userId, currentId])

export const removeSessions = (db: QueryRunner, accountId: string, userId: string): Promise<number> =>
  db.run('delete from sessions where account_id = $1 and user_id = $2', [accountId, userId])

/** Sessions that no longer let anybody in. */
export const removeExpiredSessions = (db: QueryRunner, idleSince: Date, begunSince: Date): Promise<number> =>
  db.run('delete from sessions where last_seen_at <= $1 or created_at <= $2', [idleSince, begunSince])

export const updateRole = (db: QueryRunner, accountId: string, id: string, role: UserRow['role']): Promise<number> =>
  db.run('update users set role = $3, updated_at = now() where account_id = $1 and id = $2', [accountId, id, role])

export const hasDemonstration = async (db: QueryRunner): Promise<boolean> =>
  (await db.row('select from accounts where is_demonstration limit 1')) !== undefined

export const removeDemonstration = (tx: QueryRunner): Promise<number> =>
  tx.run('delete from accounts where is_demonstration')

export const hasUsers = async (db: QueryRunner): Promise<boolean> =>
  (await db.row<{ found: boolean }>('select exists (select from users) as found'))?.found ?? false
