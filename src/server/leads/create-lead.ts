import type { Lead, NewLead } from '#contract/leads/leads.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Writer, writeAtOnce, writeLeads } from './lead-writer.ts'

/**
 * Creates a lead. A client that sends the `_id` can repeat the request and gets the stored lead. Throws quota errors, or
 * `not_found` if the member cannot see the lead with this id.
 */
export const createLead = async (
  db: Db,
  writer: Writer,
  { _id: id, ...form }: NewLead & { _id: string },
): Promise<{ lead: Lead; created: boolean }> => {
  const added = await writeAtOnce(db, writer).insert(id, form)
  if (added) return { lead: added, created: true }
  return writeLeads(db, writer, { adds: true }, async leads => {
    const lead = await leads.insert(id, form)
    if (lead) return { lead, created: true }
    const stored = await leads.find(id)
    if (!stored) throw new AppError('not_found')
    return { lead: stored, created: false }
  })
}
