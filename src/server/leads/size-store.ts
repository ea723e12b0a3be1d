import type { QueryRunner } from '../db/client.ts'

/** Makes everybody else who counts or restores the account's leads wait until the transaction ends. */
export const lockAccount = (tx: QueryRunner, accountId: string): Promise<number> =>
  tx.run('select from accounts where id = $1 for no key update', [accountId])

export interface AccountSize {
  count: number
  /** Of the texts of all leads. */
  bytes: number
  /** Those of the given ids that the account has already. */
  existing: number
  existingBytes: number
}

export const measureAccount = async (
  db: QueryRunner,
  accountId: string,
  ids: readonly string[],
): Promise<AccountSize> => {
  const row = await db.row<{ count: number; bytes: number; known: number; known_bytes: number }>(
    `select t.*, k.*
       from (select coalesce(sum(count), 0)::bigint as count, coalesce(sum(bytes), 0)::bigint as bytes
               from lead_totals where account_id = $1) t,
            (select count(*) as known, coalesce(sum(lead_bytes(nome, negocio, telefone, email, descricao_servico,
                    forma_pagamento, prazo_entrega)), 0)::bigint as known_bytes
               from leads where account_id = $1 and id = any ($2)) k`,
    [accountId, ids],
    'measure-account',
  )
  return {
    count: row?.count ?? 0,
    bytes: row?.bytes ?? 0,
    existing: row?.known ?? 0,
    existingBytes: row?.known_bytes ?? 0,
  }
}

export const listExistingIds = async (
  db: QueryRunner,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const text = 'select id from leads where account_id = $1 and id = any ($2)'
  return new Set((await db.rows<{ id: string }>(text, [accountId, ids])).map(({ id }) => id))
}
