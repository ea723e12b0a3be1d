import type { ResetPasswordForm } from '#contract/auth/auth-forms.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { queueMail, removePendingResetRequests } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { hashPassword } from './password.ts'
import { consumeReset, findResetUser, removeResets } from './reset-store.ts'
import { removeOtherSessions, removeSessions } from './session-store.ts'
import { hashToken } from './session-token.ts'
import { lockIdentity, type UserRow, updatePassword } from './store.ts'

/**
 * Replaces the password in `user`, voids reset links and pending requests, and queues a notice to the owner. Does nothing
 * and returns `false` if the password was changed meanwhile.
 */
const setPassword = async (tx: QueryRunner, user: UserRow, passwordHash: string, now: Date): Promise<boolean> => {
  if (!(await updatePassword(tx, user, passwordHash))) return false
  await removeResets(tx, user.identity_id)
  await removePendingResetRequests(tx, user.email)
  const mail = { kind: 'password-changed', nome: user.nome, at: now.toISOString() } as const
  await queueMail(tx, user.account_id, user.email, mail, now)
  return true
}

/** Changes the password and ends all other sessions. Throws `session_expired` if a concurrent change came first. */
export const changePassword = async (
  { db, now }: Services,
  user: UserRow,
  currentSessionId: string,
  newPassword: string,
): Promise<void> => {
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async tx => {
    if (!(await setPassword(tx, user, passwordHash, now()))) throw new AppError('session_expired')
    await removeOtherSessions(tx, user.identity_id, currentSessionId)
  })
}

/** Uses a reset link once and ends all sessions of its user. Throws `invalid_reset_token`. */
export const resetPassword = async ({ db, now }: Services, form: ResetPasswordForm): Promise<UserRow> => {
  const tokenHash = hashToken(form.token)
  const user = await findResetUser(db, tokenHash, form.email, now())
  if (!user) throw new AppError('invalid_reset_token')
  const passwordHash = await hashPassword(form.password)
  await db.transaction(async tx => {
    await lockIdentity(tx, user.identity_id)
    const isUsed = (await consumeReset(tx, tokenHash)) && (await setPassword(tx, user, passwordHash, now()))
    if (!isUsed) throw new AppError('invalid_reset_token')
    await removeSessions(tx, user.identity_id)
  })
  return user
}
