import { v7 as uuidv7 } from 'uuid'
import type { Lead, NewLead } from '#contract/leads.ts'
import { leadLimit } from '#contract/subscription.ts'
import type { Caller } from '../auth/access.ts'
import type { Db, Queries } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { countLeads, findLead, insertLead, lockAccount } from './store.ts'

/**
 * Adds a lead once: a client that names the `_id` may send it again and gets the stored one. Throws
 * `lead_limit_reached` when the plan's last lead is taken, however many callers ask at the same time.
 */
export const createLead = async (
  db: Db,
  { accountId, userId, user }: Caller,
  { _id: id = uuidv7(), ...lead }: NewLead,
): Promise<{ lead: Lead; created: boolean }> => {
  const limit = leadLimit(user)
  const insert = (queries: Queries) => insertLead(queries, accountId, userId, id, lead)
  const created =
    limit === null
      ? await insert(db)
      : await db.transaction(async tx => {
          await lockAccount(tx, accountId)
          if (await findLead(tx, accountId, id)) return undefined
          if ((await countLeads(tx, accountId)) >= limit) throw new AppError('lead_limit_reached')
          return insert(tx)
        })
  if (created) return { lead: created, created: true }
  const stored = await findLead(db, accountId, id)
  if (!stored) throw new AppError('not_found')
  return { lead: stored, created: false }
}
