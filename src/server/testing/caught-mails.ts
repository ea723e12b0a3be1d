import { createLinkMailBuilder } from '../auth/link-mail-builder.ts'
import { type Delivery, deliverMails } from '../mail/deliver-mails.ts'
import type { Letter } from '../mail/transport.ts'
import type { Services } from '../services.ts'

export interface CaughtMails {
  letters: Letter[]
  delivery: Delivery
  /** Sends what is due, to nobody. */
  deliver: () => ReturnType<typeof deliverMails>
  /** Mails to one address, oldest first. */
  to: (email: string) => Letter[]
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** The worker that sends mails, with a letter box where the mail server would be. */
export const caughtMails = (services: Services): CaughtMails => {
  const letters: Letter[] = []
  const transport = { send: async (letter: Letter) => void letters.push(letter), close: () => {} }
  const delivery = { services, transport, makeLinkMail: createLinkMailBuilder(services), log: silent }
  return {
    letters,
    delivery,
    deliver: () => deliverMails(delivery),
    to: email => letters.filter(letter => letter.to === email),
  }
}

/** Token and e-mail of the link in a mail about a reset, or about an e-mail to confirm. */
export const linkIn = ({ text }: Letter): { token: string; email: string } => {
  const query = /http\S+\/(?:reset-password\?|confirm-email#)(\S+)/.exec(text)?.[1]
  const searchParams = new URLSearchParams(query)
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}
