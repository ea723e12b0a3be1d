import type { ParsedRequest } from '#contract/endpoint.ts'
import type { leadsApi, RestoredLead } from '#contract/leads.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Writer, writeLeads } from './lead-writer.ts'

const rejectDuplicateIds = (leads: readonly RestoredLead[]): void => {
  const seen = new Set<string>()
  leads.forEach(({ _id }, index) => {
    const fields = { [`leads.${index}._id`]: 'Este lead aparece duas vezes.' }
    if (seen.has(_id)) throw new AppError('validation_failed', { fields })
    seen.add(_id)
  })
}

/**
 * Takes back the leads of an export, all or none. With `onlyMissing`, leads that exist stay as they are. Returns how many were
 * written. Throws `not_found` when it would overwrite a lead that the member does not see, and the quota errors.
 */
export const importLeads = async (
  db: Db,
  writer: Writer,
  { leads, onlyMissing }: ParsedRequest<typeof leadsApi.sync>['body'],
): Promise<number> => {
  rejectDuplicateIds(leads)
  return writeLeads(db, writer, { adds: true }, writes => writes.upsert(leads, { onlyMissing }))
}
