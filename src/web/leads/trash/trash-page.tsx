import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { trashDays } from '#contract/leads/lead-trash.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { PlansLink } from '#web/billing/plans-link.tsx'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { refreshLeadsAfterWrite } from '../cross-tab-refresh.ts'
import { LeadsPageLayout } from '../leads-page-layout.tsx'
import { countSelected, dropLeads, noSelection, type Selection, selectLeads } from '../selection/selection.ts'
import { restoreSelected, trashQuery } from './api.ts'
import { TrashRows } from './trash-rows.tsx'

export default function TrashPage() {
  return (
    <LeadsPageLayout
      title="Lixeira"
      text={`Leads excluídos ficam aqui por ${trashDays} dias e podem voltar como estavam. Depois, são excluídos para sempre.`}
      action="leads.remove"
    >
      <Trash />
    </LeadsPageLayout>
  )
}

const Trash = () => {
  const queryClient = useQueryClient()
  const trash = useInfiniteQuery(trashQuery)
  const [selection, setSelection] = useState(noSelection)
  const [restored, setRestored] = useState(0)
  const pages = trash.data?.pages
  const total = pages?.[0]?.total ?? 0
  const count = countSelected(selection, total)
  const restoring = useMutation({
    mutationFn: (chosen: Selection) => {
      setRestored(0)
      return restoreSelected(chosen, setRestored)
    },
    networkMode: 'always',
    onSuccess: (done, chosen) => {
      setSelection(before => dropLeads(before, chosen))
      announce(`De volta à lista: ${formatLeadCount(done)}.`)
    },
    // A failure may come after some batches.
    onSettled: (_result, error) => refreshLeadsAfterWrite(queryClient, error),
  })

  if (!pages && trash.error) return <LoadError title="Erro ao buscar a lixeira" query={trash} />
  if (!pages) return <PageSpinner text="Carregando a lixeira..." />
  const removed = pages.flatMap(({ leads }) => leads)
  const { isPending, variables } = restoring
  const isOne = isPending && !variables.isAll && variables.names.size === 1
  const isAllSelected = count === total

  return (
    <div className="mt-6 grid grid-cols-1 gap-4">
      <div role="status" className="empty:hidden">
        {restoring.isSuccess && (
          <Notice tone="success" title={`De volta à lista: ${formatLeadCount(restoring.data)}`} />
        )}
        {isPending && !isOne && <RestoreProgress restored={restored} count={countSelected(variables, total)} />}
      </div>
      {restoring.isError && (
        <Notice
          tone="danger"
          title="Erro ao restaurar leads!"
          actions={
            <>
              <Button size="sm" onClick={() => restoring.mutate(restoring.variables)}>
                Tentar novamente
              </Button>
              <PlansLink error={restoring.error} />
            </>
          }
        >
          {errorMessage(restoring.error)} {restored > 0 && `De volta à lista: ${formatLeadCount(restored)}. `}Os outros
          continuam na lixeira.
        </Notice>
      )}
      {removed.length === 0 ? (
        <EmptyState title="A lixeira está vazia" text="Quando você excluir um lead, ele aparece aqui." />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Button
              disabled={isPending}
              onClick={() => setSelection(isAllSelected ? noSelection : { ...noSelection, isAll: true })}
            >
              {isAllSelected
                ? 'Desmarcar todos'
                : `Selecionar todos${total > removed.length ? ` os ${formatCount(total)}` : ''}`}
            </Button>
            {count > 0 && (
              <Button
                variant="primary"
                icon={<RotateCcw />}
                busy={isPending}
                onClick={() => restoring.mutate(selection)}
              >
                Restaurar {formatLeadCount(count)}
              </Button>
            )}
          </div>
          <TrashRows
            removed={removed}
            selection={selection}
            onSelect={(lead, selected) => setSelection(before => selectLeads(before, [lead], selected))}
            onRestore={lead => restoring.mutate(selectLeads(noSelection, [lead], true))}
            busyId={isOne ? [...variables.names.keys()][0] : undefined}
          />
        </>
      )}
      {trash.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={trash.isFetchingNextPage}
          onClick={() => void trash.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </div>
  )
}

const RestoreProgress = ({ restored, count }: { restored: number; count: number }) => (
  <div className="grid gap-2 rounded-control border border-border bg-surface p-4">
    <p className="flex flex-wrap justify-between gap-2">
      <span className="font-semibold">Restaurando...</span>
      <span className="text-text2 tabular-nums">
        {formatCount(restored)} de {formatCount(count)}
      </span>
    </p>
    <progress aria-label="Progresso" value={restored} max={Math.max(count, 1)} className="h-2 w-full" />
  </div>
)
