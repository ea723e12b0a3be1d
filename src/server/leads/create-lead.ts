import { v7 as uuidv7 } from 'uuid'
import { accountQuota } from '#contract/entitlements.ts'
import type { Lead, NewLead } from '#contract/leads.ts'
import type { Caller } from '../auth/access.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { assertWithinQuota } from './lead-quota.ts'
import { findLead, insertLead } from './store.ts'

/**
 * Adds a lead once: a client that names the `_id` may send it again and gets the stored one. Throws what `assertWithinQuota` throws,
 * however many callers ask at the same time.
 */
export const createLead = async (
  db: Db,
  caller: Caller,
  { _id: id = uuidv7(), ...lead }: NewLead,
): Promise<{ lead: Lead; created: boolean }> => {
  const { accountId, userId, user } = caller
  const insert = (queries: QueryRunner) => insertLead(queries, accountId, userId, id, lead)
  const insertWithin = async (tx: QueryRunner) => {
    await assertWithinQuota(tx, caller, [{ _id: id, ...lead }])
    return insert(tx)
  }
  const created = await (accountQuota(user) ? db.transaction(insertWithin) : insert(db))
  const stored = await findLead(db, accountId, id)
  if (!stored) throw new AppError('not_found')
  return { lead: stored, created }
}
