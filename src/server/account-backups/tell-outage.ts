import { entitlements } from '#contract/billing/entitlements.ts'
import { findOwner } from '../auth/member-store.ts'
import { toUser } from '../auth/store.ts'
import type { Db } from '../db/client.ts'
import { queueMail } from '../mail/outbox.ts'
import { beginOutage, claimOutage } from './outage-store.ts'
import { isRegular, isUsable } from './retention.ts'
import { listBackups } from './store.ts'

/** Two nights: the next hourly run mends most failures. */
const maxAgeMs = 48 * 60 * 60 * 1000

/**
 * Records a failed backup. Tells the owner, in the app and by mail, when none was verified for 48 hours, or when the newest one
 * cannot be read back; once until a backup is verified again, however many processes run it.
 */
export const tellOutage = async (db: Db, accountId: string, now: Date): Promise<void> => {
  const owner = await findOwner(db, accountId)
  if (!owner || entitlements(toUser(owner, now), now).dailyCopyDays === 0) return
  const regular = (await listBackups(db, accountId)).filter(isRegular)
  const last = regular.find(isUsable)
  const isUnreadable = regular[0] !== undefined && regular[0].failure !== null
  await db.transaction(async tx => {
    // The lock of the account's feed comes first, as in every write that adds a notification.
    await tx.run('select from live where account_id = $1 for update', [accountId])
    await beginOutage(tx, accountId, last?.verified_at ? new Date(last.verified_at) : now)
    const since = isUnreadable ? now : new Date(now.getTime() - maxAgeMs)
    if (!(await claimOutage(tx, accountId, { since, now }))) return
    const dataUntil = last ? new Date(last.created_at).toISOString() : null
    await queueMail(tx, accountId, owner.email, { kind: 'backups-failing', nome: owner.nome, dataUntil }, now)
  })
  db.announce(accountId)
}
