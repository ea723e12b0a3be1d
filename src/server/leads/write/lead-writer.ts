import type { Lead, LeadForm, RestoredLead } from '#contract/leads/leads.ts'
import type { NextStep } from '#contract/leads/next-step.ts'
import type { Caller } from '../../auth/access.ts'
import type { Db, QueryRunner } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import {
  editableColumns,
  editableTypes,
  editableValues,
  type LeadRow,
  leadColumns,
  lostReasonColumns,
  nextStepColumns,
  nextStepValues,
  toLead,
} from '../fields/lead-columns.ts'
import { LiteralSqlBuilder, SqlBuilder } from '../read/sql-builder.ts'
import { findLead, findLeadText, listExistingIds } from '../read/store.ts'
import { type LeadView, notHiddenInTrash, viewName, viewOf, visibleTo } from '../read/visibility.ts'
import { type Contact, findErased, removeErasures } from './erased-people.ts'
import {
  anonymizeLeads,
  assignLeads,
  type ChosenLead,
  type LeadChoice,
  listChosenLeads,
  reassignLeads,
  reinsertLeads,
  removeLeads,
  restoreLeads,
  rewriteLeads,
  upsertLeads,
  type VersionedChange,
  type VersionedId,
} from './lead-batches.ts'
import { assertHasRoom, assertWithinQuota, findRoom, type Growth, growthOf, quotaCondition } from './lead-quota.ts'
import { anonymizeRemovedLeads, nameMerged } from './trash.ts'

export interface Writer extends Pick<Caller, 'accountId' | 'actor'>, Partial<Pick<Caller, 'member' | 'settings'>> {
  /** Responsible member of new leads. */
  userId: string | null
  /** Without a user, no quota applies. */
  user?: Caller['user']
}

/** Writes that are a single statement. */
export interface StatementWriter {
  /** Returns `undefined` also for a lead that the writer's member cannot see. */
  find(id: string): Promise<Lead | undefined>
  /** Adds a lead with the writer as its responsible member. Returns `undefined` for an id that is taken or hidden in the trash. */
  insert(id: string, lead: LeadForm): Promise<Lead | undefined>
  /** Replaces the fields of a lead that was read. Returns `undefined` if its version has changed since. */
  update(current: Lead, lead: LeadForm): Promise<Lead | undefined>
  /** Changes only the status of a lead that was read. Checks no quota. */
  move(current: Lead, lead: LeadForm): Promise<Lead | undefined>
  /** Moves a lead to the trash. Returns `false` if there is no lead, or none with this version. */
  remove(id: string, version: number | undefined): Promise<boolean>
}

/** All ways to write leads. Checks quotas; versions and the feed change in the same transaction. */
export interface LeadWriter extends StatementWriter {
  /** The transaction, for what is stored together with the leads. */
  tx: QueryRunner
  /** Adds a lead with another responsible member than the writer's. */
  insert(id: string, lead: LeadForm, userId?: string | null): Promise<Lead | undefined>
  /** Restores leads from the trash, those with a version only if they were removed at it. Skips erased people. Returns the ids. */
  restoreAll(leads: readonly { id: string; version?: number }[]): Promise<string[]>
  /** Adds leads, and overwrites existing ones unless `onlyMissing`. Returns the number of written leads. */
  upsert(leads: readonly RestoredLead[], options: { onlyMissing: boolean }): Promise<number>
  /** Adds leads with all their fields, those that the account does not have. Returns their ids. */
  reinsertAll(leads: readonly Lead[]): Promise<string[]>
  /** Sets the next step of a lead, or none. Its place on the board stays. Returns `undefined` if the member cannot see it. */
  setNextStep(id: string, step: NextStep | null): Promise<Lead | undefined>
  /** Says why a lost lead was lost. Its place on the board stays. Returns `undefined` if the member cannot see it. */
  setLostReason(id: string, reasonId: string | null, note: string | null): Promise<Lead | undefined>
  /** Assigns leads to an active member, or to none. Returns the number of reassigned leads. Throws `not_found`. */
  assign(ids: readonly string[], userId: string | null): Promise<number>
  /** Assigns all leads of a member to another member, or to none. Returns their number. */
  reassign(from: string, to: string | null): Promise<number>
  /** Tells for each contact whether its person was erased from the account. */
  findErased(contacts: readonly Contact[]): Promise<boolean[]>
  /** Allows an erased person to be stored again. Returns 0 if the person was not erased. */
  readmit(contact: Contact): Promise<number>
  /** Erases the person in leads, also in the trash. Stage, value and dates stay. Returns the number of leads. */
  anonymize(ids: readonly string[]): Promise<number>
  /** Returns what the account may still grow by. */
  room(): Promise<Growth>
  /** Moves those of the leads to the trash that still have their version. Returns their ids. */
  removeAll(leads: readonly VersionedId[]): Promise<string[]>
  /** Changes those of the leads that still have their version, without a quota. Returns ids and new versions. */
  rewriteAll(changes: readonly VersionedChange[]): Promise<VersionedId[]>
  /** Returns at most `limit` of the chosen leads that the member sees. */
  choose(choice: LeadChoice, limit: number): Promise<ChosenLead[]>
  /** Throws `not_found` unless leads may be assigned to the member, or to none with `null`. */
  assertAssignable(to: string | null): Promise<void>
}

