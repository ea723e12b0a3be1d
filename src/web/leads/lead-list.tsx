import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatDay } from '#contract/dates.ts'
import { defaultSort, type Lead, type LeadFilters, listPageSize } from '#contract/leads.ts'
import { formatReais } from '#contract/money.ts'
import { formatPhone } from '#contract/phone.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { leadFailures, listQuery } from './api.ts'
import { StageBadge } from './stage-badge.tsx'

interface LeadListProps {
  filters: LeadFilters
  page: number
  onPage: (page: number) => void
  onOpen: (lead: Lead) => void
  onCreate: () => void
}

/** Every lead, newest first, ten a page: a table on wide screens and cards on narrow ones. */
export const LeadList = ({ filters, page, onPage, onOpen, onCreate }: LeadListProps) => {
  const { data, error, refetch, isFetching } = useQuery(listQuery(filters, defaultSort, page))
  const pageCount = data && Math.max(1, Math.ceil(data.total / listPageSize))
  // The last page can empty itself: its only lead was deleted.
  useEffect(() => {
    if (pageCount !== undefined && page > pageCount) onPage(pageCount)
  }, [page, pageCount, onPage])

  if (!data && error) {
    return (
      <EmptyState
        kind="error"
        title="Não foi possível carregar seus leads"
        text={messageOf(error, leadFailures.load)}
        actions={
          <Button busy={isFetching} onClick={() => refetch()}>
            Tentar novamente
          </Button>
        }
      />
    )
  }
  if (!data) return <ListSkeleton />
  if (data.total === 0) {
    return (
      <EmptyState
        title="Seu funil começa aqui"
        text="Cadastre o primeiro lead e acompanhe cada etapa até o fechamento."
        actions={<Button onClick={onCreate}>Cadastrar o primeiro lead</Button>}
      />
    )
  }
  return (
    <div className="grid gap-3 px-4 pb-6 md:px-6" aria-busy={isFetching}>
      <p className="text-sm text-text2">
        Mostrando {data.leads.length.toLocaleString('pt-BR')} de {data.total.toLocaleString('pt-BR')} leads
      </p>
      <Table leads={data.leads} onOpen={onOpen} />
      <Cards leads={data.leads} onOpen={onOpen} />
      <Pagination page={page} pageCount={pageCount ?? 1} onPage={onPage} />
    </div>
  )
}

interface RowsProps {
  leads: readonly Lead[]
  onOpen: (lead: Lead) => void
}

const closing = (lead: Lead): string => (lead.dataFechamento ? formatDay(lead.dataFechamento) : '-')

const heading = 'px-3 py-2.5 text-left font-medium'
const cell = 'px-3 py-0'

const Table = ({ leads, onOpen }: RowsProps) => (
  <div className="overflow-x-auto rounded-panel border border-border bg-surface max-md:hidden">
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">Leads, do mais novo ao mais antigo</caption>
      <thead className="border-border border-b bg-column text-text2">
        <tr>
          <th scope="col" className={`${heading} w-[24%] pl-5`}>
            Nome
          </th>
          <th scope="col" className={heading}>
            Telefone
          </th>
          <th scope="col" className={`${heading} w-[16%]`}>
            Status
          </th>
          <th scope="col" className={`${heading} text-right`}>
            Valor
          </th>
          <th scope="col" className={`${heading} w-28`}>
            Prospecção
          </th>
          <th scope="col" className={`${heading} w-28 pr-5`}>
            Fechamento
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {leads.map(lead => (
          <tr key={lead._id} className="relative h-14 hover:bg-hover">
            <th scope="row" className={`${cell} pl-5 text-left font-normal`}>
              <OpenButton lead={lead} onOpen={onOpen} />
              <span title={lead.negocio} className="block truncate text-text2">
                {lead.negocio}
              </span>
            </th>
            <td className={`${cell} truncate`} title={lead.email}>
              {formatPhone(lead.telefone)}
            </td>
            <td className={cell}>
              <StageBadge status={lead.status} />
            </td>
            <td className={`${cell} truncate text-right font-semibold`}>{formatReais(lead.valorServico)}</td>
            <td className={cell}>{formatDay(lead.dataProspeccao)}</td>
            <td className={`${cell} pr-5`}>{closing(lead)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Cards = ({ leads, onOpen }: RowsProps) => (
  <ul className="grid gap-2 md:hidden">
    {leads.map(lead => (
      <li key={lead._id} className="relative grid gap-1 rounded-control border border-border bg-surface p-3">
        <OpenButton lead={lead} onOpen={onOpen} />
        <span className="truncate text-sm text-text2">{lead.negocio}</span>
        <span className="text-sm text-text2">{formatPhone(lead.telefone)}</span>
        <div className="mt-1 flex items-center justify-between gap-2">
          <StageBadge status={lead.status} />
          <span className="truncate font-semibold tabular-nums">{formatReais(lead.valorServico)}</span>
        </div>
        <span className="text-text3 text-xs">
          Prospecção {formatDay(lead.dataProspeccao)} · Fechamento {closing(lead)}
        </span>
      </li>
    ))}
  </ul>
)

/** The name opens the lead; its target is the whole row. */
const OpenButton = ({ lead, onOpen }: { lead: Lead; onOpen: (lead: Lead) => void }) => (
  <button
    type="button"
    title={lead.nome}
    onClick={() => onOpen(lead)}
    className="block w-full truncate text-left font-semibold text-base after:absolute after:inset-0"
  >
    {lead.nome}
  </button>
)

const ListSkeleton = () => (
  <SkeletonRegion className="grid gap-3 px-4 md:px-6">
    <Skeleton className="h-4 w-44" />
    <div className="grid gap-px overflow-hidden rounded-panel border border-border bg-surface">
      {Array.from({ length: listPageSize }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of nothing
        <div key={row} className="flex h-14 items-center gap-6 px-5">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-1/6" />
          <Skeleton className="h-4 w-1/6" />
        </div>
      ))}
    </div>
  </SkeletonRegion>
)
