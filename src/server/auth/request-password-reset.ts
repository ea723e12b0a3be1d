import { resetLinkHours } from '#contract/retention.ts'
import type { Sender } from '../http/limits/client-ip.ts'
import type { BuildLinkMail } from '../mail/mail-worker.ts'
import { isResetRequestPending, linkExpiresAt, queueResetRequest } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { tryConsumeResetLimits } from './rate-limits.ts'
import { insertReset } from './reset-store.ts'
import { hashToken, newToken } from './session-token.ts'
import { findUserByEmail, lockIdentity } from './store.ts'

const linkTtlMs = resetLinkHours * 60 * 60 * 1000

/**
 * Queues a request for a reset link. The mail worker checks whether the e-mail exists, so that response and timing do not
 * reveal it. Over the limits nothing is queued.
 */
export const requestPasswordReset = async (services: Services, email: string, sender: Sender): Promise<void> => {
  if (await tryConsumeResetLimits(services, email, sender)) await queueResetRequest(services.db, email, services.now())
}

/**
 * Builds the mail for a request while it is sent; only the token's hash is stored. Each delivery attempt gets a link of its
 * own, so that a mail that arrives twice works both times. Sent to the e-mail as stored, not as typed.
 */
export const createResetMailBuilder =
  ({ db, settings, now }: Services): BuildLinkMail =>
  async row => {
    const user = await findUserByEmail(db, row.recipient)
    if (!user) return undefined
    if (now().getTime() > linkExpiresAt(row)) return (await isResetRequestPending(db, row)) ? 'expired' : undefined
    const token = newToken()
    const reset = {
      tokenHash: hashToken(token),
      identityId: user.identity_id,
      email: user.email,
      requestId: row.id,
      expiresAt: new Date(now().getTime() + linkTtlMs),
    }
    const isMade = await db.transaction(
      async tx =>
        (await lockIdentity(tx, user.identity_id)) &&
        (await isResetRequestPending(tx, row)) &&
        (await insertReset(tx, reset)),
    )
    if (!isMade) return undefined
    const link = `${settings.publicUrl}/reset-password?${new URLSearchParams({ token, email: user.email })}`
    return { to: user.email, mail: { kind: 'reset', nome: user.nome, link } }
  }
