import type { QueryRunner } from '../../db/client.ts'
import { toIsoTimestamp } from '../../db/client.ts'

// People who were erased from an account, as keyed hashes of their contacts. The triggers of `leads` reject them.

export interface Contact {
  telefone: string
  email: string
}

/** Tells for each contact whether its person was erased from the account. */
export const findErased = async (
  tx: QueryRunner,
  accountId: string,
  contacts: readonly Contact[],
): Promise<boolean[]> => {
  const known = await tx.row('select from erasures where account_id = $1 limit 1', [accountId])
  if (!known) return contacts.map(() => false)
  const rows = await tx.rows<{ erased: boolean }>(
    `select erased_at($1, c.phone, c.email) is not null as erased
       from unnest($2::text[], $3::text[]) with ordinality c (phone, email, position) order by c.position`,
    [accountId, contacts.map(({ telefone }) => telefone), contacts.map(({ email }) => email)],
  )
  return rows.map(({ erased }) => erased)
}

/** Returns when the person was last erased, or `null`. */
export const findErasedAt = async (
  db: QueryRunner,
  accountId: string,
  { telefone, email }: Contact,
): Promise<string | null> => {
  const row = await db.row<{ at: string | null }>('select erased_at($1, $2, $3) as at', [accountId, telefone, email])
  return row?.at ? toIsoTimestamp(row.at) : null
}

/** Stores the hashes of phone and e-mail keys. The account gets its key with its first erasure. */
export const insertErasures = async (
  tx: QueryRunner,
  accountId: string,
  contactKeys: readonly string[],
  now: Date,
): Promise<void> => {
  await tx.run(
    `insert into erasure_keys (account_id, key) values ($1, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
     on conflict do nothing`,
    [accountId],
  )
  await tx.run(
    `insert into erasures (account_id, key_hash, at)
     select $1, erasure_hash(k.key, c.contact_key), $3
       from erasure_keys k, unnest($2::text[]) c (contact_key) where k.account_id = $1
     on conflict (account_id, key_hash) do update set at = excluded.at`,
    [accountId, contactKeys, now],
  )
}

/**
 * Stores hashes that were made with the key, in hex. An account without a key gets it; with another key they would match
 * nobody, and are not stored.
 */
export const insertErasureHashes = async (
  tx: QueryRunner,
  { accountId, at, key, keyHashes }: { accountId: string; at: string; key: string; keyHashes: readonly string[] },
): Promise<void> => {
  await tx.run(`insert into erasure_keys (account_id, key) values ($1, decode($2, 'hex')) on conflict do nothing`, [
    accountId,
    key,
  ])
  await tx.run(
    `insert into erasures (account_id, key_hash, at)
     select k.account_id, decode(h, 'hex'), $2
       from erasure_keys k, unnest($4::text[]) h where k.account_id = $1 and k.key = decode($3, 'hex')
     on conflict (account_id, key_hash) do update set at = excluded.at`,
    [accountId, at, key, keyHashes],
  )
}

/** Deletes the hashes of a contact. Call it only when a user stores the person again with a legal basis. */
export const removeErasures = (tx: QueryRunner, accountId: string, { telefone, email }: Contact): Promise<number> =>
  tx.run(
    `delete from erasures e using erasure_keys k
      where e.account_id = $1 and k.account_id = $1
        and e.key_hash in (erasure_hash(k.key, phone_key($2)), erasure_hash(k.key, email_key($3)))`,
    [accountId, telefone, email],
  )
