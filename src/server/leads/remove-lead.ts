import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { findLead, removeLead } from './store.ts'

/** Deletes a lead. Throws `not_found`, and `stale_lead` (with the current lead) when it is no longer at `version`. */
export const removeLeadAt = async (
  db: Db,
  accountId: string,
  id: string,
  version: number | undefined,
): Promise<void> => {
  if (await removeLead(db, accountId, id, version)) return
  const current = version === undefined ? undefined : await findLead(db, accountId, id)
  throw current ? new AppError('stale_lead', { lead: current }) : new AppError('not_found')
}
