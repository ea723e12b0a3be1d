import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Import } from '#contract/spreadsheets/import.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { useRefreshWhenDone } from '#web/leads/use-refresh-when-done.ts'
import { latestError } from '#web/lib/requests/latest-error.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import {
  type ImportOptions as Choice,
  cancelImport,
  configureImport,
  importQuery,
  importsQuery,
  isWorking,
  startImport,
  undoImport,
} from './api.ts'
import { ImportOptions } from './import-options.tsx'
import { ImportOutcome } from './import-outcome.tsx'

interface ImportViewProps {
  id: string
  onLeave: () => void
}

/** Runs an action on the import and shows what the server returns. */
const useImportAction = <Input,>(id: string, mutationFn: (input: Input) => Promise<Import>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    networkMode: 'always',
    onSuccess: changed => {
      queryClient.setQueryData(importQuery(id).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })
    },
  })
}

/** Shows what was chosen while the server stores it. */
const withChoice = (current: Import, { layout, columns, ...choice }: Choice = {}) =>
  ({
    ...current,
    ...choice,
    layout: current.layout && { ...current.layout, ...layout },
    columns: current.columns.map((column, index) => ({ ...column, ...columns?.[index] })),
  }) as Import

export const ImportView = ({ id, onLeave }: ImportViewProps) => {
  const query = useQuery(importQuery(id))
  const { data: current, error } = query
  useRefreshWhenDone(current?.state === 'running' || current?.state === 'undoing', importsQuery.queryKey)
  const configuring = useImportAction(id, (choice: Choice) => configureImport(id, choice))
  const starting = useImportAction(id, () => startImport(id))
  const canceling = useImportAction(id, () => cancelImport(id))
  const undoing = useImportAction(id, () => undoImport(id))

  if (!current && error) return <LoadError title="Erro ao buscar a importação" query={query} />
  if (!current) return <PageSpinner text="Carregando a importação..." />
  return (
    <div className="mt-6 grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 truncate font-semibold">{current.fileName}</p>
        <Button size="sm" onClick={onLeave}>
          Importar outro arquivo
        </Button>
      </div>
      <FailureNotice
        title="Não foi possível continuar"
        error={latestError(configuring, starting, canceling, undoing)}
      />
      <Progress current={current} onCancel={() => canceling.mutate(undefined)} isCanceling={canceling.isPending} />
      {current.state === 'failed' && (
        <Notice tone="danger" title="A planilha não foi lida">
          {current.error}
        </Notice>
      )}
      {(current.state === 'ready' || (current.state === 'failed' && current.layout)) && (
        <ImportOptions
          current={configuring.isPending ? withChoice(current, configuring.variables) : current}
          isBusy={configuring.isPending || starting.isPending}
          onChange={choice => configuring.mutate(choice)}
          onStart={() => starting.mutate(undefined)}
          onCancel={() => canceling.mutate(undefined)}
        />
      )}
      <ImportOutcome current={current} isUndoing={undoing.isPending} onUndo={() => undoing.mutate(undefined)} />
    </div>
  )
}

const workTexts: Partial<Record<Import['state'], string>> = {
  reading: 'Lendo a planilha...',
  checking: 'Conferindo as linhas...',
  running: 'Importando...',
  undoing: 'Desfazendo...',
}

interface ProgressProps {
  current: Import
  onCancel: () => void
  isCanceling: boolean
}

/** Shows the server's work, which goes on when the page is closed. */
const Progress = ({ current, onCancel, isCanceling }: ProgressProps) => {
  const { state, done, total } = current
  if (!isWorking(current)) return null
  const isCounted = state !== 'reading'
  return (
    <div role="status" className="grid gap-2 rounded-control border border-border bg-surface p-4">
      <p className="flex flex-wrap justify-between gap-2">
        <span className="font-semibold">{workTexts[state]}</span>
        {isCounted && (
          <span className="text-text2 tabular-nums">
            {formatCount(done)} de {formatCount(total)}
          </span>
        )}
      </p>
      <progress
        aria-label="Progresso"
        {...(isCounted && { value: done, max: Math.max(total, 1) })}
        className="h-2 w-full"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-text3">Pode fechar esta página: o trabalho continua e aparece aqui quando voltar.</p>
        {state === 'running' && (
          <Button size="sm" busy={isCanceling} onClick={onCancel}>
            Cancelar importação
          </Button>
        )}
      </div>
    </div>
  )
}
