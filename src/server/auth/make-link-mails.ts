import type { MakeLinkMail } from '../mail/deliver-mails.ts'
import type { Services } from '../services.ts'
import { makingResets } from './ask-for-reset.ts'
import { makingConfirmations } from './change-email.ts'

/** Mails whose links do not exist before they are sent. */
export const makingLinkMails = (services: Services): MakeLinkMail => {
  const makeReset = makingResets(services)
  const makeConfirmation = makingConfirmations(services)
  return row => (row.kind === 'reset' ? makeReset(row) : makeConfirmation(row))
}
