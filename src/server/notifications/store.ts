import { leadName } from '#contract/leads/lead-name.ts'
import { maxNotifications, type Notification, type NotificationKind } from '#contract/notifications/notifications.ts'
import { toUtcMidnight } from '#contract/values/dates.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'
import { type LeadView, visibleTo } from '../leads/read/visibility.ts'

interface NotificationRow {
  id: string
  kind: NotificationKind
  at: string
  is_read: boolean
  count: number
  cause: string
  cause_name: string | null
  outcome: Notification['outcome']
  due_on: string | null
  lead_id: string | null
  nome: string
  negocio: string
}

const toNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  kind: row.kind,
  at: toIsoTimestamp(row.at),
  isRead: row.is_read,
  count: row.count,
  lead: row.lead_id === null ? null : { _id: row.lead_id, nome: leadName(row) },
  cause: row.cause_name === null ? null : { _id: row.cause, nome: row.cause_name },
  outcome: row.outcome,
  dueOn: row.due_on && toUtcMidnight(row.due_on),
})

/** Returns the newest notifications of the kinds. Omits those about a lead or an import that the member no longer sees, about an
 * answered request, and about backups that work again. */
export const listNotifications = async (
  db: QueryRunner,
  view: LeadView,
  userId: string,
  kinds: readonly NotificationKind[],
): Promise<Notification[]> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view)
  const mine = `n.account_id = ${sql.bind(view.accountId)} and n.user_id = ${sql.bind(userId)}`
  const rows = await db.rows<NotificationRow>(
    `select n.id, n.kind, n.at, n.read_at is not null as is_read, n.count, n.cause,
            coalesce(u.nome, f.nome, k.nome, i.file_name, r.protocol) as cause_name,
            case when i.state in ('done', 'undone', 'failed') then i.state end as outcome, r.due_on,
            l.id as lead_id, l.nome, l.negocio
       from notifications n
       left join lateral (select id, nome, negocio from leads where ${visible} and id = n.lead_id) l on true
       left join users u on u.account_id = n.account_id and u.id = n.cause
       left join capture_forms f on f.account_id = n.account_id and f.id = n.cause
       left join api_keys k on k.account_id = n.account_id and k.id = n.cause
       left join imports i on i.account_id = n.account_id and i.id = n.cause
       left join privacy_requests r on r.account_id = n.account_id and r.id = n.cause and r.state = 'aberto'
       left join account_backup_outages o on o.account_id = n.account_id and o.id = n.cause
      where ${mine} and n.kind = any (${sql.bind(kinds)}) and (n.lead_id is null or l.id is not null)
        and (n.kind <> 'imported' or i.id is not null) and (n.kind <> 'deadline' or r.id is not null)
        and (n.kind <> 'backups-failing' or o.id is not null)
      order by n.at desc, n.id desc limit ${sql.bind(maxNotifications)}`,
    sql.values,
  )
  return rows.map(toNotification)
}

/**
 * Marks those of the member's notifications as read that are not yet. Returns their number. Throws `session_expired` if the
 * account was deleted.
 */
export const markNotificationsRead = async (
  tx: QueryRunner,
  accountId: string,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<number> => {
  // The lock of the account's feed comes first, as in every write of leads that adds a notification.
  if (!(await tx.row('select from live where account_id = $1 for update', [accountId])))
    throw new AppError('session_expired')
  return tx.run(
    `update notifications set read_at = $4
      where account_id = $1 and user_id = $2 and id = any ($3) and read_at is null`,
    [accountId, userId, ids, now],
  )
}

/** Deletes at most `limit` notifications. Returns their number. */
export const removeOldNotifications = (db: QueryRunner, before: Date, limit: number): Promise<number> =>
  db.run(
    `delete from notifications where (account_id, user_id, id) in (
       select account_id, user_id, id from notifications where at < $1 limit $2)`,
    [before, limit],
  )
