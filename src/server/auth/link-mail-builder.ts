import type { BuildLinkMail } from '../mail/mail-worker.ts'
import type { Services } from '../services.ts'
import { createConfirmationMailBuilder } from './change-email.ts'
import { createResetMailBuilder } from './request-password-reset.ts'

/** Builds mails with links. Their tokens are created while the mail is sent. */
export const createLinkMailBuilder = (services: Services): BuildLinkMail => {
  const buildResetMail = createResetMailBuilder(services)
  const buildConfirmationMail = createConfirmationMailBuilder(services)
  return row => (row.kind === 'reset' ? buildResetMail(row) : buildConfirmationMail(row))
}