interface WriteOptions {
  /** Whether the work may add leads, or give them to a member. */
  adds: boolean
  /** Id of a lead to read first, in the same round trip. */
  lead?: string
}

// A new lead, or a new responsible member, locks the account's row too. It comes first, as in the deletion of an account.
const lockText = (sql: SqlBuilder, { accountId, actor }: Writer, { adds }: WriteOptions): string => {
  const setActor = `set_config('fechou.actor', ${sql.bind(`${actor.kind}:${actor.id ?? ''}`)}, true)`
  const account = sql.bind(accountId)
  return adds
    ? `select ${setActor} from live l join accounts a on a.id = l.account_id
        where l.account_id = ${account} for key share of a for update of l`
    : `select ${setActor} from live where account_id = ${account} for update`
}

/**
 * The only way to write leads. Takes a lock per account, so that counts, versions and the feed need no other lock and cannot
 * deadlock. Passes the lead named in the options to `work` if the member sees it. Throws `session_expired` if the account
 * was deleted.
 */
export const writeLeads = async <Result>(
  db: Db,
  writer: Writer,
  options: WriteOptions,
  work: (leads: LeadWriter, lead: Lead | undefined, tx: QueryRunner) => Promise<Result>,
): Promise<Result> => {
  const view = viewOf(writer)
  const first = [lockText(new LiteralSqlBuilder(), writer, options)]
  if (options.lead !== undefined) first.push(findLeadText(new LiteralSqlBuilder(), view, options.lead))
  const result = await db.transactionFrom(first, async (tx, [locked = [], found = []]) => {
    if (locked.length === 0) throw new AppError('session_expired')
    const [row] = found as LeadRow[]
    return work(createLeadWriter(tx, writer, view), row && toLead(row), tx)
  })
  db.announce(writer.accountId)
  return result
}

/**
 * Writes with a single statement that takes the lock of `writeLeads` itself: one round trip, no transaction around it. A
 * statement that writes nothing does not say why; repeat the work with `writeLeads` to find out.
 */
export const writeAtOnce = (db: Db, writer: Writer): StatementWriter => {
  const view = viewOf(writer)
  const announced = <Result>(write: Promise<Result>): Promise<Result> =>
    write.finally(() => db.announce(writer.accountId))
  return {
    find: id => findLead(db, view, id),
    insert: (id, lead) => announced(insertLead(db, writer, view, id, lead, growthOf(lead))),
    update: (current, lead) => announced(updateLead(db, writer, view, current, lead, growthOf(lead, current))),
    move: (current, lead) => announced(updateLead(db, writer, view, current, lead)),
    remove: (id, version) => announced(removeLead(db, writer, view, id, version)),
  }
}

/** Leads per statement. Serializing them blocks the event loop. */
const batchSize = 100

const createLeadWriter = (tx: QueryRunner, writer: Writer, view: LeadView): LeadWriter => {
  const { accountId, userId } = writer
  return {
    tx,
    find: id => findLead(tx, view, id),
    insert: async (id, lead, responsible = userId) => {
      await assertWithinQuota(tx, writer, [{ _id: id, ...lead }])
      return insertLead(tx, { ...writer, userId: responsible }, view, id, lead)
    },
    update: async (current, lead) => {
      await assertWithinQuota(tx, writer, [{ ...lead, _id: current._id }])
      return updateLead(tx, writer, view, current, lead)
    },
    move: (current, lead) => updateLead(tx, writer, view, current, lead),
    remove: (id, version) => removeLead(tx, writer, view, id, version),
    setNextStep: (id, step) => updateColumns(tx, view, id, nextStepColumns, nextStepValues(step)),
    setLostReason: (id, ...reason) => updateColumns(tx, view, id, lostReasonColumns, reason),
    restoreAll: leads => restoreLeads(tx, view, leads, growth => assertHasRoom(tx, writer, growth)),
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
      await nameMerged(tx, accountId, wanted)
      let written = 0
      for (let start = 0; start < wanted.length; start += batchSize) {
        written += await upsertLeads(tx, accountId, userId, wanted.slice(start, start + batchSize))
      }
      return written
    },
    reinsertAll: async leads => {
      await assertWithinQuota(tx, writer, leads)
      await nameMerged(tx, accountId, leads)
      return reinsertLeads(tx, accountId, leads)
    },
    assign: async (ids, to) => {
      await assertAssignable(tx, accountId, to)
      return assignLeads(tx, view, ids, to)
    },
    reassign: (from, to) => reassignLeads(tx, view, from, to),
    findErased: contacts => findErased(tx, accountId, contacts),
    readmit: contact => removeErasures(tx, accountId, contact),
    anonymize: async ids => (await anonymizeLeads(tx, view, ids)) + (await anonymizeRemovedLeads(tx, view, ids)),
    room: () => findRoom(tx, writer),
    removeAll: leads => removeLeads(tx, view, leads),
    rewriteAll: changes => rewriteLeads(tx, view, changes),
    choose: (choice, limit) => listChosenLeads(tx, view, choice, limit),
    assertAssignable: to => assertAssignable(tx, accountId, to),
  }
}

