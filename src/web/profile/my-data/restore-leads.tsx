import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#contract/values/numbers.ts'
import { PlansLink } from '#web/billing/plans-link.tsx'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { importLeads } from '#web/leads/api-on-demand.ts'
import { refreshLeadsAfterWrite } from '#web/leads/cross-tab-refresh.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { chunkLeads, type FileLead, LeadFileError, readLeadFile } from './lead-file.ts'

const failure = 'Erro ao restaurar leads!'

/** Restores the leads of an export. Validates the whole file first; each request is atomic. */
export const RestoreLeads = () => {
  const queryClient = useQueryClient()
  // The closed dialog shows the number of leads until its fade-out ends.
  const [chosen, setChosen] = useState<FileLead[]>([])
  const [isConfirming, setConfirming] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState(0)

  const restoring = useMutation({
    mutationFn: async (leads: FileLead[]) => {
      setDone(0)
      let erased = 0
      for (const chunk of chunkLeads(leads)) {
        erased += (await importLeads(chunk)).erased
        setDone(sofar => sofar + chunk.length)
      }
      return { restored: leads.length - erased, erased }
    },
    networkMode: 'always',
    onSettled: (_result, error) => refreshLeadsAfterWrite(queryClient, error),
  })

  const choose = async (file: File) => {
    restoring.reset()
    setProblem(undefined)
    try {
      setChosen(readLeadFile(await file.text()))
      setConfirming(true)
    } catch (error) {
      setProblem(error instanceof LeadFileError ? error.message : 'Não foi possível ler o arquivo. Escolha outro.')
    }
  }
  const start = () => {
    restoring.mutate(chosen)
    setConfirming(false)
  }
  const total = restoring.variables?.length ?? 0

  return (
    <div className="grid justify-items-start gap-3">
      <FileButton
        label="Arquivo de leads em JSON"
        accept=".json,application/json"
        icon={<Upload />}
        busy={restoring.isPending}
        onFile={choose}
      >
        {restoring.isPending ? 'Restaurando...' : 'Restaurar leads'}
      </FileButton>
      <div role="status" className="w-full empty:hidden">
        {restoring.isPending && (
          <label className="grid gap-1 text-sm text-text2">
            {formatCount(done)} de {formatLeadCount(total)}
            <progress value={done} max={total} className="h-2 w-full" />
          </label>
        )}
        {restoring.isSuccess && (
          <Notice tone="success" title={`Restauração concluída: ${formatLeadCount(restoring.data.restored)}.`}>
            {restoring.data.erased > 0 &&
              `${formatLeadCount(restoring.data.erased)} de pessoas que pediram a exclusão não voltaram.`}
          </Notice>
        )}
      </div>
      {problem !== undefined && (
        <Notice tone="danger" title={failure} className="w-full">
          {problem}
        </Notice>
      )}
      {restoring.isError && (
        <Notice
          tone="danger"
          title={failure}
          className="w-full"
          actions={
            <>
              <Button size="sm" onClick={() => restoring.mutate(restoring.variables ?? [])}>
                Tentar novamente
              </Button>
              <PlansLink error={restoring.error} />
            </>
          }
        >
          {errorMessage(restoring.error, 'Erro ao sincronizar leads.')}{' '}
          {done === 0
            ? 'Nada foi alterado.'
            : `${formatCount(done)} de ${formatLeadCount(total)} já foram restaurados. Você pode tentar novamente: nenhum será duplicado.`}
        </Notice>
      )}
      <ConfirmDialog
        open={isConfirming}
        title={`Restaurar ${formatLeadCount(chosen.length)}?`}
        text="Os leads que ainda existem ficam iguais aos do arquivo e os excluídos voltam. Nenhum lead é excluído."
        confirmLabel="Restaurar"
        onConfirm={start}
        onCancel={() => setConfirming(false)}
      />
    </div>
  )
}
