import type { QueryRunner } from '../db/client.ts'
import { SqlBuilder } from '../leads/sql-builder.ts'
import { type LeadView, visibleTo } from '../leads/visibility.ts'
import type { KeyedLead } from './group-duplicates.ts'

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
