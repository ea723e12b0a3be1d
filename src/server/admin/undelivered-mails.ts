import type { User } from '#contract/user.ts'
import type { QueryRunner } from '../db/client.ts'
import { type MailRef, removeUndelivered, requeueMails } from '../mail/undelivered.ts'
import type { Services } from '../services.ts'
import { insertTrailEntry } from '../trail/store.ts'

export interface PerformedBy {
  actor: Pick<User, '_id' | 'nome' | 'email'>
  ip: string
}

/** Does it and says so in the trail, or neither. Answers how many mails it concerned. */
const changeUndelivered = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor, ip }: PerformedBy,
  action: 'resend-mails' | 'discard-mails',
  work: (tx: QueryRunner) => Promise<MailRef[]>,
): Promise<number> =>
  db.transaction(async tx => {
    const [first, ...others] = await work(tx)
    if (!first) return 0
    const count = others.length + 1
    const about =
      count === 1
        ? { subjectEmail: first.recipient, details: { kind: first.kind } }
        : { details: { count: `${count}` } }
    await insertTrailEntry(tx, { actor, action, ...about, ip, now: now() })
    return count
  })

/** Mails that were given up are tried again from the beginning: these, or all without `ids`. */
export const resendMails = (services: Pick<Services, 'db' | 'now'>, by: PerformedBy, ids?: string[]): Promise<number> =>
  changeUndelivered(services, by, 'resend-mails', tx => requeueMails(tx, ids, services.now()))

export const discardMails = (services: Pick<Services, 'db' | 'now'>, by: PerformedBy, ids: string[]): Promise<number> =>
  changeUndelivered(services, by, 'discard-mails', tx => removeUndelivered(tx, ids))
