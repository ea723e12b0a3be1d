import type { Lead } from '#contract/leads/leads.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { viewOf } from './read/visibility.ts'
import { type Writer, writeAtOnce, writeLeads } from './write/lead-writer.ts'
import { listTrashed } from './write/trash.ts'

/** Moves a lead to the trash. Throws `not_found`, or `stale_lead` (with the current lead) if `version` no longer matches. */
export const removeLead = async (db: Db, writer: Writer, id: string, version: number | undefined): Promise<void> => {
  if (await writeAtOnce(db, writer).remove(id, version)) return
  await writeLeads(db, writer, { adds: false }, async leads => {
    if (await leads.remove(id, version)) return
    const current = version === undefined ? undefined : await leads.find(id)
    throw current ? new AppError('stale_lead', { lead: current }) : new AppError('not_found')
  })
}

/**
 * Restores a lead from the trash. Returns a lead that is not in the trash unchanged, so that a retry is safe. Throws quota
 * errors, `person_erased`, or `not_found` if the lead does not exist.
 */
export const restoreLead = (db: Db, writer: Writer, id: string): Promise<Lead> =>
  writeLeads(db, writer, { adds: true, lead: id }, async (leads, current) => {
    if (current) return current
    await leads.restoreAll([{ id }])
    const lead = await leads.find(id)
    if (lead) return lead
    const [trashed] = await listTrashed(leads.tx, viewOf(writer), [id])
    throw new AppError(trashed?.is_erased ? 'person_erased' : 'not_found')
  })

/**
 * Restores leads from the trash, all or none of those whose people were not erased. Returns the number of restored leads. Throws
 * quota errors.
 */
export const restoreLeads = (db: Db, writer: Writer, ids: readonly string[]): Promise<number> =>
  writeLeads(
    db,
    writer,
    { adds: true },
    async leads => (await leads.restoreAll([...new Set(ids)].map(id => ({ id })))).length,
  )
