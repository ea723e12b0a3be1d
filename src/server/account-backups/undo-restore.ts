import type { RestoreUndo } from '#contract/account-backups/restore.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { toDateIn } from '#contract/values/dates.ts'
import type { Db } from '../db/client.ts'
import { findErased } from '../leads/write/erased-people.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { listAnonymizedIds, mergeAgain } from '../leads/write/trash.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import type { BackedUpLead } from './backup-file.ts'
import { toRestoredFields } from './plan-restore.ts'
import { lockRestore, type RestoredLead, type RestoreRow, updateRestore } from './restore-store.ts'
import type { RestoreWriter } from './restore-writer.ts'

const nothingUndone: RestoreUndo = { removed: 0, restored: 0, kept: 0 }

/** Finds leads of a backup by ids that only grow, in one pass. */
export const createLeadFinder = (backup: AsyncIterable<BackedUpLead>) => {
  const leads = backup[Symbol.asyncIterator]()
  let next: IteratorResult<BackedUpLead> | undefined
  return async (id: string): Promise<Lead | undefined> => {
    next ??= await leads.next()
    while (!next.done && next.value.lead._id < id) next = await leads.next()
    return !next.done && next.value.lead._id === id ? next.value.lead : undefined
  }
}

/** Returns for each lead that was merged when the backup was made the one that it was merged into, as the stories tell. */
export const findMerges = async (backup: AsyncIterable<BackedUpLead>): Promise<Map<string, string>> => {
  const merges = new Map<string, string>()
  for await (const { lead, story } of backup)
    for (const { merged_from: former } of story) {
      const ids: string[] = Array.isArray(former) ? former : []
      for (const [index, id] of ids.entries()) merges.set(id, ids[index + 1] ?? lead._id)
    }
  return merges
}

/**
 * Undoes the next leads of a restore: those that came back go to the trash, merged ones with their stories in the leads that they
 * were merged into, and the others are as they were. Leads that were changed since, and erased people, are kept. Returns the row
 * after it, or `undefined` if another process is ahead.
 */
export const undoBatch = (
  db: Db,
  found: RestoreRow,
  writer: RestoreWriter,
  {
    batch,
    before,
    merges,
  }: { batch: readonly RestoredLead[]; before: ReadonlyMap<string, Lead>; merges: ReadonlyMap<string, string> },
): Promise<RestoreRow | undefined> =>
  writeLeads(db, writer, { adds: true }, async leads => {
    const { tx } = leads
    const { accountId } = writer
    const row = await lockRestore(tx, found.account_id, found.id)
    if (row?.state !== 'undoing' || row.last_lead !== found.last_lead) return undefined
    const changed = batch.flatMap(({ id, version }) => {
      const lead = before.get(id)
      return lead ? [{ id, version, lead }] : []
    })
    const ids = changed.map(({ id }) => id)
    const anonymized = new Set(await listAnonymizedIds(tx, accountId, ids))
    const isErased = await findErased(
      tx,
      accountId,
      changed.map(({ lead }) => lead),
    )
    const removed = await leads.removeAll(batch.filter(({ action }) => action === 'return'))
    const rewritten = await leads.rewriteAll(
      changed
        .filter(({ id }, index) => !anonymized.has(id) && !isErased[index])
        .map(({ id, version, lead }) => ({ id, version, change: toRestoredFields(lead) })),
    )
    const restored = await leads.restoreAll(batch.filter(({ action }) => action === 'remove'))
    for (const id of removed) {
      const into = merges.get(id)
      if (into !== undefined) await mergeAgain(tx, { accountId }, id, into)
    }
    const undone = row.undone ?? nothingUndone
    const back = rewritten.length + restored.length
    const progress = {
      last_lead: batch.at(-1)?.id ?? row.last_lead,
      done: row.done + batch.length,
      undone: {
        removed: undone.removed + removed.length,
        restored: undone.restored + back,
        kept: undone.kept + batch.length - removed.length - back,
      },
    }
    await updateRestore(tx, row, progress)
    return { ...row, ...progress }
  })

export const endUndo = (db: Db, found: RestoreRow, { timezone }: RestoreWriter, now: Date): Promise<void> =>
  db.transaction(async tx => {
    const row = await lockRestore(tx, found.account_id, found.id)
    if (row?.state !== 'undoing') return
    const undone = row.undone ?? nothingUndone
    await updateRestore(tx, row, { state: 'undone', undone })
    await insertAccountTrailEntry(tx, {
      accountId: row.account_id,
      actorId: row.created_by,
      action: 'undo-restore',
      details: {
        day: toDateIn(timezone, new Date(row.backup_at)),
        removed: String(undone.removed),
        restored: String(undone.restored),
        kept: String(undone.kept),
      },
      now,
    })
  })
