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
  /** Who is responsible for new leads. */
  userId: string | null
  /** Absent where no member asks: all leads are visible. */
  member?: Caller['member']
  /** Absent where no quota applies. */
  user?: Caller['user']
}

/** Every way to write an account's leads. Quotas are checked here; versions and the feed grow in the same transaction. */
export interface LeadWriter {
  /** Leads that the writer's member does not see do not exist for the writer. */
  find(id: string): Promise<Lead | undefined>
  /** Adds a lead under the writer's responsibility. `undefined` when the account has a lead of that id. */
  insert(id: string, lead: LeadForm): Promise<Lead | undefined>
  /** Replaces the fields of a lead that was read. */
  update(id: string, lead: LeadForm): Promise<Lead>
  /** Changes nothing but the status of a lead that was read: the quota is not asked. */
  move(id: string, lead: LeadForm): Promise<Lead>
  /** Moves a lead to the trash. `false` when there is none, or none at that version. */
  remove(id: string, version: number | undefined): Promise<boolean>
  /** Takes a lead out of the trash as its next version. `undefined` when it is not there. */
  restore(id: string): Promise<Lead | undefined>
  /** Adds the leads, and overwrites existing ones unless `onlyMissing`. Returns how many were written. */
  upsert(leads: readonly RestoredLead[], options: { onlyMissing: boolean }): Promise<number>
}

const lockCounter = (account: string, actor: string): string =>
  `select set_config('fechou.actor', ${actor}, true) from live where account_id = ${account} for update`
// Adding a lead locks the account's row too. It comes first, as in the deletion of an account.
const lockAccountAndCounter = (account: string, actor: string): string =>
  `select set_config('fechou.actor', ${actor}, true) from live l join accounts a on a.id = l.account_id
    where l.account_id = ${account} for key share of a for update of l`

interface WriteOptions {
  /** Whether the work may add leads. */
  adds: boolean
  /** A lead to be read first, in the same round trip. */
  lead?: string
}

/**
 * The only door to writing leads. Writers of an account run one after the other, so that counting, versions and the feed
 * need no further lock and cannot deadlock. `work` gets the lead that the options name, if the member sees it. Throws
 * `session_expired` when the account is gone.
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

/** Leads of one statement. Serializing them blocks the event loop for that long. */
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
      // A lead that the member does not see is neither overwritten nor told of.
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

/** An id that comes back goes on after the version that it had. */
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
  /** The columns of `leads` that the row in the trash has. */
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

/** Columns that are younger than the removal take their defaults. */
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
