import type { ParsedRequest } from '#contract/endpoint.ts'
import type { leadsApi, RestoredLead } from '#contract/leads/leads.ts'
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
 * Imports leads of an export, all or none. With `onlyMissing`, existing leads stay unchanged. Returns the number of written
 * leads. Throws quota errors, or `not_found` if it would overwrite a lead that the member cannot see.
 */
export const importLeads = async (
  db: Db,
  writer: Writer,
  { leads, onlyMissing }: ParsedRequest<typeof leadsApi.sync>['body'],
): Promise<number> => {
  rejectDuplicateIds(leads)
  return writeLeads(db, writer, { adds: true }, writes => writes.upsert(leads, { onlyMissing }))
}
