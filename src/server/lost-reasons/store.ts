import { type LostReason, maxLostReasons } from '#contract/lost-reasons/lost-reasons.ts'
import type { QueryRunner } from '../db/client.ts'

interface ReasonRow {
  id: string
  nome: string
  is_archived: boolean
}

const columns = 'id, nome, archived_at is not null as is_archived'
const toReason = ({ id, nome, is_archived }: ReasonRow): LostReason => ({ _id: id, nome, isArchived: is_archived })

/** Lists the reasons of an account in their order, archived ones included. */
export const listLostReasons = async (db: QueryRunner, accountId: string): Promise<LostReason[]> => {
  const text = `select ${columns} from lost_reasons where account_id = $1 order by position, id`
  return (await db.rows<ReasonRow>(text, [accountId])).map(toReason)
}

/** Adds a reason after the others, or renames and brings back a stored one. Returns `undefined` if the account has too many. */
export const upsertLostReason = async (
  db: QueryRunner,
  accountId: string,
  id: string,
  nome: string,
): Promise<LostReason | undefined> => {
  const row = await db.row<ReasonRow>(
    `insert into lost_reasons (account_id, id, nome, position)
     select $1, $2, $3, coalesce(max(position), 0) + 1 from lost_reasons where account_id = $1
     having count(*) filter (where archived_at is null and id <> $2) < $4
     on conflict (account_id, id) do update set nome = excluded.nome, archived_at = null
     returning ${columns}`,
    [accountId, id, nome, maxLostReasons],
  )
  return row && toReason(row)
}

/** Returns `false` if the account has no reason with this id. Timestamps the first time only. */
export const archiveLostReason = async (db: QueryRunner, accountId: string, id: string): Promise<boolean> => {
  const text = 'update lost_reasons set archived_at = coalesce(archived_at, now()) where account_id = $1 and id = $2'
  return (await db.run(text, [accountId, id])) === 1
}
