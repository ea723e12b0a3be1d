import type { MailFailure, UndeliveredMail } from '#contract/admin.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import type { Mail } from './mails.ts'

/** Moves a mail from the outbox to the undelivered mails, which administrators see. */
export const failMail = (
  db: QueryRunner,
  id: string,
  { failure, code, now }: { failure: MailFailure; code: string | null; now: Date },
): Promise<number> =>
  db.run('update outbox set failed_at = $2, failure = $3, failure_code = $4 where id = $1', [id, now, failure, code])

interface UndeliveredRow {
  id: string
  /** Excludes 'email-in-use', which is queued as 'email-confirm'. */
  kind: Exclude<Mail['kind'], 'email-in-use'>
  recipient: string
  created_at: string
  failed_at: string
  failure: MailFailure
  failure_code: string | null
}

/** Latest first. */
export const listUndelivered = async (db: QueryRunner, limit: number, offset: number): Promise<UndeliveredMail[]> => {
  const rows = await db.rows<UndeliveredRow>(
    `select id, kind, recipient, created_at, failed_at, failure, failure_code from outbox
      where failed_at is not null order by failed_at desc, id desc limit $1 offset $2`,
    [limit, offset],
  )
  return rows.map(row => ({
    _id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    createdAt: toIsoTimestamp(row.created_at),
    failedAt: toIsoTimestamp(row.failed_at),
    failure: row.failure,
    code: row.failure_code,
  }))
}

export const countUndelivered = async (db: QueryRunner): Promise<number> => {
  const text = 'select count(*) as count from outbox where failed_at is not null'
  return (await db.row<{ count: number }>(text))?.count ?? 0
}

export type MailRef = Pick<UndeliveredMail, 'kind' | 'recipient'>

/** Requeues all mails without `ids`. Resets attempts and keeps the IDs, so that mail servers drop duplicates. */
export const requeueMails = (tx: QueryRunner, ids: readonly string[] | undefined, now: Date): Promise<MailRef[]> =>
  tx.rows(
    `update outbox set failed_at = null, failure = null, failure_code = null, attempts = 0, created_at = $2, due_at = $2
      where failed_at is not null and ($1::uuid[] is null or id = any($1)) returning kind, recipient`,
    [ids ?? null, now],
  )

export const removeUndelivered = (tx: QueryRunner, ids: readonly string[]): Promise<MailRef[]> =>
  tx.rows('delete from outbox where failed_at is not null and id = any($1) returning kind, recipient', [ids])

export const removeOldUndelivered = (db: QueryRunner, before: Date): Promise<number> =>
  db.run('delete from outbox where failed_at < $1', [before])
