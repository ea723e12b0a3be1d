import type { LoginResponse } from '#contract/auth/auth.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Caller } from './access.ts'
import { createSession } from './create-session.ts'
import { selectAccount } from './member-store.ts'
import { removeSession } from './session-store.ts'

/**
 * Replaces the caller's session by one in another of their accounts, which the next login chooses too. It keeps its id and its
 * age, so that limits per session go on. Throws `not_found` unless the caller is a member there, `session_expired` if the
 * session ended meanwhile.
 */
export const switchAccount = (
  { db, now }: Services,
  caller: Pick<Caller, 'accountId' | 'identityId' | 'sessionId'>,
  accountId: string,
  userAgent: string | undefined,
): Promise<LoginResponse> =>
  db.transaction(async tx => {
    // Locks the identity before the session, as everything does that ends sessions.
    const user = await selectAccount(tx, caller.identityId, accountId)
    if (!user) throw new AppError('not_found')
    const createdAt = await removeSession(tx, caller.accountId, caller.sessionId)
    if (!createdAt) throw new AppError('session_expired')
    return createSession({ db: tx, now }, user, userAgent, { id: caller.sessionId, createdAt })
  })
