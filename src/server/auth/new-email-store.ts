import type { QueryRunner } from '../db/client.ts'
import { latestAccountFirst, type UserRow, userColumns, userTables } from './store.ts'

/** Replaces the pending e-mail. Returns `false` if the password was changed since it was verified. */
export const setNewEmail = async (tx: QueryRunner, user: UserRow, email: string, until: Date): Promise<boolean> =>
  (await tx.run(
    `update identities set new_email = $3, new_email_until = $4, new_email_tokens = '{}'
      where id = $1 and password_hash = $2`,
    [user.identity_id, user.password_hash, email, until],
  )) === 1

const noNewEmail = `new_email = null, new_email_until = null, new_email_tokens = '{}'`

export const clearNewEmail = (db: QueryRunner, identityId: string): Promise<number> =>
  db.run(`update identities set ${noNewEmail} where id = $1`, [identityId])

export const clearExpiredNewEmails = (db: QueryRunner, now: Date): Promise<number> =>
  db.run(`update identities set ${noNewEmail} where new_email is not null and new_email_until <= $1`, [now])

/** Adds a link for the pending e-mail. Returns `false` if the e-mail is no longer pending. */
export const addNewEmailToken = async (
  db: QueryRunner,
  identityId: string,
  email: string,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> =>
  (await db.run(
    `update identities set new_email_tokens = array_append(new_email_tokens, $3::bytea)
      where id = $1 and lower(new_email) = lower($2) and new_email_until > $4`,
    [identityId, email, tokenHash, now],
  )) > 0

/** Returns the user with this pending e-mail and link. */
export const findNewEmailUser = (
  tx: QueryRunner,
  email: string,
  tokenHash: Buffer,
  now: Date,
): Promise<UserRow | undefined> =>
  tx.row(
    `select ${userColumns} from ${userTables}
      where lower(i.new_email) = lower($1) and $2 = any (i.new_email_tokens) and i.new_email_until > $3
      order by ${latestAccountFirst} limit 1`,
    [email, tokenHash, now],
  )

/**
 * Uses a link. Returns `false` if a concurrent request used it first. Violates `identities_email` if the e-mail is taken.
 */
export const moveToNewEmail = async (tx: QueryRunner, { identity_id }: UserRow, tokenHash: Buffer): Promise<boolean> =>
  (await tx.run(
    `update identities set email = new_email, ${noNewEmail}, updated_at = now()
      where id = $1 and $2 = any (new_email_tokens)`,
    [identity_id, tokenHash],
  )) === 1
