import { v7 as uuidv7 } from 'uuid'
import type { QueryRunner } from '../db/client.ts'
import type { Mail } from './mails.ts'

/** Queued mail that a worker has claimed. */
export interface OutboxRow {
  id: string
  account_id: string | null
  kind: Mail['kind']
  recipient: string
  data: object
  created_at: string
  /** Time of the next attempt, unless this attempt is the last. */
  due_at: string
  attempts: number
}

/** Excludes mails with links, which are built at send time. */
export type QueuedMail = Exclude<Mail, { link: string } | { kind: 'email-in-use' }>

const insert = (db: QueryRunner, accountId: string | null, recipient: string, kind: string, data: object, now: Date) =>
  db.run(
    `insert into outbox (id, account_id, kind, recipient, data, created_at, due_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [uuidv7(), accountId, kind, recipient, JSON.stringify(data), now],
  )

/** Queues a mail. Call it in the transaction of the change, so that both commit or neither does. */
export const queueMail = (
  tx: QueryRunner,
  accountId: string,
  recipient: string,
  { kind, ...data }: QueuedMail,
  now: Date,
): Promise<number> => insert(tx, accountId, recipient, kind, data, now)

/** Runs the same statement for known and unknown e-mails, so that timing reveals nothing. */
export const queueResetRequest = (db: QueryRunner, recipient: string, now: Date): Promise<number> =>
  insert(db, null, recipient, 'reset', {}, now)

/**
 * Replaces a pending confirmation link. Runs the same statements whether or not the e-mail is taken, so that timing reveals
 * nothing.
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

/** Identity that requested the confirmation. */
export const confirmationIdentity = ({ data }: Pick<OutboxRow, 'data'>): string | undefined =>
  (data as { identityId?: string }).identityId

/** Replaces the pending mail of an invitation. */
export const queueInvite = async (
  tx: QueryRunner,
  accountId: string,
  inviteId: string,
  recipient: string,
  now: Date,
): Promise<void> => {
  const text = `delete from outbox where kind = 'invite' and account_id = $1 and data ->> 'inviteId' = $2`
  await tx.run(text, [accountId, inviteId])
  await insert(tx, accountId, recipient, 'invite', { inviteId }, now)
}

/** Invitation of a queued mail. */
export const queuedInviteId = ({ data }: Pick<OutboxRow, 'data'>): string | undefined =>
  (data as { inviteId?: string }).inviteId

/** Queues the morning mail of a member. Its leads are read while it is sent. */
export const queueDigest = (
  tx: QueryRunner,
  accountId: string,
  userId: string,
  recipient: string,
  day: string,
  now: Date,
): Promise<number> => insert(tx, accountId, recipient, 'digest', { userId, day }, now)

/** Member and day of a queued morning mail. */
export const queuedDigest = ({ account_id, data }: Pick<OutboxRow, 'account_id' | 'data'>) => {
  const { userId, day } = data as { userId?: string; day?: string }
  return account_id && userId && day ? { accountId: account_id, userId, day } : undefined
}

/** Minutes between attempts. The attempt after the last entry, on the third day, is the last. */
export const retryMinutes = [1, 5, 15, 60, 180, 360, 720, 1440, 1440]
/** Lifetime of a link request. */
const linkWaitMinutes = 1440

/**
 * Claims the mail that is due longest. Claiming already schedules the next attempt, so that any process resends it if this
 * worker dies.
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

/** Returns Unix milliseconds. */
export const linkExpiresAt = ({ created_at }: Pick<OutboxRow, 'created_at'>): number =>
  new Date(created_at).getTime() + linkWaitMinutes * 60_000

/** SQL condition: a later pending reset request of the same e-mail exists. */
const newerResetSql = (id: string, recipient: string): string =>
  `select from outbox newer where newer.kind = 'reset' and newer.failed_at is null
      and lower(newer.recipient) = lower(${recipient}) and newer.id > ${id}`

/** Is false when the request was removed or a newer one exists. */
export const isResetRequestPending = async (tx: QueryRunner, { id, recipient }: OutboxRow): Promise<boolean> => {
  const row = await tx.row<{ wanted: boolean }>(
    `select exists (select from outbox where id = $1) and not exists (${newerResetSql('$1', '$2')}) as wanted`,
    [id, recipient],
  )
  return row?.wanted ?? false
}

export const removePendingResetRequests = (tx: QueryRunner, recipient: string): Promise<number> =>
  tx.run(`delete from outbox where kind = 'reset' and lower(recipient) = lower($1)`, [recipient])

/** Gives up expired requests of known users, so that administrators see them, and deletes those of unknown e-mails. */
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
