import { v7 as uuidv7 } from 'uuid'
import type { LoginResponse } from '#contract/auth/auth.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { insertSession, type NewSession } from './session-store.ts'
import { hashToken, newToken } from './session-token.ts'
import { findUser, toSignedInState, type UserRow } from './store.ts'

/**
 * Creates a session for a user with a verified password, or the successor of a session, with its id and age. Returns the
 * token, of which only the hash is stored, and the user's current state. Throws `invalid_credentials` if the password was
 * changed meanwhile.
 */
export const createSession = async (
  { db, now }: Pick<Services, 'now'> & { db: QueryRunner },
  user: UserRow,
  userAgent: string | undefined,
  { id, createdAt }: Pick<NewSession, 'id' | 'createdAt'> = { id: uuidv7(), createdAt: now() },
): Promise<LoginResponse> => {
  const token = newToken()
  const isOpen = await insertSession(db, user, {
    tokenHash: hashToken(token),
    id,
    createdAt,
    userAgent: userAgent?.toWellFormed().replaceAll('\u0000', '').slice(0, 300) ?? null,
    now: now(),
  })
  const row = isOpen && (await findUser(db, user.account_id, user.id))
  if (!row) throw new AppError('invalid_credentials')
  return { ...toSignedInState(row, now()), token }
}
