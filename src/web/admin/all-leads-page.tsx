import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { adminLeadsPageSize } from '#contract/admin.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AdminScreen } from './admin-screen.tsx'
import { AllLeadsFilters } from './all-leads-filters.tsx'
import { AllLeadsCards, AllLeadsTable } from './all-leads-rows.tsx'
import { adminFailures, allLeadsQuery } from './api.ts'
import { countText, Pager } from './pager.tsx'
import { useAllLeadsAddress } from './use-all-leads-address.ts'
import { useForbidden } from './use-forbidden.ts'
import { useIsRoomy } from './use-is-roomy.ts'

export default function AllLeadsPage() {
  return (
    <AdminScreen title="Todos os Leads" path={paths.adminLeads}>
      <AllLeads />
    </AdminScreen>
  )
}

const AllLeads = () => {
  const address = useAllLeadsAddress()
  const { filters, page, clearFilters, setPage } = address
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(allLeadsQuery(filters, page))
  const bar = useRef<HTMLElement>(null)
  const Rows = useIsRoomy() ? AllLeadsTable : AllLeadsCards
  useForbidden(error)
  const clear = () => {
    clearFilters()
    // The pressed button goes away with what it cleared.
    bar.current?.focus()
  }
  const goTo = (next: number, options?: { replace: boolean }) => {
    setPage(next, options)
    bar.current?.scrollIntoView({ block: 'end' })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 tabIndex={-1}>Todos os Leads</h1>
        {data && (
          <p role="status" className="text-text2 tabular-nums">
            Total: {data.hasMore && 'mais de '}
            {countText(data.total)} {data.total === 1 ? 'lead' : 'leads'}
          </p>
        )}
      </div>
      <AllLeadsFilters ref={bar} address={address} onClear={clear} />
      {data?.total === 0 && <NoLead hasFilters={address.hasFilters} onClear={clear} />}
      {data && data.total > 0 && (
        <div
          aria-busy={isPlaceholderData}
          className="grid grid-cols-1 gap-3 transition-opacity aria-busy:opacity-60 aria-busy:delay-150"
        >
          {data.leads.length > 0 && <Rows leads={data.leads} />}
          <Pager
            page={page}
            pageSize={adminLeadsPageSize}
            total={data.total}
            hasMore={data.hasMore}
            noun="leads"
            onPage={goTo}
            isStale={isPlaceholderData}
          />
        </div>
      )}
      {!data && !error && <PageSpinner text="Carregando todos os leads..." />}
      {!data && error && (
        <EmptyState
          kind="error"
          title={adminFailures.leads}
          text={messageOf(error, adminFailures.unknown)}
          actions={
            <Button busy={isFetching} onClick={() => refetch()}>
              Tentar novamente
            </Button>
          }
        />
      )}
    </div>
  )
}

const NoLead = ({ hasFilters, onClear }: { hasFilters: boolean; onClear: () => void }) => (
  <EmptyState
    kind="search"
    title="Nenhum lead encontrado"
    text="Ajuste os filtros para ver mais resultados"
    actions={hasFilters && <Button onClick={onClear}>Limpar Filtros</Button>}
  />
)
