import type { QueryRunner } from '../db/client.ts'

// Each anonymization as a record that can be repeated: ids of leads, and hashes of the contacts that may not come back.

export interface Anonymization {
  accountId: string
  id: string
  at: string
  /** Id of the member who asked for it. */
  byUser: string | null
  leadIds: string[]
  /** Hashes of contacts in hex, by the key of the account, which is `null` without hashes. */
  key: string | null
  keyHashes: string[]
}

/** Stores the record. Call it after `insertErasures`, which gives the account its key. */
export const insertAnonymization = (
  tx: QueryRunner,
  { accountId, byUser }: Pick<Anonymization, 'accountId' | 'byUser'>,
  leadIds: readonly string[],
  contactKeys: readonly string[],
  now: Date,
): Promise<number> =>
  tx.run(
    `insert into anonymizations (account_id, at, by_user, lead_ids, key_hashes)
     values ($1, $2, $3, $4,
             array(select erasure_hash(k.key, c.contact_key)
                     from erasure_keys k, unnest($5::text[]) c (contact_key) where k.account_id = $1))`,
    [accountId, now, byUser, leadIds, contactKeys],
  )

const batchSize = 100

/** Is false for a member that a restored account does not have. */
export const hasMember = async (tx: QueryRunner, accountId: string, id: string): Promise<boolean> =>
  (await tx.row('select from users where account_id = $1 and id = $2', [accountId, id])) !== undefined

/** Returns the oldest records without a file. */
export const listUnkept = (db: QueryRunner): Promise<Anonymization[]> =>
  db.rows(
    `select a.account_id as "accountId", a.id, to_json(a.at) #>> '{}' as at, a.by_user as "byUser", a.lead_ids as "leadIds",
            encode(k.key, 'hex') as key, array(select encode(h, 'hex') from unnest(a.key_hashes) h) as "keyHashes"
       from anonymizations a left join erasure_keys k using (account_id)
      where a.kept_at is null order by a.at limit ${batchSize}`,
  )

export const markKept = (db: QueryRunner, { accountId, id }: Anonymization, now: Date): Promise<number> =>
  db.run('update anonymizations set kept_at = $3 where account_id = $1 and id = $2', [accountId, id, now])

/** Returns those that are not in the database although their accounts are, oldest first. */
export const listMissing = async (db: QueryRunner, kept: readonly Anonymization[]): Promise<Anonymization[]> => {
  const rows = await db.rows<{ id: string }>(
    `select f.id from unnest($1::uuid[], $2::uuid[]) f (account_id, id)
       join accounts c on c.id = f.account_id
      where not exists (select from anonymizations a where a.account_id = f.account_id and a.id = f.id)`,
    [kept.map(({ accountId }) => accountId), kept.map(({ id }) => id)],
  )
  const missing = new Set(rows.map(({ id }) => id))
  return kept.filter(({ id }) => missing.has(id)).toSorted((a, b) => a.at.localeCompare(b.at))
}

/** Stores a repeated record, whose file exists. */
export const insertRepeated = (tx: QueryRunner, record: Anonymization): Promise<number> => {
  const { accountId, id, at, byUser, leadIds, keyHashes } = record
  return tx.run(
    `insert into anonymizations (account_id, id, at, by_user, lead_ids, key_hashes, kept_at)
     values ($1, $2, $3, $4, $5, array(select decode(h, 'hex') from unnest($6::text[]) h), $3)`,
    [accountId, id, at, byUser, leadIds, keyHashes],
  )
}

/**
 * Returns the contacts in the account whose hashes are in the record, as phone and e-mail keys: those of leads, of the trash, of
 * requests, forms and imported files.
 */
export const listContactsOf = (
  tx: QueryRunner,
  { accountId, key, keyHashes }: Anonymization,
): Promise<{ phone: string | null; email: string | null }[]> => {
  const isErased = (contactKey: string) =>
    `case when erasure_hash(decode($2, 'hex'), ${contactKey}) = any (h.hashes) then ${contactKey} end`
  return tx.rows(
    `with hashes as (select array(select decode(x, 'hex') from unnest($3::text[]) x) as hashes),
     contacts (phone, email) as (
       select telefone_chave, email_chave from leads where account_id = $1
       union select phone_key(lead ->> 'telefone'), email_key(lead ->> 'email') from removed_leads where account_id = $1
       union select phone_key(phone), email_key(email) from privacy_requests where account_id = $1
       union select phone_key(f ->> 1), email_key(f ->> 1)
         from capture_submissions s, jsonb_array_elements(s.fields) f where s.account_id = $1 and s.fields is not null
       union select phone_key(cell), email_key(cell)
         from import_chunks c, jsonb_array_elements(c.rows) r, jsonb_array_elements_text(r) cell where c.account_id = $1),
     erased as (select ${isErased('c.phone')} as phone, ${isErased('c.email')} as email from contacts c, hashes h)
     select phone, email from erased where phone is not null or email is not null`,
    [accountId, key, keyHashes],
  )
}
