import type { RequestOf } from '#contract/endpoint.ts'
import type { leadsApi, RestoredLead } from '#contract/leads.ts'
import { leadLimit } from '#contract/subscription.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { countLeads, lockAccount, upsertLeads } from './store.ts'

const refuseTwins = (leads: readonly RestoredLead[]): void => {
  const seen = new Set<string>()
  leads.forEach(({ _id }, index) => {
    const fields = { [`leads.${index}._id`]: 'Este lead aparece duas vezes.' }
    if (seen.has(_id)) throw new AppError('validation_failed', { fields })
    seen.add(_id)
  })
}

/**
 * Puts leads of an export back: by `_id` among the caller's own, all or none, deleting nothing. With `onlyMissing`, leads
 * that are there stay as they are. Returns how many were written. Throws `lead_limit_reached` when new ones would pass
 * the plan's limit.
 */
export const restoreLeads = async (
  db: Db,
  { accountId, userId, user }: Caller,
  { leads, onlyMissing }: RequestOf<typeof leadsApi.sync>['body'],
): Promise<number> => {
  refuseTwins(leads)
  if (leads.length === 0) return 0
  const limit = leadLimit(user)
  return db.transaction(async tx => {
    await lockAccount(tx, accountId)
    const { added, written } = await upsertLeads(tx, accountId, userId, leads, { onlyMissing })
    if (limit !== null && added > 0 && (await countLeads(tx, accountId)) > limit) {
      throw new AppError('lead_limit_reached')
    }
    return written
  })
}