const columnList = editableColumns.join(', ')
const returnedColumns = leadColumns.join(', ')
const bindFields = (sql: SqlBuilder, lead: LeadForm): string =>
  editableValues(lead)
    .map((value, index) => `${sql.bind(value)}::${editableTypes[index]}`)
    .join(', ')

/** A restored id continues with the version it had. With `growth`, adds no lead that may exceed the quota. */
const insertLead = async (
  queries: QueryRunner,
  writer: Writer,
  view: LeadView,
  id: string,
  lead: LeadForm,
  growth?: Growth,
): Promise<Lead | undefined> => {
  const sql = new SqlBuilder()
  const lock = lockText(sql, writer, { adds: true })
  const key = `${sql.bind(writer.accountId)}::uuid, ${sql.bind(id)}::uuid`
  const room = quotaCondition(sql, writer, growth)
  const text = `with locked as (${lock})
    insert into leads (account_id, id, version, user_id, ${columnList})
    select ${key}, next_lead_version(${key}), ${sql.bind(writer.userId)}::uuid, ${bindFields(sql, lead)}
      from locked where ${notHiddenInTrash(sql, view, id)} and ${room}
    on conflict (account_id, id) do nothing returning ${returnedColumns}`
  const name = `insert-lead${viewName(view)}${room === 'true' ? '' : '-within-quota'}`
  const row = await queries.row<LeadRow>(text, sql.values, name)
  return row && toLead(row)
}

const updateLead = async (
  queries: QueryRunner,
  writer: Writer,
  view: LeadView,
  { _id: id, version }: Lead,
  lead: LeadForm,
  growth?: Growth,
): Promise<Lead | undefined> => {
  const sql = new SqlBuilder()
  const lock = lockText(sql, writer, { adds: false })
  const room = quotaCondition(sql, writer, growth)
  const text = `with locked as (${lock})
    update leads set (${columnList}) = row(${bindFields(sql, lead)}), version = version + 1, updated_at = now()
      from locked
     where ${visibleTo(sql, view)} and id = ${sql.bind(id)} and version = ${sql.bind(version)} and ${room}
    returning ${returnedColumns}`
  const name = `update-lead${viewName(view)}${room === 'true' ? '' : '-within-quota'}`
  const row = await queries.row<LeadRow>(text, sql.values, name)
  return row && toLead(row)
}

const removeLead = async (
  queries: QueryRunner,
  writer: Writer,
  view: LeadView,
  id: string,
  version: number | undefined,
): Promise<boolean> => {
  const sql = new SqlBuilder()
  const lock = lockText(sql, writer, { adds: false })
  const versionText = `${sql.bind(version ?? null)}::integer`
  const text = `with locked as (${lock})
    delete from leads using locked
     where ${visibleTo(sql, view)} and id = ${sql.bind(id)} and version = coalesce(${versionText}, version)`
  return (await queries.run(text, sql.values, `remove-lead${viewName(view)}`)) === 1
}

/** Changes columns that are not edited with the form. Keeps `updated_at`. */
const updateColumns = async (tx: QueryRunner, view: LeadView, id: string, names: string[], written: unknown[]) => {
  const sql = new SqlBuilder()
  const values = written.map(value => sql.bind(value))
  const row = await tx.row<LeadRow>(
    `update leads set (${names.join(', ')}) = row(${values.join(', ')}), version = version + 1
      where ${visibleTo(sql, view)} and id = ${sql.bind(id)} returning ${returnedColumns}`,
    sql.values,
  )
  return row && toLead(row)
}

const assertAssignable = async (tx: QueryRunner, accountId: string, to: string | null): Promise<void> => {
  const text = `select from users where account_id = $1 and id = $2 and status = 'active'`
  if (to !== null && !(await tx.row(text, [accountId, to]))) throw new AppError('not_found')
}
