import type { UndoneBulk } from '#contract/bulk/bulk.ts'
import { forbiddenText } from '#contract/forbidden-text.ts'
import { isPermitted } from '#contract/policies.ts'
import type { Caller } from '../auth/access.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { listLeadsById } from '../leads/read/store.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { findBulkChange, listBulkChangedLeads, updateUndone } from './store.ts'

const maxKeptLeads = 100

/** Is true if all of the leads exist, in or out of the member's view. */
const haveLeads = async (tx: QueryRunner, accountId: string, leads: readonly { id: string }[]): Promise<boolean> => {
  const found = await listLeadsById(
    tx,
    { accountId },
    leads.map(({ id }) => id),
  )
  return found.length === leads.length
}

/**
 * Undoes a change of many leads in one transaction: removed leads leave the trash, others get their earlier values. Leads that
 * were changed since, and those of erased people in the trash, stay as they are. So does a lead that others were merged into if one
 * of them does not come back. A repeated request returns the first result. Throws quota errors, or `not_found` for a change of
 * another member.
 */
export const undoChange = (db: Db, caller: Caller, id: string): Promise<UndoneBulk> =>
  writeLeads(db, caller, { adds: true }, async (leads, _, tx) => {
    const { accountId } = caller
    const stored = await findBulkChange(tx, accountId, id)
    if (stored?.created_by !== caller.userId) throw new AppError('not_found')
    if (stored.undone) return stored.undone
    // The member may have another role by now.
    if (stored.kind === 'assign' && !isPermitted('leads.assign', caller))
      throw new AppError('forbidden', { message: forbiddenText('leads.assign') })
    const changed = await listBulkChangedLeads(tx, accountId, id)
    const removed = changed.filter(({ before }) => before === null)
    const restored = await leads.restoreAll(removed)
    // What a lead took from one that does not come back is nowhere else.
    const isWhole = stored.kind !== 'merge' || (await haveLeads(tx, accountId, removed))
    const rewritten = await leads.rewriteAll(
      changed.flatMap(({ before, ...lead }) => (before && isWhole ? [{ ...lead, change: before }] : [])),
    )
    const undoneIds = new Set([...restored, ...rewritten.map(lead => lead.id)])
    const kept = changed.map(lead => lead.id).filter(lead => !undoneIds.has(lead))
    const named = await listLeadsById(tx, viewOf(caller), kept.slice(0, maxKeptLeads))
    const undone = {
      undone: undoneIds.size,
      kept: kept.length,
      keptLeads: named.map(({ _id, nome }) => ({ _id, nome })),
    }
    await updateUndone(tx, accountId, id, undone)
    return undone
  })
