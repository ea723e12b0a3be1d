import { notificationActions, notificationKinds, type notificationsApi } from '#contract/notifications/notifications.ts'
import { isPermitted } from '#contract/policies.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { Services } from '../services.ts'
import { listNotifications, markNotificationsRead } from './store.ts'

export const notificationRoutes: Handlers<typeof notificationsApi, Caller, Services> = {
  list: async ({ db, caller }) => {
    const kinds = notificationKinds.filter(kind => isPermitted(notificationActions[kind], caller))
    const notifications = await listNotifications(db, viewOf(caller), caller.userId, kinds)
    return { unread: notifications.filter(({ isRead }) => !isRead).length, notifications }
  },
  markRead: async ({ db, now, caller: { accountId, userId }, body }) => {
    const count = await db.transaction(tx => markNotificationsRead(tx, accountId, userId, body.ids, now()))
    if (count > 0) db.announce(accountId)
  },
}
