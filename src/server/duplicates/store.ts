import type { QueryRunner } from '../db/client.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'
import { type LeadView, visibleTo } from '../leads/read/visibility.ts'
import type { KeyedLead, LeadPair } from './group-duplicates.ts'

/** Lists the leads that share a phone key or an e-mail key with another one that the member sees, oldest first. */
export const listKeyedDuplicates = (db: QueryRunner, view: LeadView, limit: number): Promise<KeyedLead[]> => {
  const sql = new SqlBuilder()
  const repeated = (key: string) => `${key} in (
    select ${key} from leads where ${visibleTo(sql, view)} and ${key} is not null group by ${key} having count(*) > 1)`
  return db.rows(
    `select id, telefone_chave as phone, email_chave as email from leads
      where ${visibleTo(sql, view)} and (${repeated('telefone_chave')} or ${repeated('email_chave')})
      order by created_at, id limit ${sql.bind(limit)}`,
    sql.values,
  )
}

/** Lists the pairs that the account has told apart, oldest first. */
export const listDistinctPairs = (db: QueryRunner, accountId: string, limit: number): Promise<LeadPair[]> =>
  db.rows('select one, other from distinct_leads where account_id = $1 order by created_at, one, other limit $2', [
    accountId,
    limit,
  ])

const pairValues = (pairs: readonly LeadPair[]) => [pairs.map(({ one }) => one), pairs.map(({ other }) => other)]

/** Stores pairs. Returns the number of new ones. */
export const insertDistinctPairs = (
  tx: QueryRunner,
  { accountId, createdBy, now }: { accountId: string; createdBy: string; now: Date },
  pairs: readonly LeadPair[],
): Promise<number> =>
  tx.run(
    `insert into distinct_leads (account_id, one, other, created_by, created_at)
     select $1, p.one, p.other, $2, $3 from unnest($4::uuid[], $5::uuid[]) p (one, other)
     on conflict do nothing`,
    [accountId, createdBy, now, ...pairValues(pairs)],
  )

export const removeDistinctPairs = (tx: QueryRunner, accountId: string, pairs: readonly LeadPair[]): Promise<number> =>
  tx.run(
    `delete from distinct_leads d using unnest($2::uuid[], $3::uuid[]) p (one, other)
      where d.account_id = $1 and d.one = p.one and d.other = p.other`,
    [accountId, ...pairValues(pairs)],
  )
