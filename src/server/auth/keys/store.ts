import type { Scope } from '#contract/policies.ts'
import type { QueryRunner } from '../../db/client.ts'
import { type UserRow, userColumns } from '../store.ts'

export interface KeyRow {
  id: string
  nome: string
  last4: string
  scopes: Scope[]
  created_by_nome: string
  /** False for a creator who has left the account. */
  is_member: boolean
  created_at: string
  expires_at: string | null
  last_used_at: string | null
}

export interface NewKey {
  id: string
  nome: string
  keyHash: Buffer
  last4: string
  scopes: readonly Scope[]
  createdBy: string
  now: Date
  expiresAt: Date | null
}

/** Replaces a key of the same id and creator that was never used. Returns `false` if another key has the id. */
export const insertKey = async (tx: QueryRunner, accountId: string, key: NewKey): Promise<boolean> =>
  (await tx.run(
    `insert into api_keys as k (account_id, id, nome, key_hash, last4, scopes, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, id) do update
       set nome = excluded.nome, key_hash = excluded.key_hash, last4 = excluded.last4, scopes = excluded.scopes,
           created_at = excluded.created_at, expires_at = excluded.expires_at, revoked_at = null
       where k.last_used_at is null and k.created_by = excluded.created_by`,
    [accountId, key.id, key.nome, key.keyHash, key.last4, key.scopes, key.createdBy, key.now, key.expiresAt],
  )) === 1

/** Lists the keys that were not revoked, the newest first. */
export const listKeys = (db: QueryRunner, accountId: string): Promise<KeyRow[]> =>
  db.rows(
    `select k.id, k.nome, k.last4, k.scopes, k.created_at, k.expires_at, k.last_used_at,
            u.nome as created_by_nome, u.status = 'active' as is_member
       from api_keys k join users u on u.account_id = k.account_id and u.id = k.created_by
      where k.account_id = $1 and k.revoked_at is null order by k.id desc`,
    [accountId],
  )

/** Returns the name of the revoked key, or `undefined` if there is no such key. */
export const revokeKey = async (
  tx: QueryRunner,
  accountId: string,
  id: string,
  now: Date,
): Promise<string | undefined> => {
  const row = await tx.row<{ nome: string }>(
    'update api_keys set revoked_at = $3 where account_id = $1 and id = $2 and revoked_at is null returning nome',
    [accountId, id, now],
  )
  return row?.nome
}

/** A valid key, with the owner of its account. */
export type KeyOwnerRow = UserRow & { key_id: string; scopes: Scope[]; last_used_at: string | null }

/** Finds a key that is neither revoked nor expired. */
export const findKeyOwner = (db: QueryRunner, keyHash: Buffer, now: Date): Promise<KeyOwnerRow | undefined> =>
  db.row(
    `select ${userColumns}, k.id as key_id, k.scopes, k.last_used_at
       from api_keys k
       join users u on u.account_id = k.account_id and u.team_role = 'owner' and u.status = 'active'
       join identities i on i.id = u.identity_id
       join accounts a on a.id = u.account_id
      where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
    [keyHash, now],
    'find-key-owner',
  )

export const touchKey = (db: QueryRunner, accountId: string, id: string, now: Date): Promise<number> =>
  db.run('update api_keys set last_used_at = $3 where account_id = $1 and id = $2', [accountId, id, now])
