import { queryOptions } from '@tanstack/react-query'
import { type Notifications, notificationsApi } from '#contract/notifications/notifications.ts'
import { call } from '#web/lib/requests/http.ts'

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }): Promise<Notifications> => call(notificationsApi.list, { signal }),
})

export const markNotificationsRead = (ids: string[]): Promise<void> =>
  call(notificationsApi.markRead, { body: { ids } })

/** Returns the notifications once the given ones are read. */
export const withRead = (before: Notifications, ids: readonly string[]): Notifications => {
  const notifications = before.notifications.map(one => (ids.includes(one._id) ? { ...one, isRead: true } : one))
  return { unread: notifications.filter(({ isRead }) => !isRead).length, notifications }
}
