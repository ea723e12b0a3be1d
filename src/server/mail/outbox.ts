import { v7 as uuidv7 } from 'uuid'
import type { QueryRunner } from '../db/client.ts'
import type { Mail } from './mails.ts'

/** A mail on its way, as the worker takes it up. */
export interface OutboxRow {
  id: string
  account_id: string | null
  kind: Mail['kind']
  recipient: string
  data: object
  created_at: string
  /** When it is tried next, unless this try is the last. */
  due_at: string
  attempts: number
}

/** What is written down to be sent: anything but a link, which does not exist before it is sent. */
export type QueuedMail = Exclude<Mail, { link: string } | { kind: 'email-in-use' }>

const insert = (db: QueryRunner, accountId: string | null, recipient: string, kind: string, data: object, now: Date) =>
  db.run(
    `insert into outbox (id, account_id, kind, recipient, data, created_at, due_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [uuidv7(), accountId, kind, recipient, JSON.stringify(data), now],
  )

/** To be sent soon. In the transaction of what it tells: the one is not without the other. */
export const queueMail = (
  tx: QueryRunner,
  accountId: string,
  recipient: string,
  { kind, ...data }: QueuedMail,
  now: Date,
): Promise<number> => insert(tx, accountId, recipient, kind, data, now)

/** Somebody asks for a reset link: the same one write whether or not the address is anybody's. */
export const queueResetRequest = (db: QueryRunner, recipient: string, now: Date): Promise<number> =>
  insert(db, null, recipient, 'reset', {}, now)

/**
 * A link to confirm an e-mail with, in place of one that still waits to be sent: the same writes whether or not the address is
 * anybody's already.
 */
export const queueConfirmation = async (
  tx: QueryRunner,
  accountId: string,
  identityId: string,
  recipient: string,
  now: Date,
): Promise<void> => {
  const text = `delete from outbox where kind = 'email-confirm' and account_id = $1 and data ->> 'identityId' = $2`
  await tx.run(text, [accountId, identityId])
  await insert(tx, accountId, recipient, 'email-confirm', { identityId }, now)
}

/** The identity that asked for a confirmation. */
export const confirmationIdentity = ({ data }: Pick<OutboxRow, 'data'>): string | undefined =>
  (data as { identityId?: string }).identityId

/** Minutes from one try to the next; the try after the last of them, on the third day, is the last. */
export const retryMinutes = [1, 5, 15, 60, 180, 360, 720, 1440, 1440]
/** For so long somebody waits for the link they asked for. */
const linkWaitMinutes = 1440

/**
 * The mail that has been due longest, for this worker alone. Taking it up already sets its next try, so that one whose
 * worker dies is sent again, by whichever process comes first.
 */
export const claimMail = (db: QueryRunner, now: Date): Promise<OutboxRow | undefined> =>
  db.row(
    `update outbox
        set attempts = attempts + 1,
            due_at = $1::timestamptz + ($2::int[])[least(attempts + 1, cardinality($2::int[]))] * interval '1 minute'
      where id = (select id from outbox where due_at <= $1 and failed_at is null
                   order by due_at, id limit 1 for update skip locked)
      returning id, account_id, kind, recipient, data, created_at, due_at, attempts`,
    [now, retryMinutes],
    'claim-mail',
  )

export const removeMail = (db: QueryRunner, id: string): Promise<number> =>
  db.run('delete from outbox where id = $1', [id])

/** When nobody waits any more for the link of this mail. */
export const linkExpiresAt = ({ created_at }: Pick<OutboxRow, 'created_at'>): number =>
  new Date(created_at).getTime() + linkWaitMinutes * 60_000

/** A request for a reset that somebody made later and that is on its way. */
const newerResetSql = (id: string, recipient: string): string =>
  `select from outbox newer where newer.kind = 'reset' and newer.failed_at is null
      and lower(newer.recipient) = lower(${recipient}) and newer.id > ${id}`

/** Whether this request for a reset still stands: neither taken back nor followed by a newer one. */
export const isResetRequestPending = async (tx: QueryRunner, { id, recipient }: OutboxRow): Promise<boolean> => {
  const row = await tx.row<{ wanted: boolean }>(
    `select exists (select from outbox where id = $1) and not exists (${newerResetSql('$1', '$2')}) as wanted`,
    [id, recipient],
  )
  return row?.wanted ?? false
}

export const removePendingResetRequests = (tx: QueryRunner, recipient: string): Promise<number> =>
  tx.run(`delete from outbox where kind = 'reset' and lower(recipient) = lower($1)`, [recipient])

/**
 * Requests that no worker has taken up for so long that nobody waits for them any more: those of people we know are given
 * up, where administrators see them, and the rest is removed.
 */
export const expireResetRequests = (db: QueryRunner, now: Date): Promise<number> =>
  db.run(
    `with old as (
       select id, exists (select from identities i where lower(i.email) = lower(recipient))
                  and not exists (${newerResetSql('outbox.id', 'outbox.recipient')}) as wanted
         from outbox where kind = 'reset' and failed_at is null and created_at < $1),
     removed as (delete from outbox using old where outbox.id = old.id and not wanted)
     update outbox set failed_at = $2, failure = 'expired' from old where outbox.id = old.id and wanted`,
    [new Date(now.getTime() - linkWaitMinutes * 60_000), now],
  )
