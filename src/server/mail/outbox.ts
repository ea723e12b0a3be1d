import { v7 as uuidv7 } from 'uuid'
import type { Queries } from '../db/client.ts'
import type { Mail } from './mails.ts'

/** A mail on its way, as the worker takes it up. */
export interface OutboxRow {
  id: string
  account_id: string | null
  kind: Mail['kind']
  recipient: string
  data: object
  created_at: string
  attempts: number
}

/** What is written down to be sent: anything but a link, which does not exist before it is sent. */
export type QueuedMail = Exclude<Mail, { link: string } | { kind: 'email-in-use' }>

const insert = (db: Queries, accountId: string | null, recipient: string, kind: string, data: object, now: Date) =>
  db.run(
    `insert into outbox (id, account_id, kind, recipient, data, created_at, due_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [uuidv7(), accountId, kind, recipient, JSON.stringify(data), now],
  )

/** To be sent soon. In the transaction of what it tells: the one is not without the other. */
export const queueMail = (
  tx: Queries,
  accountId: string,
  recipient: string,
  { kind, ...data }: QueuedMail,
  now: Date,
): Promise<number> => insert(tx, accountId, recipient, kind, data, now)

/** Somebody asks for a reset link: the same one write whether or not the address is anybody's. */
export const queueReset = (db: Queries, recipient: string, now: Date): Promise<number> =>
  insert(db, null, recipient, 'reset', {}, now)

/**
 * A link to confirm an e-mail with, in place of one that still waits to be sent: the same writes whether or not the address is
 * anybody's already.
 */
export const queueConfirmation = async (
  tx: Queries,
  accountId: string,
  recipient: string,
  now: Date,
): Promise<void> => {
  await tx.run(`delete from outbox where kind = 'email-confirm' and account_id = $1`, [accountId])
  await insert(tx, accountId, recipient, 'email-confirm', {}, now)
}

/** Minutes from one try to the next; after the last there is none. */
export const retryMinutes = [1, 5, 15, 60, 180, 360, 720, 1440]

/**
 * The mail that has been due longest, for this worker alone. Taking it up already sets its next try, so that one whose
 * worker dies is sent again, by whichever process comes first.
 */
export const claimMail = (db: Queries, now: Date): Promise<OutboxRow | undefined> =>
  db.row(
    `update outbox
        set attempts = attempts + 1,
            due_at = $1::timestamptz + ($2::int[])[least(attempts + 1, cardinality($2::int[]))] * interval '1 minute'
      where id = (select id from outbox where due_at <= $1 order by due_at, id limit 1 for update skip locked)
      returning id, account_id, kind, recipient, data, created_at, attempts`,
    [now, retryMinutes],
    'claim-mail',
  )

export const removeMail = (db: Queries, id: string): Promise<number> => db.run('delete from outbox where id = $1', [id])

/** Whether this request for a reset still stands: neither taken back nor followed by a newer one. */
export const isResetWanted = async (tx: Queries, { id, recipient }: OutboxRow): Promise<boolean> => {
  const row = await tx.row<{ wanted: boolean }>(
    `select exists (select from outbox where id = $1)
        and not exists (select from outbox where kind = 'reset' and lower(recipient) = lower($2) and id > $1) as wanted`,
    [id, recipient],
  )
  return row?.wanted ?? false
}

export const removeWantedResets = (tx: Queries, recipient: string): Promise<number> =>
  tx.run(`delete from outbox where kind = 'reset' and lower(recipient) = lower($1)`, [recipient])

/** Requests that nobody has served for so long that nobody waits for them any more. */
export const removeOldResets = (db: Queries, before: Date): Promise<number> =>
  db.run(`delete from outbox where kind = 'reset' and created_at < $1`, [before])
