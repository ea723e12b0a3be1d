import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { AccountBackup } from '#contract/account-backups/account-backups.ts'
import { type Restore, type RestoreCounts, type RestoreMode, restoreWord } from '#contract/account-backups/restore.ts'
import { restoreUndoDays } from '#contract/retention.ts'
import { formatDateTime, formatTimestampDate } from '#contract/values/dates.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { backupsQuery, isWorking, prepareRestore, restoreQuery, startRestore } from './backups-api.ts'
import { countsOf, previewTexts } from './restore-texts.ts'

interface RestoreDialogProps {
  backup: AccountBackup
  onClose: () => void
}

/** Asks what to bring back, shows it in numbers, and starts it. */
export const RestoreDialog = ({ backup, onClose }: RestoreDialogProps) => {
  const formId = useId()
  const queryClient = useQueryClient()
  const [mode, setMode] = useState<RestoreMode>('missing')
  const preparing = useMutation({
    mutationFn: () => prepareRestore(backup._id, mode),
    networkMode: 'always',
  })
  const id = preparing.data?._id
  const prepared = useQuery({ ...restoreQuery(id ?? ''), enabled: id !== undefined })
  const [word, setWord] = useState('')
  const [wordError, setWordError] = useState<string>()
  const starting = useMutation({
    mutationFn: (restore: Restore) => startRestore(restore._id, mode === 'state' ? restoreWord : undefined),
    networkMode: 'always',
    onSuccess: started => {
      queryClient.setQueryData(restoreQuery(started._id).queryKey, started)
      void queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey })
      onClose()
    },
  })
  const restore = prepared.data
  const isChecking = preparing.isPending || (id !== undefined && (!restore || isWorking(restore)))
  const preview = restore?.state === 'ready' ? restore.preview : null
  const isReady = preview !== null
  const hasWork = preview !== null && countsOf(preview) > 0
  const failure = preparing.error ?? prepared.error ?? starting.error

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChecking || starting.isPending) return
    if (!restore || !isReady) return preparing.mutate()
    const isTyped = mode === 'missing' || word.trim().toUpperCase() === restoreWord
    setWordError(isTyped ? undefined : `Digite ${restoreWord} para confirmar`)
    if (isTyped && hasWork) starting.mutate(restore)
  }

  return (
    <Dialog
      open
      title={isReady ? 'Confira antes de começar' : 'O que trazer de volta?'}
      description={`Cópia de ${formatDateTime(backup.createdAt)}`}
      onClose={onClose}
      isSmall
      footer={
        <>
          <Button onClick={onClose}>{isReady && !hasWork ? 'Fechar' : 'Cancelar'}</Button>
          {!isReady && (
            <Button type="submit" form={formId} variant="primary" busy={isChecking}>
              {isChecking ? 'Comparando...' : 'Ver a prévia'}
            </Button>
          )}
          {hasWork && (
            <Button type="submit" form={formId} variant="primary" busy={starting.isPending}>
              {mode === 'missing' ? 'Trazer de volta' : 'Voltar ao estado'}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {failure && (
          <Notice tone="danger" title="Não foi possível continuar">
            {errorMessage(failure)}
          </Notice>
        )}
        {restore?.state === 'failed' && (
          <Notice tone="danger" title="Esta cópia não pode ser usada">
            {restore.error}
          </Notice>
        )}
        {preview ? (
          <>
            <Preview preview={preview} mode={mode} />
            {mode === 'state' && hasWork && (
              <TextField
                label={`Digite ${restoreWord}`}
                autoComplete="off"
                autoCapitalize="characters"
                value={word}
                error={wordError}
                onChange={event => setWord(event.target.value)}
              />
            )}
          </>
        ) : (
          <ModeChoice
            mode={mode}
            day={formatTimestampDate(backup.createdAt)}
            isLocked={isChecking}
            onChange={setMode}
          />
        )}
        {isChecking && <Spinner text="Comparando a cópia com a conta..." />}
      </form>
    </Dialog>
  )
}

interface ModeChoiceProps {
  mode: RestoreMode
  day: string
  isLocked: boolean
  onChange: (mode: RestoreMode) => void
}

const ModeChoice = ({ mode, day, isLocked, onChange }: ModeChoiceProps) => {
  const name = useId()
  const choices = [
    {
      value: 'missing',
      label: 'Trazer de volta o que foi excluído',
      text: 'Voltam os leads da cópia que não estão mais na conta. Nenhum outro lead muda.',
    },
    {
      value: 'state',
      label: `Voltar ao estado de ${day}`,
      text: 'Além disso, o que mudou volta a ser como era, e os leads mais novos que a cópia vão para a lixeira.',
    },
  ] as const
  return (
    <fieldset disabled={isLocked} className="grid gap-3">
      <legend className="sr-only">O que trazer de volta</legend>
      {choices.map(({ value, label, text }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-control border border-border p-3 has-checked:border-brand"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={mode === value}
            onChange={() => onChange(value)}
            className="mt-1 size-4 flex-none accent-brand"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{label}</span>
            <span className="block text-sm text-text2">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const Preview = ({ preview, mode }: { preview: RestoreCounts; mode: RestoreMode }) => {
  if (countsOf(preview) === 0)
    return (
      <Notice title="Não há o que fazer">
        {mode === 'missing' ? 'Todos os leads da cópia estão na conta.' : 'Os leads da conta estão como na cópia.'}
        {preview.erased > 0 && ' Leads de pessoas que pediram a exclusão ficam de fora.'}
      </Notice>
    )
  return (
    <>
      <ul className="grid gap-2">
        {previewTexts(preview).map(({ count, text }) => (
          <li key={text} className="flex gap-3">
            <span className="min-w-12 text-right font-semibold tabular-nums">{count}</span>
            <span className="text-text2">{text}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-text3">
        Antes de começar, fazemos uma cópia de agora. Você pode desfazer por {restoreUndoDays} dias.
      </p>
    </>
  )
}
