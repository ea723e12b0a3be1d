import { emailLinkHours } from '#contract/retention.ts'
import { AppError } from '../errors.ts'
import type { BuildLinkMail } from '../mail/mail-worker.ts'
import {
  confirmationIdentity,
  linkExpiresAt,
  queueConfirmation,
  queueMail,
  removePendingResetRequests,
} from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import type { Caller } from './access.ts'
import { recordTrialEnds } from './account-store.ts'
import { addNewEmailToken, clearNewEmail, findNewEmailUser, moveToNewEmail, setNewEmail } from './new-email-store.ts'
import { consumeLimit } from './rate-limits.ts'
import { rejectDuplicateEmail } from './register-user.ts'
import { removeResets } from './reset-store.ts'
import { hashToken, newToken } from './session-token.ts'
import { findUser, findUserByEmail, type UserRow } from './store.ts'

const linkTtlMs = emailLinkHours * 60 * 60 * 1000

/** Limits the mails that one user can cause and the mails that one address receives, which may be a stranger's. */
const consumeMailLimits = async (services: Services, identityId: string, email: string): Promise<void> => {
  await consumeLimit(services, [['emailChange', identityId]])
  await consumeLimit(services, [['emailChangeTo', email]])
}

/**
 * Stores the requested e-mail and queues a confirmation link to it. Whether the e-mail is taken is checked when the mail is
 * sent, so that the response reveals nothing. Requires a verified password.
 */
export const requestEmailChange = async (services: Services, user: UserRow, email: string): Promise<void> => {
  const { db, now } = services
  await consumeMailLimits(services, user.identity_id, email)
  const until = new Date(now().getTime() + linkTtlMs)
  await db.transaction(async tx => {
    if (!(await setNewEmail(tx, user, email, until))) throw new AppError('session_expired')
    await queueConfirmation(tx, user.account_id, user.identity_id, email, now())
  })
}

/** Mails a new link for the pending e-mail. Throws `not_found` without one. */
export const resendEmailConfirmation = async (
  services: Services,
  { accountId, identityId, user }: Caller,
): Promise<void> => {
  const { pending_email: email } = user
  if (email === null) throw new AppError('not_found')
  await consumeMailLimits(services, identityId, email)
  await queueConfirmation(services.db, accountId, identityId, email, services.now())
}

/** Clears the pending e-mail, which voids its links. */
export const cancelEmailChange = async (
  { db }: Services,
  { accountId, userId, identityId }: Caller,
): Promise<UserRow> => {
  await clearNewEmail(db, identityId)
  const row = await findUser(db, accountId, userId)
  if (!row) throw new AppError('session_expired')
  return row
}

/**
 * Builds the mail for a pending e-mail while it is sent: a confirmation link, or a notice to the owner of a taken e-mail.
 */
export const createConfirmationMailBuilder =
  ({ db, settings, now }: Services): BuildLinkMail =>
  async row => {
    if (now().getTime() > linkExpiresAt(row)) return 'expired'
    const { recipient } = row
    const identityId = confirmationIdentity(row)
    const token = newToken()
    const isAwaited = identityId && (await addNewEmailToken(db, identityId, recipient, hashToken(token), now()))
    if (!isAwaited) return undefined
    const owner = await findUserByEmail(db, recipient)
    if (owner) return { to: owner.email, mail: { kind: 'email-in-use', nome: owner.nome } }
    const link = `${settings.publicUrl}/confirm-email#${new URLSearchParams({ token, email: recipient })}`
    return { to: recipient, mail: { kind: 'email-confirm', link } }
  }

/**
 * Uses a confirmation link: changes the e-mail, voids links sent to the old one and notifies the old one. Throws
 * `invalid_email_link`, or `email_taken` if the e-mail was taken meanwhile.
 */
export const confirmEmail = (
  { db, now }: Services,
  { email, token }: { email: string; token: string },
): Promise<UserRow> => {
  const tokenHash = hashToken(token)
  const change = db.transaction(async tx => {
    const user = await findNewEmailUser(tx, email, tokenHash, now())
    if (!user?.new_email) throw new AppError('invalid_email_link')
    await recordTrialEnds(tx, user.identity_id)
    if (!(await moveToNewEmail(tx, user, tokenHash))) throw new AppError('invalid_email_link')
    await removeResets(tx, user.identity_id)
    await removePendingResetRequests(tx, user.email)
    const { nome, new_email: newEmail } = user
    const mail = { kind: 'email-changed', nome, newEmail, at: now().toISOString() } as const
    await queueMail(tx, user.account_id, user.email, mail, now())
    return user
  })
  return rejectDuplicateEmail(change)
}
