import { type Entitlements, entitlements } from '#contract/billing/entitlements.ts'
import { countMembers, findOwner } from '../auth/member-store.ts'
import { toUser } from '../auth/store.ts'
import type { QueryRunner } from '../db/client.ts'
import { countInvites } from './invite-store.ts'

export interface SeatCount {
  members: number
  /** Open invitations. */
  invites: number
  held: Entitlements
}

/** Counts the seats of an account. Hold `lockAccount` for a decision, so that parallel ones do not share the last seat. */
export const countSeats = async (db: QueryRunner, accountId: string, now: Date): Promise<SeatCount> => {
  const owner = await findOwner(db, accountId)
  if (!owner) throw new Error('the account has no owner')
  return {
    members: await countMembers(db, accountId),
    invites: await countInvites(db, accountId, now),
    held: entitlements(toUser(owner, now), now),
  }
}
