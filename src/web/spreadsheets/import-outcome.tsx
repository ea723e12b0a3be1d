import { useMutation } from '@tanstack/react-query'
import { Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Import, UndoResult } from '#contract/spreadsheets/import.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { listUrl } from '#web/leads/list-url.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { downloadFailedRows } from './api.ts'
import { originTexts } from './import-origin.tsx'

interface ImportOutcomeProps {
  current: Import
  isUndoing: boolean
  onUndo: () => void
}

const resultText = ({ result: { created, updated, skipped, failed, erased } }: Import): string =>
  [
    `${formatCount(created)} ${created === 1 ? 'novo' : 'novos'}`,
    `${formatCount(updated)} ${updated === 1 ? 'atualizado' : 'atualizados'}`,
    `${formatCount(skipped)} sem mudança`,
    `${formatCount(failed)} com problema`,
    ...(erased > 0 ? [`${formatCount(erased)} ${erased === 1 ? 'pulada' : 'puladas'}: pedido de exclusão`] : []),
  ].join(' · ')

/** Result of a finished import, with its failed rows and its undo. */
export const ImportOutcome = ({ current, isUndoing, onUndo }: ImportOutcomeProps) => {
  const [isAsking, setAsking] = useState(false)
  const downloading = useMutation({ mutationFn: downloadFailedRows, networkMode: 'always' })
  const { state, result, undoUntil, undo, error } = current
  if (state === 'undone' && undo) return <Undone undo={undo} />
  if (state !== 'done' && state !== 'canceled') return null
  const origin = originTexts(current).join(' · ')
  const hasWritten = result.created + result.updated > 0
  return (
    <div className="grid gap-4">
      <Notice
        tone={state === 'done' ? 'success' : 'info'}
        title={state === 'done' ? 'Importação concluída' : 'Importação cancelada'}
      >
        {error && <p>{error}</p>}
        <p>{resultText(current)}</p>
        {origin && <p>{origin}</p>}
      </Notice>
      <FailureNotice title="Não foi possível baixar as linhas" error={downloading.error} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" to={listUrl}>
          Ver os leads
        </ButtonLink>
        {result.failed > 0 && (
          <Button icon={<Download />} busy={downloading.isPending} onClick={() => downloading.mutate(current)}>
            Baixar linhas com problema
          </Button>
        )}
        {undoUntil && hasWritten && (
          <Button icon={<Undo2 />} busy={isUndoing} onClick={() => setAsking(true)}>
            Desfazer importação
          </Button>
        )}
      </div>
      {result.failed > 0 && (
        <p className="text-sm text-text3">Corrija as linhas no arquivo baixado e importe-o: o resto não se repete.</p>
      )}
      {undoUntil && hasWritten && (
        <p className="text-sm text-text3">Você pode desfazer até {formatTimestampDate(undoUntil)}.</p>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Desfazer esta importação?"
        text="Os leads novos vão para a lixeira e os atualizados voltam a ser como eram. O que mudou depois da importação fica como está."
        confirmLabel="Desfazer importação"
        cancelLabel="Manter"
        onConfirm={() => {
          setAsking(false)
          onUndo()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

const Undone = ({ undo: { removed, restored, kept, keptLeads } }: { undo: UndoResult }) => (
  <Notice tone="success" title="Importação desfeita">
    <p>
      Na lixeira: {formatLeadCount(removed)} · Como antes: {formatLeadCount(restored)}
    </p>
    {kept > 0 && (
      <>
        <p className="mt-2">Mudaram depois da importação e ficaram como estão: {formatLeadCount(kept)}</p>
        <ul className="mt-1 list-disc break-words pl-5">
          {keptLeads.map(({ _id, nome }) => (
            <li key={_id}>{nome || 'Sem nome'}</li>
          ))}
        </ul>
      </>
    )}
  </Notice>
)
