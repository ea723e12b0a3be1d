import type { ParsedRequest } from '#contract/endpoint.ts'
import type { leadsApi, RestoredLead } from '#contract/leads.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { assertWithinQuota } from './lead-quota.ts'
import { listExistingIds, lockAccount } from './size-store.ts'
import { upsertLeads } from './store.ts'

/** Leads a statement: what makes it out of them holds up everybody else for that long. */
const batchSize = 100

const rejectDuplicateIds = (leads: readonly RestoredLead[]): void => {
  const seen = new Set<string>()
  leads.forEach(({ _id }, index) => {
    const fields = { [`leads.${index}._id`]: 'Este lead aparece duas vezes.' }
    if (seen.has(_id)) throw new AppError('validation_failed', { fields })
    seen.add(_id)
  })
}

/**
 * Puts leads of an export back: by `_id` among the caller's own, all or none, deleting nothing. With `onlyMissing`, leads
 * that are there stay as they are. Returns how many were written. Throws what `assertWithinQuota` throws.
 */
export const restoreLeads = async (
  db: Db,
  caller: Caller,
  { leads, onlyMissing }: ParsedRequest<typeof leadsApi.sync>['body'],
): Promise<number> => {
  rejectDuplicateIds(leads)
  const { accountId, userId } = caller
  return db.transaction(async tx => {
    await lockAccount(tx, accountId)
    const ids = leads.map(({ _id }) => _id)
    const kept = onlyMissing ? await listExistingIds(tx, accountId, ids) : new Set()
    const wanted = leads.filter(({ _id }) => !kept.has(_id))
    await assertWithinQuota(tx, caller, wanted)
    let written = 0
    for (let done = 0; done < wanted.length; done += batchSize) {
      written += await upsertLeads(tx, accountId, userId, wanted.slice(done, done + batchSize), { onlyMissing })
    }
    return written
  })
}
