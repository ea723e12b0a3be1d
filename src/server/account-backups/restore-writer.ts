import { entitlements } from '#contract/billing/entitlements.ts'
import { hasAccess } from '#contract/billing/subscription.ts'
import { findOwner } from '../auth/member-store.ts'
import { toUser } from '../auth/store.ts'
import type { QueryRunner } from '../db/client.ts'
import type { Writer } from '../leads/write/lead-writer.ts'
import type { RestoreRow } from './restore-store.ts'

export interface RestoreWriter extends Writer {
  timezone: string
  /** Whether the account may still change leads and holds backups. */
  mayRestore: boolean
}

/**
 * Writes leads in the name of the member who began the restore, with the owner's view and quota. Read it for each batch, so that a
 * downgrade takes effect at once.
 */
export const findRestoreWriter = async (db: QueryRunner, row: RestoreRow, now: Date): Promise<RestoreWriter> => {
  const owner = await findOwner(db, row.account_id)
  if (!owner) throw new Error('the account of a restore has no owner')
  const user = toUser(owner, now)
  return {
    accountId: row.account_id,
    actor: { kind: 'user', id: row.created_by },
    userId: owner.id,
    user,
    timezone: owner.timezone,
    mayRestore: hasAccess(user, now) && entitlements(user, now).dailyCopyDays > 0,
  }
}
