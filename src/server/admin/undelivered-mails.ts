import type { User } from '#contract/auth/user.ts'
import type { QueryRunner } from '../db/client.ts'
import { type MailRef, removeUndelivered, requeueMails } from '../mail/undelivered.ts'
import type { Services } from '../services.ts'
import { insertTrailEntry } from '../trail/store.ts'

export interface PerformedBy {
  actor: Pick<User, '_id' | 'nome' | 'email'>
  ip: string
}

/** Changes undelivered mails and records it in the trail, in one transaction. Returns the number of mails. */
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

/** Sends undelivered mails again with all attempts: those in `ids`, or all. */
export const resendMails = (services: Pick<Services, 'db' | 'now'>, by: PerformedBy, ids?: string[]): Promise<number> =>
  changeUndelivered(services, by, 'resend-mails', tx => requeueMails(tx, ids, services.now()))

export const discardMails = (services: Pick<Services, 'db' | 'now'>, by: PerformedBy, ids: string[]): Promise<number> =>
  changeUndelivered(services, by, 'discard-mails', tx => removeUndelivered(tx, ids))
