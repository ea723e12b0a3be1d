import { hashToken, newToken } from '../auth/session-token.ts'
import type { BuildLinkMail } from '../mail/mail-worker.ts'
import { linkExpiresAt, queuedInviteId } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { findInvite, insertInviteLink } from './invite-store.ts'

/** Builds the mail of an invitation while it is sent. Each attempt has a link of its own; only the hash is stored. */
export const createInviteMailBuilder =
  ({ db, settings, now }: Services): BuildLinkMail =>
  async row => {
    const inviteId = queuedInviteId(row)
    const invite = row.account_id && inviteId ? await findInvite(db, row.account_id, inviteId, now()) : undefined
    if (!invite) return undefined
    if (now().getTime() > linkExpiresAt(row)) return 'expired'
    const token = newToken()
    if (!(await insertInviteLink(db, invite, hashToken(token)))) return undefined
    const { account, inviter, team_role } = invite
    const link = `${settings.publicUrl}/convite#${token}`
    return { to: invite.email, mail: { kind: 'invite', link, account, inviter, team_role } }
  }
