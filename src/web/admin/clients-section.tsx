import type { Client } from '#contract/admin.ts'
import { formatPage, parsePage, useUrlParams } from '#web/lib/url/use-url-params.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { FailedQuery } from '#web/ui/loading/load-error.tsx'
import { useIsMedium } from '#web/ui/use-breakpoint.ts'
import { clientsPageSize } from './api.ts'
import { ClientCards, ClientTable } from './client-rows.tsx'
import { DebouncedSearch } from './debounced-search.tsx'
import { PagedRows } from './paged-rows.tsx'
import { SectionStatus } from './section-status.tsx'

const searchOf = (parameters: URLSearchParams): string => (parameters.get('q') ?? '').trim().slice(0, 100)

export const useClientsParams = () => {
  const { parameters, change } = useUrlParams()
  return {
    search: searchOf(parameters),
    page: parsePage(parameters.get('pagina')),
    setSearch: (search: string) => change({ q: search, pagina: undefined }, { replace: true }),
    setPage: (page: number, options?: { replace: boolean }) => change({ pagina: formatPage(page) }, options),
  }
}

interface ClientsSectionProps {
  users: FailedQuery & {
    data: { users: Client[]; total: number; customersUrl: string | null } | undefined
    isPlaceholderData: boolean
  }
}

export const ClientsSection = ({ users }: ClientsSectionProps) => {
  const { search, page, setSearch, setPage } = useClientsParams()
  const { data, isPlaceholderData } = users
  const Rows = useIsMedium() ? ClientTable : ClientCards
  return (
    <section aria-labelledby="clientes" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="clientes">Clientes</h2>
        <DebouncedSearch
          label="Buscar clientes por nome ou e-mail"
          placeholder="Buscar por nome ou e-mail..."
          maxLength={100}
          read={searchOf}
          onSearch={setSearch}
          className="w-full md:w-80"
        />
      </div>
      {data ? (
        <PagedRows
          page={page}
          pageSize={clientsPageSize}
          total={data.total}
          noun="clientes"
          onPage={setPage}
          isStale={isPlaceholderData}
        >
          {data.total === 0 ? (
            <NoClients isSearch={search !== ''} />
          ) : (
            <Rows clients={data.users} customersUrl={data.customersUrl} />
          )}
        </PagedRows>
      ) : (
        <SectionStatus query={users} what="users" />
      )}
    </section>
  )
}

const NoClients = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <EmptyState
      kind="search"
      heading="h3"
      title="Nenhum cliente encontrado"
      text="Ajuste a busca para ver mais resultados"
    />
  ) : (
    <EmptyState heading="h3" title="Nenhum cliente ainda" text="Quem se cadastrar aparece aqui." />
  )
