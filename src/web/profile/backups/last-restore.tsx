import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Restore } from '#contract/account-backups/restore.ts'
import { formatDateTime, formatTimestampDate } from '#contract/values/dates.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { useRefreshWhenDone } from '#web/leads/use-refresh-when-done.ts'
import { latestError } from '#web/lib/requests/latest-error.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { backupsQuery, cancelRestore, isWorking, restoreQuery, undoRestore } from './backups-api.ts'

/** Runs an action on the restore and shows what the server returns. */
const useRestoreAction = (mutationFn: (id: string) => Promise<Restore>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    networkMode: 'always',
    onSuccess: changed => queryClient.setQueryData(restoreQuery(changed._id).queryKey, changed),
  })
}

/** Progress, result and undo of the last restore. A restore that was only prepared is in its dialog. */
export const LastRestore = ({ id }: { id: string }) => {
  const { data: restore } = useQuery(restoreQuery(id))
  useRefreshWhenDone(restore !== undefined && isWorking(restore), backupsQuery.queryKey)
  const canceling = useRestoreAction(cancelRestore)
  const undoing = useRestoreAction(undoRestore)
  if (!restore || restore.state === 'checking' || restore.state === 'ready') return null
  return (
    <>
      <FailureNotice title="Não foi possível continuar" error={latestError(canceling, undoing)} />
      {isWorking(restore) ? (
        <Progress restore={restore} isCanceling={canceling.isPending} onCancel={() => canceling.mutate(id)} />
      ) : (
        <Outcome restore={restore} isUndoing={undoing.isPending} onUndo={() => undoing.mutate(id)} />
      )}
    </>
  )
}

const workTexts: Partial<Record<Restore['state'], string>> = {
  copying: 'Fazendo uma cópia de agora...',
  running: 'Restaurando...',
  undoing: 'Desfazendo...',
}

interface ProgressProps {
  restore: Restore
  isCanceling: boolean
  onCancel: () => void
}

/** Shows the server's work, which goes on when the page is closed. */
const Progress = ({ restore: { state, done, total }, isCanceling, onCancel }: ProgressProps) => {
  const isCounted = state !== 'copying'
  return (
    <div role="status" className="grid gap-2 rounded-control border border-border bg-surface p-4">
      <p className="flex flex-wrap justify-between gap-2">
        <span className="font-semibold">{workTexts[state]}</span>
        {isCounted && (
          <span className="text-text2 tabular-nums">
            {formatCount(done)} de {formatCount(Math.max(done, total))}
          </span>
        )}
      </p>
      <progress
        aria-label="Progresso"
        {...(isCounted && { value: done, max: Math.max(done, total, 1) })}
        className="h-2 w-full"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-text3">Pode fechar esta página: o trabalho continua e aparece aqui quando voltar.</p>
        {state !== 'undoing' && (
          <Button size="sm" busy={isCanceling} onClick={onCancel}>
            Cancelar restauração
          </Button>
        )}
      </div>
    </div>
  )
}

const resultText = ({ result: { returning, changing, removing, erased, kept } }: Restore): string =>
  [
    `Voltaram: ${formatLeadCount(returning)}`,
    changing > 0 && `com os valores de antes: ${formatCount(changing)}`,
    removing > 0 && `na lixeira: ${formatCount(removing)}`,
    erased > 0 && `de fora, por pedido de exclusão: ${formatCount(erased)}`,
    kept > 0 && `mudaram enquanto isso e ficaram como estão: ${formatCount(kept)}`,
  ]
    .filter(Boolean)
    .join(' · ')

interface OutcomeProps {
  restore: Restore
  isUndoing: boolean
  onUndo: () => void
}

const titles: Partial<Record<Restore['state'], string>> = {
  done: 'Restauração concluída',
  canceled: 'Restauração cancelada',
  failed: 'A restauração não foi feita',
  undone: 'Restauração desfeita',
}

const Outcome = ({ restore, isUndoing, onUndo }: OutcomeProps) => {
  const [isAsking, setAsking] = useState(false)
  const { state, error, undo, undoUntil, backupAt } = restore
  if (state === 'undone' && undo)
    return (
      <Notice tone="success" title="Restauração desfeita">
        De novo na lixeira: {formatLeadCount(undo.removed)} · Como antes: {formatLeadCount(undo.restored)}
        {undo.kept > 0 && ` · Mudaram depois e ficaram como estão: ${formatLeadCount(undo.kept)}`}
      </Notice>
    )
  return (
    <Notice
      tone={state === 'done' ? 'success' : state === 'failed' ? 'danger' : 'info'}
      title={titles[state] ?? ''}
      actions={
        undoUntil && (
          <Button size="sm" icon={<Undo2 />} busy={isUndoing} onClick={() => setAsking(true)}>
            Desfazer
          </Button>
        )
      }
    >
      {error && <p>{error}</p>}
      {state !== 'failed' && (
        <p>
          Cópia de {formatDateTime(backupAt)}. {resultText(restore)}.
        </p>
      )}
      {undoUntil && <p className="text-sm">Você pode desfazer até {formatTimestampDate(undoUntil)}.</p>}
      <ConfirmDialog
        open={isAsking}
        title="Desfazer esta restauração?"
        text="Os leads voltam a ser como eram antes dela, e os que ela trouxe vão para a lixeira. O que mudou depois fica como está."
        confirmLabel="Desfazer restauração"
        cancelLabel="Manter"
        onConfirm={() => {
          setAsking(false)
          onUndo()
        }}
        onCancel={() => setAsking(false)}
      />
    </Notice>
  )
}
