import type { Lead, LeadForm, RestoredLead } from '#contract/leads.ts'
import type { Caller } from '../auth/access.ts'
import { type Db, literal, type QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { editableColumns, editableTypes, editableValues, type LeadRow, leadColumns, toLead } from './lead-columns.ts'
import { assertWithinQuota } from './lead-quota.ts'
import { LiteralSqlBuilder, SqlBuilder } from './sql-builder.ts'
import { findLead, findLeadText, listExistingIds } from './store.ts'
import { findView, type LeadView, visibleTo } from './visibility.ts'

export interface Writer extends Pick<Caller, 'accountId' | 'actor'> {
  /** Responsible member of new leads. */
  userId: string | null
  /** Without a member, all leads are visible. */
  member?: Caller['member']
  /** Without a user, no quota applies. */
  user?: Caller['user']
}

/** All ways to write leads. Checks quotas; versions and the feed change in the same transaction. */
export interface LeadWriter {
  /** Returns `undefined` also for a lead that the writer's member cannot see. */
  find(id: string): Promise<Lead | undefined>
  /** Adds a lead with the writer as its responsible member. Returns `undefined` if the account has a lead with this id. */
  insert(id: string, lead: LeadForm): Promise<Lead | undefined>
  /** Replaces the fields of a lead that was read under the lock. */
  update(id: string, lead: LeadForm): Promise<Lead>
  /** Changes only the status of a lead that was read under the lock. Checks no quota. */
  move(id: string, lead: LeadForm): Promise<Lead>
  /** Moves a lead to the trash. Returns `false` if there is no lead, or none with this version. */
  remove(id: string, version: number | undefined): Promise<boolean>
  /** Restores a lead from the trash with its next version. Returns `undefined` if it is not in the trash. */
  restore(id: string): Promise<Lead | undefined>
  /** Adds leads, and overwrites existing ones unless `onlyMissing`. Returns the number of written leads. */
  upsert(leads: readonly RestoredLead[], options: { onlyMissing: boolean }): Promise<number>
}

const lockCounter = (account: string, actor: string): string =>
  `select set_config('fechou.actor', ${actor}, true) from live where account_id = ${account} for update`
// Adding a lead also locks the account's row. Lock it first, as the deletion of an account does.
const lockAccountAndCounter = (account: string, actor: string): string =>
  `select set_config('fechou.actor', ${actor}, true) from live l join accounts a on a.id = l.account_id
    where l.account_id = ${account} for key share of a for update of l`

interface WriteOptions {
  /** Whether the work may add leads. */
  adds: boolean
  /** Id of a lead to read first, in the same round trip. */
  lead?: string
}

/**
 * The only way to write leads. Takes a lock per account, so that counts, versions and the feed need no other lock and cannot
 * deadlock. Passes the lead named in the options to `work` if the member sees it. Throws `session_expired` if the account
 * was deleted.
 */
export const writeLeads = async <Result>(
  db: Db,
  writer: Writer,
  { adds, lead: id }: WriteOptions,
  work: (leads: LeadWriter, lead: Lead | undefined) => Promise<Result>,
): Promise<Result> => {
  const { accountId, actor } = writer
  const view = await findView(db, writer)
  const lock = adds ? lockAccountAndCounter : lockCounter
  const first = [lock(literal(accountId), literal(`${actor.kind}:${actor.id ?? ''}`))]
  if (id !== undefined) first.push(findLeadText(new LiteralSqlBuilder(), view, id))
  return db.transactionFrom(first, async (tx, [locked = [], found = []]) => {
    if (locked.length === 0) throw new AppError('session_expired')
    const [row] = found as LeadRow[]
    return work(createLeadWriter(tx, writer, view), row && toLead(row))
  })
}

/** Leads per statement. Serializing them blocks the event loop. */
const batchSize = 100

const createLeadWriter = (tx: QueryRunner, writer: Writer, view: LeadView): LeadWriter => {
  const { accountId, userId } = writer
  return {
    find: id => findLead(tx, view, id),
    insert: async (id, lead) => {
      await assertWithinQuota(tx, writer, [{ _id: id, ...lead }])
      return insertLead(tx, { accountId, userId, id }, lead)
    },
    update: async (id, lead) => {
      await assertWithinQuota(tx, writer, [{ _id: id, ...lead }])
      return updateLead(tx, accountId, id, lead)
    },
    move: (id, lead) => updateLead(tx, accountId, id, lead),
    remove: (id, version) => removeLead(tx, view, id, version),
    restore: async id => {
      const removed = await findRemovedLead(tx, view, id)
      if (!removed) return undefined
      await assertWithinQuota(tx, writer, [removed.lead])
      return restoreLead(tx, accountId, id, removed.columns)
    },
    upsert: async (leads, { onlyMissing }) => {
      const existing = await listExistingIds(
        tx,
        view,
        leads.map(({ _id }) => _id),
      )
      // A lead that the member cannot see is not overwritten, and its existence is not revealed.
      if (!onlyMissing && existing.some(({ visible }) => !visible)) throw new AppError('not_found')
      const skipped = new Set(onlyMissing ? existing.map(({ id }) => id) : [])
      const wanted = leads.filter(({ _id }) => !skipped.has(_id))
      await assertWithinQuota(tx, writer, wanted)
      let written = 0
      for (let start = 0; start < wanted.length; start += batchSize) {
        written += await upsertLeads(tx, accountId, userId, wanted.slice(start, start + batchSize))
      }
      return written
    },
  }
}

const columnList = editableColumns.join(', ')
const placeholders = (from: number): string => editableColumns.map((_, index) => `$${from + index}`).join(', ')
const returnedColumns = leadColumns.join(', ')

/** A restored id continues with the version it had. */
const insertLead = async (
  tx: QueryRunner,
  { accountId, userId, id }: { accountId: string; userId: string | null; id: string },
  lead: LeadForm,
): Promise<Lead | undefined> => {
  const row = await tx.row<LeadRow>(
    `insert into leads (account_id, user_id, id, version, ${columnList})
     values ($1, $2, $3, coalesce((select version + 1 from removed_leads where account_id = $1 and id = $3), 1),
             ${placeholders(4)})
     on conflict (account_id, id) do nothing returning ${returnedColumns}`,
    [accountId, userId, id, ...editableValues(lead)],
    'insert-lead',
  )
  return row && toLead(row)
}

const updateLead = async (tx: QueryRunner, accountId: string, id: string, lead: LeadForm): Promise<Lead> => {
  const row = await tx.row<LeadRow>(
    `update leads set (${columnList}) = row(${placeholders(3)}), version = version + 1, updated_at = now()
      where account_id = $1 and id = $2 returning ${returnedColumns}`,
    [accountId, id, ...editableValues(lead)],
    'update-lead',
  )
  if (!row) throw new AppError('not_found')
  return toLead(row)
}

const removeLead = async (tx: QueryRunner, view: LeadView, id: string, version: number | undefined) => {
  const sql = new SqlBuilder()
  const versionText = sql.bind(version ?? null)
  const text = `delete from leads where ${visibleTo(sql, view)} and id = ${sql.bind(id)}
    and (${versionText}::integer is null or version = ${versionText})`
  return (await tx.run(text, sql.values)) === 1
}

interface RemovedLead {
  lead: Lead
  /** Columns of `leads` that the removed row contains. */
  columns: string[]
}

const findRemovedLead = async (tx: QueryRunner, view: LeadView, id: string): Promise<RemovedLead | undefined> => {
  const sql = new SqlBuilder()
  const removed = `select lead from removed_leads where ${visibleTo(sql, view)} and id = ${sql.bind(id)}
    and lead is not null`
  const row = await tx.row<LeadRow & { columns: string[] }>(
    `select ${returnedColumns}, array(
        select quote_ident(attname) from pg_attribute
         where attrelid = 'leads'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and r.lead ? attname
      ) as columns
       from (${removed}) r, jsonb_populate_record(null::leads, r.lead)`,
    sql.values,
  )
  return row && { lead: toLead(row), columns: row.columns }
}

/** Columns added after the removal get their defaults. */
const restoreLead = async (tx: QueryRunner, accountId: string, id: string, columns: string[]): Promise<Lead> => {
  const list = columns.join(', ')
  const row = await tx.row<LeadRow>(
    `insert into leads (${list})
     select ${list} from (select lead || jsonb_build_object('version', version + 1) as next
                            from removed_leads where account_id = $1 and id = $2) r,
            jsonb_populate_record(null::leads, r.next)
     returning ${returnedColumns}`,
    [accountId, id],
  )
  if (!row) throw new AppError('not_found')
  return toLead(row)
}

const upsertLeads = (
  tx: QueryRunner,
  accountId: string,
  userId: string | null,
  leads: readonly RestoredLead[],
): Promise<number> => {
  const rows = leads.map(lead => [lead._id, lead.createdAt ?? null, lead.updatedAt ?? null, ...editableValues(lead)])
  const types = ['uuid', 'timestamptz', 'timestamptz', ...editableTypes]
  const [id, createdAt, updatedAt, ...written] = types.map((type, index) => `(r ->> ${index})::${type}`)
  return tx.run(
    `insert into leads (account_id, user_id, id, version, created_at, updated_at, ${columnList})
     select $1, $2, ${id}, coalesce(g.version + 1, 1),
            least(coalesce(${createdAt}, now()), now()), least(coalesce(${updatedAt}, now()), now()), ${written.join(', ')}
       from jsonb_array_elements($3::jsonb) r
       left join removed_leads g on g.account_id = $1 and g.id = ${id}
     on conflict (account_id, id) do update
       set (${columnList}) = row(${editableColumns.map(column => `excluded.${column}`).join(', ')}),
           version = leads.version + 1, updated_at = now()`,
    [accountId, userId, JSON.stringify(rows)],
  )
}
