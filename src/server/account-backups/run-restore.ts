import type { RestoreCounts, RestoreMode } from '#contract/account-backups/restore.ts'
import { toDateIn } from '#contract/values/dates.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { listLeadsById } from '../leads/read/store.ts'
import { findErased } from '../leads/write/erased-people.ts'
import { type LeadWriter, writeLeads } from '../leads/write/lead-writer.ts'
import { listAnonymizedIds, listTrashed, listUnmergedIds } from '../leads/write/trash.ts'
import { restoreStories, type StoredEntry } from '../story/store.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { hasSameFields, type Step, toRestoredFields } from './plan-restore.ts'
import {
  insertRestoredLeads,
  lockRestore,
  type RestoredLead,
  type RestoreRow,
  resultOf,
  updateRestore,
} from './restore-store.ts'
import type { RestoreWriter } from './restore-writer.ts'

type Return = Extract<Step, { action: 'return' }>
type Change = Extract<Step, { action: 'change' }>
type Remove = Extract<Step, { action: 'remove' }>

interface SortedSteps {
  fromTrash: Return[]
  fromBackup: Return[]
  changes: Change[]
  removals: Remove[]
  erased: number
}

/**
 * Sorts steps by how they are done. Leads of erased people stay as they are. Merged leads live on in another one, so only the
 * whole former state brings them back.
 */
const sortSteps = async (
  tx: QueryRunner,
  accountId: string,
  mode: RestoreMode,
  steps: readonly Step[],
): Promise<SortedSteps> => {
  const written = steps.filter(step => step.action !== 'remove')
  const ids = written.map(({ id }) => id)
  const anonymized = new Set(await listAnonymizedIds(tx, accountId, ids))
  const isErased = await findErased(
    tx,
    accountId,
    written.map(({ target }) => target.lead),
  )
  const trashed = new Map((await listTrashed(tx, { accountId }, ids)).map(row => [row.id, row]))
  const kept = written.filter(
    ({ id }, index) => !anonymized.has(id) && !isErased[index] && trashed.get(id)?.is_erased !== true,
  )
  const returns = kept
    .filter(step => step.action === 'return')
    .filter(({ id }) => mode === 'state' || trashed.get(id)?.is_merged !== true)
  return {
    fromTrash: returns.filter(({ id }) => trashed.get(id)?.is_emptied === false),
    fromBackup: returns.filter(({ id }) => trashed.get(id)?.is_emptied !== false),
    changes: kept.filter(step => step.action === 'change'),
    removals: steps.filter(step => step.action === 'remove'),
    erased: written.length - kept.length,
  }
}

const addCounts = <Counts extends object>(one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    Object.entries(one).map(([name, count]) => [name, count + other[name as keyof Counts]]),
  ) as unknown as Counts

/** Counts what a restore would do. */
export const countSteps = async (
  db: QueryRunner,
  accountId: string,
  mode: RestoreMode,
  batches: AsyncIterable<Step[]>,
): Promise<RestoreCounts> => {
  let counts: RestoreCounts = { returning: 0, changing: 0, removing: 0, erased: 0 }
  for await (const steps of batches) {
    const { fromTrash, fromBackup, changes, removals, erased } = await sortSteps(db, accountId, mode, steps)
    const found = {
      returning: fromTrash.length + fromBackup.length,
      changing: changes.length,
      removing: removals.length,
      erased,
    }
    counts = addCounts(counts, found)
  }
  return counts
}

interface LeadStory {
  leadId: string
  story: StoredEntry[]
}

const formerLeadsOf = ({ merged_from: ids }: StoredEntry): string[] => (Array.isArray(ids) ? ids : [])

/** Drops what belongs to erased people, and to merged leads that were parted since. */
const withoutPartedLeads = async (
  tx: QueryRunner,
  accountId: string,
  stories: readonly LeadStory[],
): Promise<LeadStory[]> => {
  const ids = [...new Set(stories.flatMap(({ story }) => story.flatMap(formerLeadsOf)))]
  if (ids.length === 0) return [...stories]
  const parted = await listUnmergedIds(tx, { accountId }, ids)
  const gone = new Set([...parted, ...(await listAnonymizedIds(tx, accountId, ids))])
  return stories.map(({ leadId, story }) => ({
    leadId,
    story: story.filter(entry => !formerLeadsOf(entry).some(id => gone.has(id))),
  }))
}

