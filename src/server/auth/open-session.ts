import { v7 as uuidv7 } from 'uuid'
import type { SignedIn } from '#contract/auth.ts'
import type { Services } from '../services.ts'
import { hashToken, newToken } from './session-token.ts'
import { insertSession, toUser, type UserRow } from './store.ts'

/** A new session for somebody who has just proved who they are; the token is told once and kept only hashed. */
export const openSession = async (
  { db, now }: Services,
  user: UserRow,
  userAgent: string | undefined,
): Promise<SignedIn> => {
  const token = newToken()
  await insertSession(db, {
    tokenHash: hashToken(token),
    id: uuidv7(),
    accountId: user.account_id,
    userId: user.id,
    userAgent: userAgent?.toWellFormed().replaceAll('\u0000', '').slice(0, 300) ?? null,
    now: now(),
  })
  return { user: toUser(user, now()), token }
}
