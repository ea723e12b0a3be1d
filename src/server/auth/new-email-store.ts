import type { QueryRunner } from '../db/client.ts'
import { type UserRow, userColumns } from './store.ts'

/**
 * Notes the e-mail that somebody wants, in place of one they wanted before; `false` when the password in `user` has been
 * replaced since it was verified.
 */
export const setNewEmail = async (tx: QueryRunner, user: UserRow, email: string, until: Date): Promise<boolean> =>
  (await tx.run(
    `update users set new_email = $4, new_email_until = $5, new_email_tokens = '{}'
      where account_id = $1 and id = $2 and password_hash = $3`,
    [user.account_id, user.id, user.password_hash, email, until],
  )) === 1

const noNewEmail = `new_email = null, new_email_until = null, new_email_tokens = '{}'`

export const clearNewEmail = (db: QueryRunner, accountId: string, id: string): Promise<number> =>
  db.run(`update users set ${noNewEmail} where account_id = $1 and id = $2`, [accountId, id])

export const clearExpiredNewEmails = (db: QueryRunner, now: Date): Promise<number> =>
  db.run(`update users set ${noNewEmail} where new_email is not null and new_email_until <= $1`, [now])

/** One more link for the e-mail that somebody in the account waits for; `false` when nobody does. */
export const addNewEmailToken = async (
  db: QueryRunner,
  accountId: string,
  email: string,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> =>
  (await db.run(
    `update users set new_email_tokens = array_append(new_email_tokens, $3::bytea)
      where account_id = $1 and lower(new_email) = lower($2) and new_email_until > $4`,
    [accountId, email, tokenHash, now],
  )) > 0

/** Whose link it is: sent to this e-mail, which they still wait for. */
export const findNewEmailUser = (
  tx: QueryRunner,
  email: string,
  tokenHash: Buffer,
  now: Date,
): Promise<UserRow | undefined> =>
  tx.row(
    `select ${userColumns} from users u join accounts a on a.id = u.account_id
      where lower(u.new_email) = lower($1) and $2 = any (u.new_email_tokens) and u.new_email_until > $3`,
    [email, tokenHash, now],
  )

/** Uses a link up; `false` when somebody else just has. Violates `users_email` when the e-mail is taken. */
export const moveToNewEmail = async (
  tx: QueryRunner,
  { account_id, id }: UserRow,
  tokenHash: Buffer,
): Promise<boolean> =>
  (await tx.run(
    `update users set email = new_email, ${noNewEmail}, updated_at = now()
      where account_id = $1 and id = $2 and $3 = any (new_email_tokens)`,
    [account_id, id, tokenHash],
  )) === 1
