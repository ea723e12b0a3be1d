import { type LostReason, type LostReasonForm, maxLostReasons } from '#contract/lost-reasons/lost-reasons.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { mergeChange } from '../http/merge-change.ts'

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
const upsertLostReason = async (
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

/** Adds a reason, or renames and brings back a stored one. Throws `stale_setting` with its name if others renamed it since `was`. */
export const saveLostReason = (
  db: Db,
  accountId: string,
  id: string,
  { nome, was }: LostReasonForm & { was?: LostReasonForm | undefined },
): Promise<LostReason | undefined> =>
  db.transaction(async tx => {
    const form = { nome: nome.trim() }
    const text = 'select nome from lost_reasons where account_id = $1 and id = $2 for update'
    const stored = await tx.row<LostReasonForm>(text, [accountId, id])
    return upsertLostReason(tx, accountId, id, (stored ? mergeChange(stored, form, was) : form).nome)
  })

/** Returns `false` if the account has no reason with this id. Timestamps the first time only. */
export const archiveLostReason = async (db: QueryRunner, accountId: string, id: string): Promise<boolean> => {
  const text = 'update lost_reasons set archived_at = coalesce(archived_at, now()) where account_id = $1 and id = $2'
  return (await db.run(text, [accountId, id])) === 1
}
