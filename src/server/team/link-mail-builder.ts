import { createConfirmationMailBuilder } from '../auth/change-email.ts'
import { createResetMailBuilder } from '../auth/request-password-reset.ts'
import { createDigestMailBuilder } from '../digest/digest-mail.ts'
import type { BuildLinkMail } from '../mail/mail-worker.ts'
import type { Services } from '../services.ts'
import { createInviteMailBuilder } from './invite-mail.ts'

/** Builds mails with links. Their tokens are created while the mail is sent. */
export const createLinkMailBuilder = (services: Services): BuildLinkMail => {
  const buildResetMail = createResetMailBuilder(services)
  const buildConfirmationMail = createConfirmationMailBuilder(services)
  const buildInviteMail = createInviteMailBuilder(services)
  const buildDigestMail = createDigestMailBuilder(services)
  return row => {
    if (row.kind === 'digest') return buildDigestMail(row)
    if (row.kind === 'reset') return buildResetMail(row)
    return row.kind === 'invite' ? buildInviteMail(row) : buildConfirmationMail(row)
  }
}
