import type { QueryRunner } from '../db/client.ts'
import { latestAccountFirst, type UserRow, userColumns, userTables } from './store.ts'

export interface NewReset {
  tokenHash: Buffer
  identityId: string
  email: string
  requestId: string
  expiresAt: Date
}

/** Stores a link and voids links of older requests. Returns `false` if there is a newer request. */
export const insertReset = async (tx: QueryRunner, reset: NewReset): Promise<boolean> => {
  await tx.run('delete from password_resets where identity_id = $1 and request_id < $2', [
    reset.identityId,
    reset.requestId,
  ])
  const inserted = await tx.run(
    `insert into password_resets (identity_id, request_id, token_hash, email, expires_at)
     select $1, $2, $3, $4, $5
      where not exists (select from password_resets where identity_id = $1 and request_id > $2)`,
    [reset.identityId, reset.requestId, reset.tokenHash, reset.email, reset.expiresAt],
  )
  return inserted === 1
}

/** Returns the user of an unexpired link that was sent to their current e-mail. */
export const findResetUser = (
  db: QueryRunner,
  tokenHash: Buffer,
  email: string,
  now: Date,
): Promise<UserRow | undefined> =>
  db.row(
    `select ${userColumns}
       from password_resets r, ${userTables}
      where r.token_hash = $1 and lower(r.email) = lower($2) and r.expires_at > $3
        and i.id = r.identity_id and lower(i.email) = lower(r.email)
      order by ${latestAccountFirst} limit 1`,
    [tokenHash, email, now],
  )

/** Uses a link. Returns `false` if a concurrent request used it first. */
export const consumeReset = async (tx: QueryRunner, tokenHash: Buffer): Promise<boolean> =>
  (await tx.run('delete from password_resets where token_hash = $1', [tokenHash])) === 1

export const removeResets = (tx: QueryRunner, identityId: string): Promise<number> =>
  tx.run('delete from password_resets where identity_id = $1', [identityId])

export const removeExpiredResets = (db: QueryRunner, now: Date): Promise<number> =>
  db.run('delete from password_resets where expires_at <= $1', [now])
