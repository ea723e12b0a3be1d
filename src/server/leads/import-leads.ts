import type { ParsedRequest } from '#contract/endpoint.ts'
import type { leadsApi, RestoredLead } from '#contract/leads/leads.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Writer, writeLeads } from './write/lead-writer.ts'
import { listAnonymizedIds } from './write/trash.ts'

const rejectDuplicateIds = (leads: readonly RestoredLead[]): void => {
  const seen = new Set<string>()
  leads.forEach(({ _id }, index) => {
    const fields = { [`leads.${index}._id`]: 'Este lead aparece duas vezes.' }
    if (seen.has(_id)) throw new AppError('validation_failed', { fields })
    seen.add(_id)
  })
}

/**
 * Imports leads of an export, all or none. With `onlyMissing`, existing leads stay unchanged. Skips people who were erased,
 * and counts them. Throws quota errors, or `not_found` if it would overwrite a lead that the member cannot see.
 */
export const importLeads = async (
  db: Db,
  writer: Writer,
  { leads, onlyMissing }: ParsedRequest<typeof leadsApi.sync>['body'],
): Promise<{ restored: number; erased: number }> => {
  rejectDuplicateIds(leads)
  return writeLeads(db, writer, { adds: true }, async (writes, _, tx) => {
    const anonymized = new Set(
      await listAnonymizedIds(
        tx,
        writer.accountId,
        leads.map(({ _id }) => _id),
      ),
    )
    const erased = await writes.findErased(leads)
    const kept = leads.filter(({ _id }, index) => !erased[index] && !anonymized.has(_id))
    return { restored: await writes.upsert(kept, { onlyMissing }), erased: leads.length - kept.length }
  })
}
