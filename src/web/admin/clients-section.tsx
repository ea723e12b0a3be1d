import type { Client } from '#contract/admin.ts'
import { useIsWide } from '#web/leads/use-is-wide.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { clientsPageSize } from './api.ts'
import { ClientCards, ClientTable } from './client-rows.tsx'
import { Pager } from './pager.tsx'
import { PanelSearch } from './panel-search.tsx'
import { Retry, type Retryable } from './retry.tsx'
import { readPage, useAddress, writePage } from './use-address.ts'

const searchOf = (parameters: URLSearchParams): string => (parameters.get('q') ?? '').trim().slice(0, 100)

/** What the address says of the clients. */
export const useClientsAddress = () => {
  const { parameters, change } = useAddress()
  return {
    search: searchOf(parameters),
    page: readPage(parameters.get('pagina')),
    setSearch: (search: string) => change({ q: search, pagina: undefined }, { replace: true }),
    setPage: (page: number, options?: { replace: boolean }) => change({ pagina: writePage(page) }, options),
  }
}

interface ClientsSectionProps {
  users: Retryable & {
    data: { users: Client[]; total: number; customersUrl: string | null } | undefined
    isPlaceholderData: boolean
  }
}

export const ClientsSection = ({ users }: ClientsSectionProps) => {
  const { search, page, setSearch, setPage } = useClientsAddress()
  const { data, isPlaceholderData } = users
  const Rows = useIsWide() ? ClientTable : ClientCards
  return (
    <section aria-labelledby="clientes" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="clientes">Clientes</h2>
        <PanelSearch
          label="Buscar clientes por nome ou e-mail"
          placeholder="Buscar por nome ou e-mail..."
          maxLength={100}
          read={searchOf}
          onSearch={setSearch}
          className="w-full md:w-80"
        />
      </div>
      {data ? (
        <div
          aria-busy={isPlaceholderData}
          className="grid grid-cols-1 gap-3 transition-opacity aria-busy:opacity-60 aria-busy:delay-150"
        >
          {data.total === 0 ? (
            <NoClient isSearch={search !== ''} />
          ) : (
            <Rows clients={data.users} customersUrl={data.customersUrl} />
          )}
          <Pager
            page={page}
            pageSize={clientsPageSize}
            total={data.total}
            noun="clientes"
            onPage={setPage}
            isStale={isPlaceholderData}
          />
        </div>
      ) : (
        <Retry of={users} what="users" />
      )}
    </section>
  )
}

const NoClient = ({ isSearch }: { isSearch: boolean }) =>
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
