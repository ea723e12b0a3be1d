import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { formatDay } from '#contract/dates.ts'
import type { Lead, LeadSort, LeadSortField } from '#contract/leads.ts'
import { formatReais } from '#contract/money.ts'
import { Contact, closingDay, OpenButton, RowMenuButton, type RowsProps } from './lead-list-row.tsx'
import { ariaSort, nextSort, sortLabels } from './lead-list-sort.ts'
import { StageBadge } from './stage-badge.tsx'

const cell = 'px-2 lg:px-3'

export const LeadTable = ({ leads, sort, onSort, onOpen, onMenu }: RowsProps) => {
  const heading = { sort, onSort }
  return (
    <div className="overflow-x-auto rounded-panel border border-border bg-surface">
      <table className="w-full min-w-170 table-fixed border-collapse text-sm">
        <caption className="sr-only">Leads: {sortLabels[sort]}</caption>
        <thead className="border-border border-b bg-column text-text2">
          <tr className="h-10">
            <Heading {...heading} field="nome" label="Nome" className="pl-4 lg:pl-5" />
            <th scope="col" className={clsx(cell, 'w-30 text-left font-medium max-lg:text-xs lg:w-auto')}>
              Contato
            </th>
            <Heading {...heading} field="status" label="Status" className="w-31 lg:w-[19%]" />
            <Heading {...heading} field="valorServico" label="Valor" className="w-26 lg:w-40 lg:pr-8" isNumber />
            <Heading {...heading} field="dataProspeccao" label="Prospecção" className="w-25 lg:w-32" />
            <Heading {...heading} field="dataFechamento" label="Fechamento" className="w-25 lg:w-32" />
            <th scope="col" className="w-11 lg:w-14">
              <span className="sr-only">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {leads.map(lead => (
            <Row key={lead._id} lead={lead} onOpen={onOpen} onMenu={onMenu} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadingProps {
  field: LeadSortField
  label: string
  sort: LeadSort
  onSort: (sort: LeadSort) => void
  isNumber?: boolean
  className: string
}

const Heading = ({ field, label, sort, onSort, isNumber, className }: HeadingProps) => {
  const order = ariaSort(field, sort)
  const Arrow = order === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={order} className={clsx(cell, 'group font-medium max-lg:text-xs', className)}>
      <button
        type="button"
        onClick={() => onSort(nextSort(field, sort))}
        className={clsx(
          'flex min-h-8 w-full items-center gap-0.5 rounded-chip hover:text-text lg:gap-1',
          isNumber && 'flex-row-reverse text-right',
          order && 'text-text',
        )}
      >
        <span className="truncate">{label}</span>
        <Arrow
          aria-hidden="true"
          className={clsx(
            'size-3 lg:size-3.5',
            !order && 'opacity-0 group-focus-within:opacity-60 group-hover:opacity-60',
          )}
        />
      </button>
    </th>
  )
}

const Row = ({ lead, onOpen, onMenu }: { lead: Lead } & Pick<RowsProps, 'onOpen' | 'onMenu'>) => (
  <tr data-row="" className="relative h-14 in-data-[density=compact]:h-11 hover:bg-hover">
    <th scope="row" className={clsx(cell, 'pl-4 text-left font-normal lg:pl-5')}>
      <OpenButton lead={lead} onOpen={onOpen} />
      <span title={lead.negocio} className="block truncate text-text2">
        {lead.negocio}
      </span>
    </th>
    <td className={cell}>
      <Contact lead={lead} className="grid justify-items-start text-text2" />
    </td>
    <td className={cell}>
      <StageBadge status={lead.status} />
    </td>
    <td title={formatReais(lead.valorServico)} className={clsx(cell, 'truncate text-right font-semibold lg:pr-8')}>
      {formatReais(lead.valorServico)}
    </td>
    <td className={cell}>{formatDay(lead.dataProspeccao)}</td>
    <td className={cell}>{closingDay(lead)}</td>
    <td className="pr-1.5 text-right lg:pr-3">
      <RowMenuButton lead={lead} onMenu={onMenu} />
    </td>
  </tr>
)
