import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { adminLeadsPageSize } from '#contract/admin.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { paths } from '#web/lib/url/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { adminErrors, allLeadsQuery } from '../api.ts'
import { PagedRows } from '../paged-rows.tsx'
import { useRevokedAdmin } from '../use-revoked-admin.ts'
import { AllLeadsFilters } from './all-leads-filters.tsx'
import { AllLeadsCards, AllLeadsTable } from './all-leads-rows.tsx'
import { useAllLeadsParams } from './use-all-leads-params.ts'
import { useFitsWideTable } from './use-fits-wide-table.ts'

export default function AllLeadsPage() {
  return (
    <AdminLayout title="Todos os leads" path={paths.adminLeads}>
      <AllLeads />
    </AdminLayout>
  )
}

const AllLeads = () => {
  const params = useAllLeadsParams()
  const { filters, page, cursor, clearFilters, setPage } = params
  const leads = useQuery(allLeadsQuery(filters, page, cursor))
  const { data, error, isPlaceholderData } = leads
  const filterBar = useRef<HTMLElement>(null)
  const Rows = useFitsWideTable() ? AllLeadsTable : AllLeadsCards
  useRevokedAdmin(error)
  const clear = () => {
    clearFilters()
    // The pressed button disappears with the filters.
    filterBar.current?.focus()
  }
  const goTo = (next: number, options?: { replace: boolean }) => {
    setPage(next, isPlaceholderData ? null : neighbourCursor(data, next - page), options)
    filterBar.current?.scrollIntoView({ block: 'end' })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 tabIndex={-1}>Todos os leads</h1>
        {data && (
          <p role="status" className="text-text2 tabular-nums">
            Total: {data.hasMore && 'mais de '}
            {formatLeadCount(data.total)}
          </p>
        )}
      </div>
      <AllLeadsFilters ref={filterBar} params={params} onClear={clear} />
      {data?.total === 0 && <NoMatches hasFilters={params.hasFilters} onClear={clear} />}
      {data && data.total > 0 && (
        <PagedRows
          page={page}
          pageSize={adminLeadsPageSize}
          total={data.total}
          hasMore={data.hasMore}
          noun="leads"
          onPage={goTo}
          isStale={isPlaceholderData}
        >
          {data.leads.length > 0 && <Rows leads={data.leads} />}
        </PagedRows>
      )}
      {!data && !error && <PageSpinner text="Carregando todos os leads..." />}
      {!data && error && <LoadError title={adminErrors.leads} query={leads} fallback={adminErrors.unknown} />}
    </div>
  )
}

type NeighbourCursors = { next: string | null; previous: string | null }

/** Leads to the page right after or before `page`. Any other page is found by its number alone. */
const neighbourCursor = (page: NeighbourCursors | undefined, pagesAway: number) => {
  if (pagesAway === 1) return page?.next
  if (pagesAway === -1) return page?.previous
  return null
}

const NoMatches = ({ hasFilters, onClear }: { hasFilters: boolean; onClear: () => void }) => (
  <EmptyState
    kind="search"
    title="Nenhum lead encontrado"
    text="Ajuste os filtros para ver mais resultados"
    actions={hasFilters && <Button onClick={onClear}>Limpar Filtros</Button>}
  />
)
