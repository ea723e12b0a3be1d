import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CalendarClock,
  DatabaseBackup,
  FileSpreadsheet,
  Hourglass,
  Inbox,
  type LucideIcon,
  UserPlus,
  UserRoundCheck,
} from 'lucide-react'
import { useLocation } from 'react-router'
import type { Notification, NotificationKind } from '#contract/notifications/notifications.ts'
import { notificationDays } from '#contract/retention.ts'
import { refetchAfterWrite } from '#web/lib/requests/query-client.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Skeleton } from '#web/ui/loading/skeleton.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { markNotificationsRead, notificationsQuery, withRead } from './api.ts'
import { notificationText, notificationUrl } from './notification-text.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  assigned: UserRoundCheck,
  captured: Inbox,
  joined: UserPlus,
  imported: FileSpreadsheet,
  quarantined: Hourglass,
  deadline: CalendarClock,
  'backups-failing': DatabaseBackup,
}

/** What the bell opens: the newest notifications, each with a link to what it is about. */
export default function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const queryClient = useQueryClient()
  const list = useQuery(notificationsQuery)
  const reading = useMutation({
    mutationFn: markNotificationsRead,
    networkMode: 'always',
    onMutate: ids => {
      void queryClient.cancelQueries(notificationsQuery)
      queryClient.setQueryData(notificationsQuery.queryKey, before => before && withRead(before, ids))
    },
    onError: error => showFailure('As notificações continuam como não lidas', error),
    onSettled: (_result, error) => refetchAfterWrite(queryClient, notificationsQuery.queryKey, error),
  })
  const unread = list.data?.notifications.filter(({ isRead }) => !isRead).map(({ _id }) => _id) ?? []
  return (
    <>
      <div className="flex min-h-control-sm flex-wrap items-center justify-between gap-2 py-2 pr-2 pl-4">
        <h2 className="text-lg">Notificações</h2>
        {unread.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => reading.mutate(unread)}>
            Marcar todas como lidas
          </Button>
        )}
      </div>
      {list.data ? (
        <NotificationList
          notifications={list.data.notifications}
          onOpen={({ _id, isRead }) => {
            if (!isRead) reading.mutate([_id])
            onLeave()
          }}
        />
      ) : (
        <div className="p-4">
          {list.isError ? (
            <LoadErrorNotice title="Não foi possível carregar as notificações" query={list} />
          ) : (
            <Skeleton className="h-24" />
          )}
        </div>
      )}
    </>
  )
}

interface NotificationListProps {
  notifications: readonly Notification[]
  onOpen: (notification: Notification) => void
}

const NotificationList = ({ notifications, onOpen }: NotificationListProps) => {
  const { pathname, search } = useLocation()
  const { member } = useSession()
  if (notifications.length === 0)
    return (
      <p className="px-4 pt-2 pb-6 text-text2">
        Nada por aqui. Avisamos quando alguém passar leads para você ou quando algo seu terminar.
      </p>
    )
  return (
    <>
      <ul className="border-border border-t">
        {notifications.map(one => {
          const Icon = icons[one.kind]
          return (
            <li key={one._id} className="border-border not-last:border-b">
              <Link
                to={notificationUrl(one, { pathname, search, memberId: member?._id ?? '' })}
                onClick={() => onOpen(one)}
                className="flex min-h-control gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover"
              >
                <Icon aria-hidden="true" className={one.isRead ? 'mt-0.5 text-text3' : 'mt-0.5 text-brand'} />
                <span className="grid min-w-0 flex-1 gap-0.5">
                  <span className={one.isRead ? 'break-words text-text2' : 'break-words font-medium'}>
                    {notificationText(one)}
                  </span>
                  <span className="text-sm text-text3">
                    <RelativeTime at={one.at} />
                  </span>
                </span>
                {!one.isRead && (
                  <span className="mt-2 size-2 flex-none rounded-full bg-brand">
                    <span className="sr-only">Não lida</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
      <p className="border-border border-t px-4 py-2 text-sm text-text3">
        As notificações ficam aqui por {notificationDays} dias.
      </p>
    </>
  )
}
