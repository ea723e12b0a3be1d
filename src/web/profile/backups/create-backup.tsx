import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { AccountBackups } from '#contract/account-backups/account-backups.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { refetchAfterWrite } from '#web/lib/requests/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { backupsQuery, createBackup } from './backups-api.ts'

/** Asks for a backup, and says when it is there. */
export const CreateBackup = ({ backups, isBeingMade, isFailing }: AccountBackups) => {
  const queryClient = useQueryClient()
  const [newest] = backups
  /** The newest one before the server began. */
  const before = useRef<string | undefined>(undefined)
  const wasBeingMade = useRef(false)
  const creating = useMutation({
    mutationFn: createBackup,
    networkMode: 'always',
    onSettled: (_result, error) => refetchAfterWrite(queryClient, backupsQuery.queryKey, error),
  })
  useEffect(() => {
    if (isBeingMade && !wasBeingMade.current) before.current = newest?._id
    const isOver = wasBeingMade.current && !isBeingMade
    if (isOver && isFailing) toast.error({ title: 'A cópia não foi feita' })
    else if (isOver && newest?.verifiedAt) {
      const description =
        newest._id === before.current
          ? 'Nada mudou desde a última: ela foi lida de novo e vale também para agora.'
          : `${formatLeadCount(newest.leads)}, como estavam em ${formatDateTime(newest.createdAt)}.`
      toast.success({ title: 'Cópia verificada', description })
    }
    wasBeingMade.current = isBeingMade
  }, [isBeingMade, isFailing, newest])
  const isBusy = creating.isPending || isBeingMade
  return (
    <div className="mb-4 grid justify-items-start gap-3">
      {creating.isError && !isBusy && (
        <Notice tone="danger" title="A cópia não foi pedida">
          {errorMessage(creating.error)}
        </Notice>
      )}
      <Button icon={<DatabaseBackup />} busy={isBusy} onClick={() => creating.mutate()}>
        {isBusy ? 'Fazendo uma cópia...' : 'Fazer uma cópia agora'}
      </Button>
      {isBeingMade && (
        <p role="status" className="text-sm text-text3">
          Pode fechar esta página: a cópia aparece aqui depois de verificada.
        </p>
      )}
    </div>
  )
}
