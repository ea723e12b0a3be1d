import type { Submission, Turn } from '#contract/capture/capture.ts'
import { passingReasons, type SubmissionOutcome, type SubmissionReason } from '#contract/capture/capture-fields.ts'
import { seatsBeforeSql } from '../auth/session-store.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import type { SentFields } from './read-submission.ts'

/** What was sent, before it is decided what becomes of it. */
export interface NewSubmission {
  account_id: string
  id: string
  form_id: string
  at: Date
  fields: SentFields
  /** Version of the text that the person agreed to. */
  consent_version: number | null
}

export interface Ending {
  outcome: SubmissionOutcome
  reason?: SubmissionReason
  leadId?: string
}

/** A lead, and a refusal, need no second copy of what was sent. */
const keepsFields = ({ outcome }: Ending): boolean => outcome === 'waiting' || outcome === 'suspect'

/** Stores a submission, or how one that waited has ended. */
export const saveSubmission = (tx: QueryRunner, one: NewSubmission, ending: Ending): Promise<number> =>
  tx.run(
    `insert into capture_submissions (account_id, id, form_id, at, outcome, reason, lead_id, fields, consent_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, id) do update
       set outcome = excluded.outcome, reason = excluded.reason, lead_id = excluded.lead_id, fields = excluded.fields`,
    [
      one.account_id,
      one.id,
      one.form_id,
      one.at,
      ending.outcome,
      ending.reason ?? null,
      ending.leadId ?? null,
      keepsFields(ending) ? JSON.stringify(one.fields) : null,
      one.consent_version,
    ],
    'save-submission',
  )

type StoredSubmission = Omit<NewSubmission, 'at'> & { at: string; outcome: 'waiting' | 'suspect' }

/** Locks a submission that is no lead yet. */
export const lockOpenSubmission = (
  tx: QueryRunner,
  accountId: string,
  id: string,
): Promise<StoredSubmission | undefined> =>
  tx.row(
    `select account_id, id, form_id, at, fields, consent_version, outcome from capture_submissions
      where account_id = $1 and id = $2 and outcome in ('waiting', 'suspect') and fields is not null for update`,
    [accountId, id],
  )

export const findOpenSubmission = (
  db: QueryRunner,
  accountId: string,
  id: string,
): Promise<{ form_id: string } | undefined> =>
  db.row(
    `select form_id from capture_submissions
      where account_id = $1 and id = $2 and outcome in ('waiting', 'suspect') and fields is not null`,
    [accountId, id],
  )

export const removeOpenSubmission = (db: QueryRunner, accountId: string, id: string): Promise<number> =>
  db.run(`delete from capture_submissions where account_id = $1 and id = $2 and outcome in ('waiting', 'suspect')`, [
    accountId,
    id,
  ])

/** Returns the open submissions of an account, at most `limit`. */
export const countOpen = async (db: QueryRunner, accountId: string, formId: string, limit: number) => {
  const count = (outcome: 'waiting' | 'suspect') =>
    `(select count(*) from (select from capture_submissions
        where account_id = $1 and form_id = $2 and outcome = '${outcome}' limit $3) o)`
  const row = await db.row<{ waiting: number; suspects: number }>(
    `select ${count('waiting')} as waiting, ${count('suspect')} as suspects`,
    [accountId, formId, limit],
    'count-open-submissions',
  )
  return row ?? { waiting: 0, suspects: 0 }
}

/** Submissions that become leads without anyone looking at them. */
const isReleasable = `outcome = 'waiting' and reason = any ($1)`

export const listAccountsToRelease = async (db: QueryRunner): Promise<string[]> =>
  (
    await db.rows<{ account_id: string }>(
      `select distinct account_id from capture_submissions where ${isReleasable} order by 1`,
      [passingReasons],
    )
  ).map(({ account_id }) => account_id)

/** Returns the oldest ones after a number. */
export const listReleasable = (
  db: QueryRunner,
  accountId: string,
  after: number,
): Promise<{ id: string; form_id: string; number: number }[]> =>
  db.rows(
    `select id, form_id, number from capture_submissions
      where ${isReleasable} and account_id = $2 and number > $3 order by number limit 100`,
    [passingReasons, accountId, after],
  )

export const countWaiting = async (db: QueryRunner, accountId: string): Promise<number> =>
  (
    await db.row<{ count: number }>(
      `select count(*) from capture_submissions where account_id = $1 and outcome = 'waiting'`,
      [accountId],
    )
  )?.count ?? 0

export const countReleasable = async (db: QueryRunner, accountId: string): Promise<number> =>
  (
    await db.row<{ count: number }>(
      `select count(*) from capture_submissions where ${isReleasable} and account_id = $2`,
      [passingReasons, accountId],
    )
  )?.count ?? 0

