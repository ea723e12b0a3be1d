import { type LostReason, type LostReasonChange, maxLostReasons } from '#contract/lost-reasons/lost-reasons.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { mergeChange } from '../http/merge-change.ts'

interface ReasonRow {
  id: string
  nome: string
  is_archived: boolean
}

type ReasonSetting = Pick<LostReason, 'nome' | 'isArchived'>

const columns = 'id, nome, archived_at is not null as is_archived'
const toReason = ({ id, nome, is_archived }: ReasonRow): LostReason => ({ _id: id, nome, isArchived: is_archived })

/** Lists the reasons of an account in their order, archived ones included. */
export const listLostReasons = async (db: QueryRunner, accountId: string): Promise<LostReason[]> => {
  const text = `select ${columns} from lost_reasons where account_id = $1 order by position, id`
  return (await db.rows<ReasonRow>(text, [accountId])).map(toReason)
}

/** Adds a reason after the others, or changes a stored one. Returns `undefined` if the account then offers too many. */
const upsertLostReason = async (
  db: QueryRunner,
  accountId: string,
  id: string,
  { nome, isArchived }: ReasonSetting,
): Promise<LostReason | undefined> => {
  const row = await db.row<ReasonRow>(
    `insert into lost_reasons (account_id, id, nome, position)
     select $1, $2, $3, coalesce(max(position), 0) + 1 from lost_reasons where account_id = $1
     having $5 or count(*) filter (where archived_at is null and id <> $2) < $4
     on conflict (account_id, id) do update
       set nome = excluded.nome, archived_at = case when $5 then lost_reasons.archived_at end
     returning ${columns}`,
    [accountId, id, nome, maxLostReasons, isArchived],
  )
  return row && toReason(row)
}

/**
 * Adds a reason, or renames a stored one. Brings back an archived one, unless others archived it since `was`. Throws
 * `stale_setting` if others renamed it since `was`.
 */
export const saveLostReason = (
  db: Db,
  accountId: string,
  id: string,
  { nome, was }: LostReasonChange,
): Promise<LostReason | undefined> =>
  db.transaction(async tx => {
    const form = { nome: nome.trim(), isArchived: false }
    const text = `select ${columns} from lost_reasons where account_id = $1 and id = $2 for update`
    const row = await tx.row<ReasonRow>(text, [accountId, id])
    const stored = row && { nome: row.nome, isArchived: row.is_archived }
    return upsertLostReason(tx, accountId, id, stored ? mergeChange(stored, form, was) : form)
  })

/** Returns `false` if the account has no reason with this id. Timestamps the first time only. */
export const archiveLostReason = async (db: QueryRunner, accountId: string, id: string): Promise<boolean> => {
  const text = 'update lost_reasons set archived_at = coalesce(archived_at, now()) where account_id = $1 and id = $2'
  return (await db.run(text, [accountId, id])) === 1
}
