import { createLinkMailBuilder } from '../auth/link-mail-builder.ts'
import { type MailWorkerOptions, sendDueMails } from '../mail/mail-worker.ts'
import type { OutgoingMail } from '../mail/transport.ts'
import type { Services } from '../services.ts'

export interface MailCatcher {
  mails: OutgoingMail[]
  delivery: MailWorkerOptions
  /** Sends what is due, to nobody. */
  deliver: () => ReturnType<typeof sendDueMails>
  /** Mails to one address, oldest first. */
  to: (email: string) => OutgoingMail[]
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** The worker that sends mails, with a letter box where the mail server would be. */
export const createMailCatcher = (services: Services): MailCatcher => {
  const mails: OutgoingMail[] = []
  const transport = { send: async (letter: OutgoingMail) => void mails.push(letter), close: () => {} }
  const delivery = { services, transport, buildLinkMail: createLinkMailBuilder(services), log: silent }
  return {
    mails,
    delivery,
    deliver: () => sendDueMails(delivery),
    to: email => mails.filter(letter => letter.to === email),
  }
}

/** Token and e-mail of the link in a mail about a reset, or about an e-mail to confirm. */
export const parseResetLink = ({ text }: OutgoingMail): { token: string; email: string } => {
  const query = /http\S+\/(?:reset-password\?|confirm-email#)(\S+)/.exec(text)?.[1]
  const searchParams = new URLSearchParams(query)
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}
