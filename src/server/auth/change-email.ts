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

const linkTtlMs = 24 * 60 * 60 * 1000

/** A mail to an address that is perhaps a stranger's: few of one person, and few to one address. */
const consumeMailLimits = async (services: Services, identityId: string, email: string): Promise<void> => {
  await consumeLimit(services, [['emailChange', identityId]])
  await consumeLimit(services, [['emailChangeTo', email]])
}

/**
 * Notes the e-mail that somebody who has just proved their password wants. It is theirs once the link that is mailed there was
 * opened; whether it is anybody's already is found out by the worker that sends mails, and told only to its owner.
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

/** Mails the link once more, to whoever still waits for it. */
export const resendEmailConfirmation = async (
  services: Services,
  { accountId, identityId, user }: Caller,
): Promise<void> => {
  const { pending_email: email } = user
  if (email === null) throw new AppError('not_found')
  await consumeMailLimits(services, identityId, email)
  await queueConfirmation(services.db, accountId, identityId, email, services.now())
}

/** Leaves the e-mail as it is: links that were mailed are void. */
export const cancelEmailChange = async (
  { db }: Services,
  { accountId, userId, identityId }: Caller,
): Promise<UserRow> => {
  await clearNewEmail(db, identityId)
  const row = await findUser(db, accountId, userId)
  if (!row) throw new AppError('session_expired')
  return row
}

/** The mail about a wanted e-mail, made while it is sent: a link, or a word to the one who has it. */
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
 * Uses a link: from now on the e-mail is theirs, and links sent to the old one are void. The old one is told. Throws
 * `invalid_email_link`, or `email_taken` when somebody else has come to have it.
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
