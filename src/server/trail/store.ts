import { v7 as uuidv7 } from 'uuid'
import type { TrailAction, TrailEntry } from '#contract/admin.ts'
import type { User } from '#contract/auth/user.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'

export interface NewTrailEntry {
  /** `null` for a command run on the server. */
  actor: Pick<User, '_id' | 'nome' | 'email'> | null
  action: TrailAction
  subjectEmail?: string
  details?: Record<string, string>
  ip?: string
  now: Date
}

/** The trail is append-only. */
export const insertTrailEntry = (db: QueryRunner, entry: NewTrailEntry): Promise<number> =>
  db.run(
    `insert into admin_trail (id, created_at, actor_id, actor_nome, actor_email, action, subject_email, details, ip)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      uuidv7(),
      entry.now,
      entry.actor?._id ?? null,
      entry.actor?.nome ?? null,
      entry.actor?.email ?? null,
      entry.action,
      entry.subjectEmail ?? null,
      entry.details ?? {},
      entry.ip ?? null,
    ],
    'insert-trail-entry',
  )

/** Repeated reads within this interval, such as further pages, count as one. */
const lookIntervalMs = 15 * 60_000

/** Skips an entry that repeats one of the same administrator within 15 minutes. */
export const insertTrailLook = async (db: QueryRunner, entry: NewTrailEntry): Promise<void> => {
  const text = `select from admin_trail
    where created_at > $1 and actor_id = $2 and action = $3 and details = $4 and ip is not distinct from $5 limit 1`
  const since = new Date(entry.now.getTime() - lookIntervalMs)
  const values = [since, entry.actor?._id, entry.action, entry.details ?? {}, entry.ip ?? null]
  if (!(await db.row(text, values))) await insertTrailEntry(db, entry)
}

interface TrailRow {
  id: string
  created_at: string
  actor_id: string | null
  actor_nome: string
  actor_email: string
  action: TrailAction
  subject_email: string | null
  details: Record<string, string>
  ip: string | null
}

const toEntry = (row: TrailRow): TrailEntry => ({
  _id: row.id,
  createdAt: toIsoTimestamp(row.created_at),
  actor: row.actor_id === null ? null : { _id: row.actor_id, nome: row.actor_nome, email: row.actor_email },
  action: row.action,
  subjectEmail: row.subject_email,
  details: row.details,
  ip: row.ip,
})

/** Latest first. */
export const listTrail = async (db: QueryRunner, limit: number, offset: number): Promise<TrailEntry[]> => {
  const text = `select id, created_at, actor_id, actor_nome, actor_email, action, subject_email, details, ip
    from admin_trail order by created_at desc, id desc limit $1 offset $2`
  return (await db.rows<TrailRow>(text, [limit, offset])).map(toEntry)
}

export const countTrail = async (db: QueryRunner): Promise<number> =>
  (await db.row<{ count: number }>('select count(*) as count from admin_trail'))?.count ?? 0
