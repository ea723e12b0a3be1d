import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { trashDays } from '#contract/leads/lead-trash.ts'
import { PlansLink } from '#web/billing/plans-link.tsx'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { refreshLeadsEverywhere } from '../cross-tab-refresh.ts'
import { LeadsPageLayout } from '../leads-page-layout.tsx'
import { restoreLeads, trashQuery } from './api.ts'
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const removed = trash.data?.pages.flatMap(({ leads }) => leads)
  const ids = removed?.map(({ lead }) => lead._id) ?? []
  const selected = ids.filter(id => chosen.has(id))
  const restoring = useMutation({
    mutationFn: restoreLeads,
    networkMode: 'always',
    onSuccess: restored => {
      setChosen(new Set())
      announce(`De volta à lista: ${formatLeadCount(restored)}.`)
      return refreshLeadsEverywhere(queryClient)
    },
  })

  if (!removed && trash.error) return <LoadError title="Erro ao buscar a lixeira" query={trash} />
  if (!removed) return <PageSpinner text="Carregando a lixeira..." />
  const toggle = (id: string) =>
    setChosen(before => new Set(before.has(id) ? [...before].filter(one => one !== id) : [...before, id]))
  const allChosen = selected.length === ids.length

  return (
    <div className="mt-6 grid grid-cols-1 gap-4">
      <div role="status" className="empty:hidden">
        {restoring.isSuccess && (
          <Notice tone="success" title={`De volta à lista: ${formatLeadCount(restoring.data)}`} />
        )}
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
          {errorMessage(restoring.error, 'Tente novamente em instantes.')} Os outros continuam na lixeira.
        </Notice>
      )}
      {removed.length === 0 ? (
        <EmptyState title="A lixeira está vazia" text="Quando você excluir um lead, ele aparece aqui." />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Button onClick={() => setChosen(new Set(allChosen ? [] : ids))}>
              {allChosen ? 'Desmarcar todos' : 'Selecionar todos'}
            </Button>
            {selected.length > 0 && (
              <Button
                variant="primary"
                icon={<RotateCcw />}
                busy={restoring.isPending}
                onClick={() => restoring.mutate(selected)}
              >
                Restaurar {formatLeadCount(selected.length)}
              </Button>
            )}
          </div>
          <TrashRows
            removed={removed}
            chosen={chosen}
            onToggle={toggle}
            onRestore={id => restoring.mutate([id])}
            busyId={restoring.isPending && restoring.variables.length === 1 ? restoring.variables[0] : undefined}
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
