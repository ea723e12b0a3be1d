import { endpoint } from '../endpoint.ts'
import type { Action } from '../policies.ts'
import { UtcMidnight } from '../values/date-inputs.ts'
import { Id } from '../values/id.ts'
import { z } from '../zod.ts'

/**
 * `assigned`: a colleague passed leads to the member. `captured`: a form or another system brought leads that are the member's.
 * `joined`: somebody joined the team. `imported`: an import of the member ended. `quarantined`: submissions of a form wait. `deadline`: a
 * request of a data subject must be answered soon. `backups-failing`: no backup of the account works for too long.
 */
export const notificationKinds = [
  'assigned',
  'captured',
  'joined',
  'imported',
  'quarantined',
  'deadline',
  'backups-failing',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What a member must be allowed to do to see each kind: its link leads there. */
export const notificationActions: Record<NotificationKind, Action> = {
  assigned: 'leads.read',
  captured: 'leads.read',
  joined: 'team.changeRole',
  imported: 'leads.import',
  quarantined: 'capture.review',
  deadline: 'privacy.manage',
  'backups-failing': 'backups.manage',
}

/** Newer notifications take the place of older ones in the list. */
export const maxNotifications = 100

export const Notification = z.object({
  _id: z.uuid(),
  kind: z.enum(notificationKinds),
  at: z.string(),
  isRead: z.boolean(),
  /** Number of leads. */
  count: z.int(),
  /** The only lead, as it is stored now. */
  lead: z.nullable(z.object({ _id: z.uuid(), nome: z.string() })),
  /** The member, form, key or file behind it, as it is named now, or the protocol of a request; `null` once it is gone. */
  cause: z.nullable(z.object({ _id: z.uuid(), nome: z.string() })),
  /** How an import ended. */
  outcome: z.nullable(z.enum(['done', 'undone', 'failed'])),
  /** Deadline of a request. */
  dueOn: z.nullable(UtcMidnight),
})
export type Notification = z.infer<typeof Notification>

export const Notifications = z.object({
  unread: z.int(),
  /** Newest first. */
  notifications: z.array(Notification),
})
export type Notifications = z.infer<typeof Notifications>

const NotificationIds = z
  .array(Id, { error: 'Envie uma lista de notificações' })
  .check(z.maxLength(maxNotifications, { error: `Envie no máximo ${maxNotifications} notificações` }))

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'notifications.read',
    summary: 'What the caller was told of in the last 30 days, about leads that the caller sees',
    status: 200,
    response: Notifications,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/notifications/read',
    access: 'notifications.read',
    summary: 'Marks notifications of the caller as read; unknown ones are ignored',
    body: z.object({ ids: NotificationIds }),
    status: 204,
  }),
}
