import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { duplicateGroupsPerPage, duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { ContactLinks } from '#web/lead-display/contact-links.tsx'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { call } from '#web/lib/http.ts'
import { formatPage, parsePage, useUrlParams } from '#web/lib/use-url-params.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { pageCountOf } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { useSettledPage } from '#web/ui/use-settled-page.ts'
import { leadsKey } from '../api.ts'
import { LeadsPageLayout } from '../leads-page-layout.tsx'

const MergeDialog = lazyComponent(() => import('../lead/merge-dialog.tsx'))

const duplicatesQuery = (page: number) =>
  queryOptions({
    queryKey: [...leadsKey, 'duplicates', page],
    queryFn: ({ signal }) => call(duplicatesApi.list, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  })

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

const Duplicates = () => {
  const { parameters, change } = useUrlParams()
  const page = parsePage(parameters.get('pagina'))
  const setPage = (next: number) => change({ pagina: formatPage(next) })
  const query = useQuery(duplicatesQuery(page))
  const { data, error, isPlaceholderData } = query
  const [merging, setMerging] = useState<readonly Lead[]>([])
  const pageCount = data && pageCountOf(data.total, duplicateGroupsPerPage)
  useSettledPage(page, isPlaceholderData ? undefined : pageCount, setPage)
  if (!data && error) return <LoadError title="Erro ao buscar os duplicados" query={query} />
  if (!data) return <PageSpinner text="Procurando duplicados..." />
  const [kept, other, ...more] = merging
  return (
    <div className="mt-6 grid grid-cols-1 gap-4">
      {data.total === 0 && (
        <EmptyState title="Nenhum duplicado" text="Cada telefone e cada e-mail está em um lead só." />
      )}
      <ul aria-label="Grupos de duplicados" className="grid gap-3">
        {data.groups.map(({ leads, count }) => (
          <li key={leads[0]?._id} className="rounded-panel border border-border bg-surface">
            <ul className="divide-y divide-border">
              {leads.map(lead => (
                <Duplicate key={lead._id} lead={lead} />
              ))}
            </ul>
            <div className="flex flex-wrap items-center justify-between gap-2 border-border border-t bg-column px-4 py-2">
              <p className="text-sm text-text2">
                {formatLeadCount(count)}
                {count > leads.length && `; os ${leads.length} mais antigos aparecem primeiro`}
              </p>
              <Button icon={<Merge />} onClick={() => setMerging(leads)}>
                Unir {formatLeadCount(leads.length)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Pagination page={page} pageCount={pageCount ?? 1} onPage={setPage} />
      {kept && other && <MergeDialog leads={[kept, other, ...more]} onClose={() => setMerging([])} />}
    </div>
  )
}

const Duplicate = ({ lead }: { lead: Lead }) => (
  <li className="grid gap-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center md:gap-4">
    <div className="min-w-0">
      <p className="truncate font-semibold">{leadName(lead)}</p>
      <p className="truncate text-sm text-text2">
        {lead.negocio} · cadastro em {formatDate(lead.createdAt.slice(0, 10))}
      </p>
    </div>
    <ContactLinks lead={lead} className="flex min-w-0 flex-wrap gap-x-3 text-sm text-text2" />
    <div className="flex items-center gap-3">
      <StageBadge status={lead.status} />
      <span className="text-sm tabular-nums">{formatReais(lead.valorServico)}</span>
    </div>
  </li>
)
