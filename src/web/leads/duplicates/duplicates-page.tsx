import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { duplicateGroupsPerPage } from '#contract/duplicates/duplicates.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatPage, parsePage, useUrlParams } from '#web/lib/url/use-url-params.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { pageCountOf } from '#web/ui/paging/page-numbers.ts'
import { Pagination } from '#web/ui/paging/pagination.tsx'
import { useSettledPage } from '#web/ui/paging/use-settled-page.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { LeadsPageLayout } from '../leads-page-layout.tsx'
import { duplicatesQuery } from './api.ts'
import { DistinctGroup, DuplicateGroup } from './duplicate-group.tsx'
import { useTellApart } from './use-tell-apart.ts'

const MergeDialog = lazyComponent(() => import('../lead/merge/merge-dialog.tsx'))

export default function DuplicatesPage() {
  return (
    <LeadsPageLayout
      title="Duplicados"
      text="Leads com o mesmo telefone ou e-mail. Ao unir, a história e as notas de todos ficam em um só."
      action="leads.remove"
    >
      <Duplicates />
    </LeadsPageLayout>
  )
}

const distinctView = 'separados'

const Duplicates = () => {
  const isDistinct = useUrlParams().parameters.get('ver') === distinctView
  // Each view begins without the groups of the other.
  return <Groups key={String(isDistinct)} isDistinct={isDistinct} />
}

const Groups = ({ isDistinct }: { isDistinct: boolean }) => {
  const { parameters, change } = useUrlParams()
  const page = parsePage(parameters.get('pagina'))
  const setPage = (next: number, options?: { replace: boolean }) => change({ pagina: formatPage(next) }, options)
  const query = useQuery(duplicatesQuery(page, isDistinct))
  const { data, error, isPlaceholderData } = query
  const [merging, setMerging] = useState<readonly Lead[]>([])
  const { takingBack, tellingApart } = useTellApart()
  const pageCount = data && pageCountOf(data.total, duplicateGroupsPerPage)
  useSettledPage(page, isPlaceholderData ? undefined : pageCount, setPage)
  if (!data && error) return <LoadError title="Erro ao buscar os duplicados" query={query} />
  if (!data) return <PageSpinner text="Procurando duplicados..." />
  const [kept, other, ...more] = merging
  return (
    <div className="mt-6 grid grid-cols-1 gap-4">
      <Button
        className="justify-self-start"
        onClick={() => change({ ver: isDistinct ? '' : distinctView, pagina: formatPage(1) })}
      >
        {isDistinct ? 'Ver os duplicados' : 'Ver os que não são duplicados'}
      </Button>
      {data.total === 0 &&
        (isDistinct ? (
          <EmptyState
            title="Nenhum par separado"
            text="Quando você disser que leads não são duplicados, eles aparecem aqui."
          />
        ) : (
          <EmptyState title="Nenhum duplicado" text="Cada telefone e cada e-mail está em um lead só." />
        ))}
      <ul
        aria-label={isDistinct ? 'Leads que não são duplicados' : 'Grupos de duplicados'}
        className="grid grid-cols-1 gap-3"
      >
        {data.groups.map(group =>
          isDistinct ? (
            <DistinctGroup
              key={group.leads[0]?._id}
              group={group}
              isBusy={takingBack.isPending}
              onTakeBack={takingBack.mutate}
            />
          ) : (
            <DuplicateGroup
              key={group.leads[0]?._id}
              group={group}
              isBusy={tellingApart.isPending}
              onMerge={setMerging}
              onTellApart={tellingApart.mutate}
            />
          ),
        )}
      </ul>
      <Pagination page={page} pageCount={pageCount ?? 1} onPage={setPage} />
      {kept && other && <MergeDialog leads={[kept, other, ...more]} onClose={() => setMerging([])} />}
    </div>
  )
}
