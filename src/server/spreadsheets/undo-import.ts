import type { UndoResult } from '#contract/spreadsheets/import.ts'
import { toDateIn } from '#contract/values/dates.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { listMatchingLeads } from '../leads/read/matching-leads.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import type { ImportWriter } from './import-writer.ts'
import { listImportedLeads } from './result-store.ts'
import { type ImportRow, lockImport, updateImport } from './store.ts'

const batchSize = 500
const maxKeptLeads = 100

const nothingUndone: UndoResult = { removed: 0, restored: 0, kept: 0, keptLeads: [] }

// Without the file's name, which may be that of a person.
const recordUndo = async (tx: QueryRunner, row: ImportRow, on: string, now: Date): Promise<void> => {
  const { removed, restored, kept } = row.undone ?? nothingUndone
  const details = { on, removed: String(removed), restored: String(restored), kept: String(kept) }
  const actorId = row.undone_by ?? row.created_by
  await insertAccountTrailEntry(tx, { accountId: row.account_id, actorId, action: 'undo-import', details, now })
}

/**
 * Undoes the next leads of an import: created ones go to the trash, changed ones get their earlier values. A lead that was
 * changed since stays as it is. Returns whether more is left to do.
 */
export const undoNextBatch = (db: Db, found: ImportRow, writer: ImportWriter, now: Date): Promise<boolean> =>
  writeLeads(db, writer, { adds: false }, async leads => {
    const { tx } = leads
    const row = await lockImport(tx, found.account_id, found.id)
    if (row?.state !== 'undoing') return true
    const batch = await listImportedLeads(tx, row, row.last_lead, batchSize)
    const last = batch.at(-1)
    if (!last) {
      await updateImport(tx, row, { state: 'undone' })
      await recordUndo(tx, row, toDateIn(writer.timezone, new Date(row.created_at)), now)
      return false
    }
    const removed = await leads.removeAll(
      batch.flatMap(({ lead_id: id, before, version_after: version }) => (before ? [] : { id, version })),
    )
    const restored = await leads.rewriteAll(
      batch.flatMap(({ lead_id: id, before, version_after: version }) =>
        before ? { id, version, change: before } : [],
      ),
    )
    const undone = new Set([...removed, ...restored.map(({ id }) => id)])
    const ids = batch.map(({ lead_id }) => lead_id).filter(id => !undone.has(id))
    const kept = await listMatchingLeads(tx, { accountId: row.account_id }, { ids, phones: [], emails: [] })
    const before: UndoResult = row.undone ?? nothingUndone
    await updateImport(tx, row, {
      last_lead: last.lead_id,
      done: row.done + batch.length,
      undone: {
        removed: before.removed + removed.length,
        restored: before.restored + restored.length,
        kept: before.kept + kept.length,
        keptLeads: [...before.keptLeads, ...kept.map(({ lead: { _id, nome } }) => ({ _id, nome }))].slice(
          0,
          maxKeptLeads,
        ),
      },
    })
    return true
  })
