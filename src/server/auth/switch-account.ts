import type { LoginResponse } from '#contract/auth/auth.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Caller } from './access.ts'
import { createSession } from './create-session.ts'
import { selectAccount } from './member-store.ts'
import { removeSession } from './session-store.ts'

/**
 * Replaces the caller's session by one in another of their accounts, which the next login chooses too. Throws `not_found`
 * unless the caller is a member there.
 */
export const switchAccount = async (
  services: Services,
  caller: Pick<Caller, 'accountId' | 'identityId' | 'sessionId'>,
  accountId: string,
  userAgent: string | undefined,
): Promise<LoginResponse> => {
  const user = await selectAccount(services.db, caller.identityId, accountId)
  if (!user) throw new AppError('not_found')
  const session = await createSession(services, user, userAgent)
  await removeSession(services.db, caller.accountId, caller.sessionId)
  return session
}
