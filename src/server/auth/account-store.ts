import type { TeamSettings } from '#contract/team/settings.ts'
import type { QueryRunner } from '../db/client.ts'

export interface NewAccount {
  accountId: string
  identityId: string
  nome: string
  email: string
  passwordHash: string
  trialEnd: Date
  isDemonstration: boolean
}

/**
 * Creates an identity and the account it owns. The first membership has the id of its identity. Violates `identities_email`
 * if the e-mail is taken.
 */
export const insertAccount = (db: QueryRunner, account: NewAccount): Promise<number> =>
  db.run(
    `with account as (
       insert into accounts (id, nome, trial_end, is_demonstration) values ($1, $4, $2, $7)),
     identity as (
       insert into identities (id, nome, email, password_hash, last_account_id) values ($3, $4, $5, $6, $1))
     insert into users (account_id, id, identity_id, nome, team_role) values ($1, $3, $3, $4, 'owner')`,
    [
      account.accountId,
      account.trialEnd,
      account.identityId,
      account.nome,
      account.email,
      account.passwordHash,
      account.isDemonstration,
    ],
  )

const emailHashSql = (email: string): string => `sha256(convert_to(lower(${email}), 'UTF8'))`

/**
 * Stores the end of an account's trial under the hash of each e-mail of its owner, so that no e-mail gets a second trial.
 */
const recordTrialEndSql = (which: string): string =>
  `insert into past_trials as p (email_hash, trial_end)
   select ${emailHashSql('i.email')}, min(a.trial_end)
     from accounts a
     join users u on u.account_id = a.id and u.team_role = 'owner'
     join identities i on i.id = u.identity_id
    where ${which} group by 1
   on conflict (email_hash) do update set trial_end = least(p.trial_end, excluded.trial_end)`

/** Call it before the e-mail changes. */
export const recordTrialEnds = (tx: QueryRunner, identityId: string): Promise<number> =>
  tx.run(recordTrialEndSql('i.id = $1'), [identityId])

/** Returns the end of the trial of a former owner of this e-mail. */
export const findPreviousTrialEnd = async (db: QueryRunner, email: string): Promise<Date | undefined> => {
  const text = `select trial_end from past_trials where email_hash = ${emailHashSql('$1')}`
  const row = await db.row<{ trial_end: string }>(text, [email])
  return row && new Date(row.trial_end)
}

/**
 * Deletes accounts with their members, sessions and leads, and identities that belong to no other account. Locks the
 * identities first, so that none joins another account meanwhile.
 */
const removeAccounts = async (tx: QueryRunner, which: string, values: unknown[] = []): Promise<number> => {
  // Hundreds of thousands of leads, or waiting for their writers, take longer than a request's statement may.
  await tx.run('set local statement_timeout = 0')
  await tx.run('set local lock_timeout = 0')
  const identities = await tx.rows<{ id: string }>(
    `select id from identities where id in (
       select u.identity_id from users u join accounts a on a.id = u.account_id where ${which})
      order by id for update`,
    values,
  )
  const count = await tx.run(`delete from accounts a where ${which}`, values)
  await tx.run(
    'delete from identities i where id = any($1) and not exists (select from users where identity_id = i.id)',
    [identities.map(({ id }) => id)],
  )
  return count
}

/** Deletes an account; only the end of its trial stays stored. */
export const removeAccount = async (tx: QueryRunner, accountId: string): Promise<number> => {
  await tx.run(recordTrialEndSql('a.id = $1'), [accountId])
  return removeAccounts(tx, 'a.id = $1', [accountId])
}

/** Marks trials ending before `until` as reminded and returns their owners. Safe to run in several processes. */
export const claimTrialReminders = (
  tx: QueryRunner,
  now: Date,
  until: Date,
): Promise<{ account_id: string; nome: string; email: string; trial_end: string }[]> =>
  tx.rows(
    `update accounts a set trial_reminded_at = $1
       from users u join identities i on i.id = u.identity_id
      where u.account_id = a.id and u.team_role = 'owner' and i.role <> 'admin' and a.id in (
        select id from accounts
         where trial_reminded_at is null and trial_end > $1 and trial_end <= $2
           and subscription_status = 'inactive' and subscription_plan is null
         order by trial_end limit 200 for update skip locked)
      returning u.account_id, u.nome, i.email, a.trial_end`,
    [now, until],
  )

export const hasDemonstration = async (db: QueryRunner): Promise<boolean> =>
  (await db.row('select from accounts where is_demonstration limit 1')) !== undefined

export const removeDemonstration = (tx: QueryRunner): Promise<number> => removeAccounts(tx, 'a.is_demonstration')

export const hasUsers = async (db: QueryRunner): Promise<boolean> =>
  (await db.row<{ found: boolean }>('select exists (select from users) as found'))?.found ?? false

/** Serializes changes of a team. Writers of leads are not blocked. Returns `false` for a deleted account. */
export const lockAccount = async (tx: QueryRunner, accountId: string): Promise<boolean> =>
  (await tx.row('select from accounts where id = $1 for no key update', [accountId])) !== undefined

export const findSettings = (tx: QueryRunner, accountId: string): Promise<TeamSettings | undefined> =>
  tx.row('select nome, timezone, sellers_see, sellers_take_unassigned, digest_hour from accounts where id = $1', [
    accountId,
  ])

export const updateSettings = (tx: QueryRunner, accountId: string, settings: TeamSettings): Promise<number> =>
  tx.run(
    `update accounts set nome = $2, timezone = $3, sellers_see = $4, sellers_take_unassigned = $5, digest_hour = $6 where id = $1`,
    [
      accountId,
      settings.nome,
      settings.timezone,
      settings.sellers_see,
      settings.sellers_take_unassigned,
      settings.digest_hour,
    ],
  )
