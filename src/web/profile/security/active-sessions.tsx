import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#contract/auth/auth.ts'
import { formatDateTime, formatRelativeTime } from '#contract/values/dates.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { revokeOtherSessions, sessionsQuery } from '../api.ts'
import { deviceName } from './device-name.ts'

/** Formats "há 5 min", and "em 12/10/2026" after a month. */
const formatLastUse = (lastSeenAt: string, now: Date): string =>
  formatRelativeTime(lastSeenAt, now).replace(/^(?=\d)/, 'em ')

/** Lists the user's sessions and revokes the others. */
export const ActiveSessions = () => {
  const queryClient = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const [isConfirming, setConfirming] = useState(false)
  const ending = useMutation({
    mutationFn: revokeOtherSessions,
    networkMode: 'always',
    onSuccess: () => {
      setConfirming(false)
      toast.success({ title: 'Os outros aparelhos foram desconectados' })
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })

  if (!sessions.data)
    return sessions.isError ? (
      <LoadErrorNotice title="Não foi possível carregar seus aparelhos" query={sessions} />
    ) : (
      <Spinner />
    )
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {sessions.data.map(session => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      {sessions.data.length > 1 ? (
        <Button className="justify-self-start" onClick={() => setConfirming(true)}>
          Desconectar os outros
        </Button>
      ) : (
        <p className="text-sm text-text3">Nenhum outro aparelho conectado.</p>
      )}
      <ConfirmDialog
        open={isConfirming}
        title="Desconectar os outros aparelhos?"
        text="Quem estiver usando sua conta neles precisará entrar novamente."
        failure={
          ending.isError
            ? `Não foi possível desconectar os outros aparelhos. ${errorMessage(ending.error, '')}`
            : undefined
        }
        confirmLabel="Desconectar"
        danger
        busy={ending.isPending}
        onConfirm={() => ending.mutate()}
        onCancel={() => {
          setConfirming(false)
          ending.reset()
        }}
      />
    </div>
  )
}

const SessionItem = ({ session: { userAgent, createdAt, lastSeenAt, current } }: { session: Session }) => (
  <li>
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">{deviceName(userAgent)}</span>
      {current && <Badge tone="brand">Este aparelho</Badge>}
    </p>
    <p className="text-sm text-text3">
      Desde {formatDateTime(createdAt)}
      {!current && (
        <>
          {' · último uso '}
          <RelativeTime at={lastSeenAt} format={formatLastUse} />
        </>
      )}
    </p>
  </li>
)