/** Returns the next member of a rotation, or the one member: active and with a seat; the longest without a turn first. */
export const findNextMember = (
  tx: QueryRunner,
  accountId: string,
  formId: string,
  memberIds: readonly string[],
  seats: number,
): Promise<{ id: string } | undefined> =>
  tx.row(
    `select u.id from unnest($3::uuid[]) with ordinality m (id, place)
       join users u on u.account_id = $1 and u.id = m.id and u.status = 'active'
       left join lateral (
         select number from capture_turns t where t.account_id = $1 and t.form_id = $2 and t.user_id = u.id
          order by number desc limit 1) t on true
      where ${seatsBeforeSql} < $4
      order by t.number nulls first, m.place limit 1`,
    [accountId, formId, memberIds, Math.min(seats, 1_000_000)],
    'find-next-member',
  )

export const insertTurn = (
  tx: QueryRunner,
  { account_id, form_id }: NewSubmission,
  userId: string,
  leadId: string,
  now: Date,
): Promise<number> =>
  tx.run(`insert into capture_turns (account_id, form_id, user_id, lead_id, at) values ($1, $2, $3, $4, $5)`, [
    account_id,
    form_id,
    userId,
    leadId,
    now,
  ])

/** Proves which text the person of a lead agreed to. */
export const insertConsent = (tx: QueryRunner, one: NewSubmission, leadId: string): Promise<number> =>
  tx.run(
    `insert into capture_consents (account_id, lead_id, submission_id, form_id, version, at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [one.account_id, leadId, one.id, one.form_id, one.consent_version, one.at],
  )

interface Page {
  limit: number
  before?: number | undefined
}
interface PageOf<Item> {
  items: Item[]
  nextCursor: string | null
}

const toPage = <Row extends { number: number }, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
): PageOf<Item> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toItem), nextCursor: rows.length > limit && last ? String(last.number) : null }
}

interface SubmissionRow {
  id: string
  number: number
  form_nome: string | null
  at: string
  outcome: SubmissionOutcome
  reason: string | null
  lead_id: string | null
  fields: SentFields | null
}

export const listSubmissions = async (
  db: QueryRunner,
  accountId: string,
  { limit, before, outcome }: Page & { outcome?: SubmissionOutcome | undefined },
): Promise<PageOf<Submission>> => {
  const rows = await db.rows<SubmissionRow>(
    `select s.id, s.number, f.nome as form_nome, s.at, s.outcome, s.reason, s.lead_id, s.fields
       from capture_submissions s left join capture_forms f on f.account_id = s.account_id and f.id = s.form_id
      where s.account_id = $1 and s.number < coalesce($2, 9223372036854775807) and s.outcome = coalesce($3, s.outcome)
      order by s.number desc limit $4`,
    [accountId, before ?? null, outcome ?? null, limit + 1],
  )
  return toPage(rows, limit, row => ({
    _id: row.id,
    formName: row.form_nome,
    at: toIsoTimestamp(row.at),
    outcome: row.outcome,
    reason: row.reason,
    leadId: row.lead_id,
    fields: (row.fields ?? []).map(([name, value]) => ({ name, value })),
  }))
}

interface TurnRow {
  number: number
  at: string
  form_nome: string | null
  user_id: string
  nome: string
}

export const listTurns = async (db: QueryRunner, accountId: string, { limit, before }: Page): Promise<PageOf<Turn>> => {
  const rows = await db.rows<TurnRow>(
    `select t.number, t.at, f.nome as form_nome, t.user_id, u.nome
       from capture_turns t
       join users u on u.account_id = t.account_id and u.id = t.user_id
       left join capture_forms f on f.account_id = t.account_id and f.id = t.form_id
      where t.account_id = $1 and t.number < coalesce($2, 9223372036854775807) order by t.number desc limit $3`,
    [accountId, before ?? null, limit + 1],
  )
  return toPage(rows, limit, row => ({
    at: toIsoTimestamp(row.at),
    formName: row.form_nome,
    member: { _id: row.user_id, nome: row.nome },
  }))
}

/** Deletes at most `limit` submissions. Their consents stay. Returns their number. */
export const removeOldSubmissions = (db: QueryRunner, before: Date, limit: number): Promise<number> =>
  db.run(
    `delete from capture_submissions where (account_id, id) in (
       select account_id, id from capture_submissions where at < $1 limit $2)`,
    [before, limit],
  )

/** Deletes at most `limit` turns. Returns their number. */
export const removeOldTurns = (db: QueryRunner, before: Date, limit: number): Promise<number> =>
  db.run(
    `delete from capture_turns where (account_id, number) in (
       select account_id, number from capture_turns where at < $1 limit $2)`,
    [before, limit],
  )
