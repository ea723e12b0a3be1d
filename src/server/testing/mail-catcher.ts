import { type MailWorkerOptions, sendDueMails } from '../mail/mail-worker.ts'
import type { OutgoingMail } from '../mail/transport.ts'
import type { Services } from '../services.ts'
import { createLinkMailBuilder } from '../team/link-mail-builder.ts'

export interface MailCatcher {
  mails: OutgoingMail[]
  delivery: MailWorkerOptions
  /** Runs the mail worker once. Mails go to `to`. */
  deliver: () => ReturnType<typeof sendDueMails>
  /** Returns the mails to an e-mail, oldest first. */
  to: (email: string) => OutgoingMail[]
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Runs the real mail worker with a transport that collects mails. */
export const createMailCatcher = (services: Services): MailCatcher => {
  const mails: OutgoingMail[] = []
  const transport = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => {} }
  const delivery = { services, transport, buildLinkMail: createLinkMailBuilder(services), log: silent }
  return {
    mails,
    delivery,
    deliver: () => sendDueMails(delivery),
    // Mails are sent several at once. Ids are in the order of the queue.
    to: email => mails.filter(mail => mail.to === email).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

/** Parses token and e-mail from the link of a reset or confirmation mail. */
export const parseResetLink = ({ text }: OutgoingMail): { token: string; email: string } => {
  const query = /http\S+\/(?:reset-password\?|confirm-email#)(\S+)/.exec(text)?.[1]
  const searchParams = new URLSearchParams(query)
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}