/** Brings leads back, from the trash with their stories. With `state`, they get the values of the backup. */
const returnLeads = async (
  leads: LeadWriter,
  accountId: string,
  mode: RestoreMode,
  { fromTrash, fromBackup }: SortedSteps,
): Promise<RestoredLead[]> => {
  const { tx } = leads
  const restored = await leads.restoreAll(fromTrash)
  const inserted = new Set(await leads.reinsertAll(fromBackup.map(({ target }) => target.lead)))
  const stories = fromBackup.flatMap(({ id, target }) =>
    inserted.has(id) && target.story.length > 0 ? [{ leadId: id, story: target.story }] : [],
  )
  if (stories.length > 0) await restoreStories(tx, accountId, await withoutPartedLeads(tx, accountId, stories))
  const current = await listLeadsById(tx, { accountId }, [...restored, ...inserted])
  const targets = new Map(fromTrash.map(({ id, target }) => [id, target.lead]))
  const changes = current.flatMap(lead => {
    const target = mode === 'state' ? targets.get(lead._id) : undefined
    if (!target || hasSameFields(target, lead)) return []
    return [{ id: lead._id, version: lead.version, change: toRestoredFields(target) }]
  })
  const versions = new Map((await leads.rewriteAll(changes)).map(({ id, version }) => [id, version]))
  return current.map(({ _id: id, version }) => ({ id, action: 'return', version: versions.get(id) ?? version }))
}

/**
 * Does a batch of steps in one transaction with its progress, so that a crash loses or repeats nothing. Leads that were changed
 * since the backup before the restore are kept. Returns the row after it, or `undefined` if the restore was canceled.
 */
export const runBatch = (
  db: Db,
  found: RestoreRow,
  writer: RestoreWriter,
  steps: readonly Step[],
): Promise<RestoreRow | undefined> =>
  writeLeads(db, writer, { adds: true }, async leads => {
    const { tx } = leads
    const { accountId } = writer
    const row = await lockRestore(tx, found.account_id, found.id)
    if (row?.state !== 'running' || row.last_lead !== found.last_lead) return undefined
    const sorted = await sortSteps(tx, accountId, row.mode, steps)
    const { fromTrash, fromBackup, changes, removals, erased } = sorted
    const returned = await returnLeads(leads, accountId, row.mode, sorted)
    const changed = await leads.rewriteAll(
      changes.map(({ id, target, current }) => ({
        id,
        version: current.version,
        change: toRestoredFields(target.lead),
      })),
    )
    const removedIds = new Set(await leads.removeAll(removals.map(({ id, current: { version } }) => ({ id, version }))))
    const removed = removals.filter(({ id }) => removedIds.has(id))
    await insertRestoredLeads(tx, row, [
      ...returned,
      ...changed.map(lead => ({ ...lead, action: 'change' as const })),
      ...removed.map(({ id, current: { version } }) => ({ id, version, action: 'remove' as const })),
    ])
    const planned = fromTrash.length + fromBackup.length + changes.length + removals.length
    const result = addCounts(resultOf(row), {
      returning: returned.length,
      changing: changed.length,
      removing: removed.length,
      erased,
      kept: planned - returned.length - changed.length - removed.length,
    })
    const progress = { last_lead: steps.at(-1)?.id ?? row.last_lead, done: row.done + steps.length, result }
    await updateRestore(tx, row, progress)
    return { ...row, ...progress }
  })

/** Ends a restore, and tells the account's trail what it did. */
export const endRestore = (
  db: Db,
  found: RestoreRow,
  { timezone }: RestoreWriter,
  { state, error = null, now }: { state: 'done' | 'canceled'; error?: string | null; now: Date },
): Promise<void> =>
  db.transaction(async tx => {
    const row = await lockRestore(tx, found.account_id, found.id)
    if (row?.state !== 'running') return
    await updateRestore(tx, row, { state, error, finished_at: now })
    const { returning, changing, removing } = resultOf(row)
    await insertAccountTrailEntry(tx, {
      accountId: row.account_id,
      actorId: row.created_by,
      action: 'restore-backup',
      details: {
        mode: row.mode,
        day: toDateIn(timezone, new Date(row.backup_at)),
        returned: String(returning),
        changed: String(changing),
        removed: String(removing),
      },
      now,
    })
  })
