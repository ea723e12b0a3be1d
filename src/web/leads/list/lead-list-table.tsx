import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Lead, LeadSort, LeadSortField } from '#contract/leads/leads.ts'
import { formatDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { formatClosingDate } from '#web/lead-display/closing-date.ts'
import { useResponsibleName } from '#web/team/responsible.tsx'
import { useTeam } from '#web/team/team-context.tsx'
import { SelectBox } from '../selection/select-box.tsx'
import { WhatsappButton } from '../whatsapp-button.tsx'
import {
  BusinessLine,
  OpenButton,
  RowContacts,
  RowMenuButton,
  RowSelectBox,
  type RowsProps,
  StageButton,
} from './lead-list-row.tsx'
import { ariaSort, nextSort, sortLabels } from './lead-list-sort.ts'
import { SortField } from './lead-list-sort-field.tsx'

const cell = 'px-3 py-1 in-data-[density=compact]:py-0'

export const LeadTable = ({ leads, sort, onSort, onSelectPage, ...actions }: RowsProps) => {
  const heading = { sort, onSort }
  const selectedCount = leads.filter(actions.isSelected).length
  const hasTeam = useTeam() !== null
  return (
    <>
      <SortField {...heading} />
      <div className="overflow-x-auto rounded-panel border border-border bg-surface">
        <table className="w-full table-fixed border-collapse text-sm">
          <caption className="sr-only">Leads: {sortLabels[sort]}</caption>
          <thead className="border-border border-b bg-column text-text2">
            <tr className="h-10">
              <td className="w-12 pl-2">
                <SelectBox
                  label="Selecionar os leads desta página"
                  checked={selectedCount === leads.length}
                  isMixed={selectedCount > 0 && selectedCount < leads.length}
                  onSelect={onSelectPage}
                />
              </td>
              <Heading {...heading} field="nome" label="Nome" className="pl-1" />
              <th scope="col" className={clsx(cell, 'text-left font-medium')}>
                Contato
              </th>
              <Heading {...heading} field="status" label="Etapa" className="w-46 xl:w-[19%]" />
              <Heading {...heading} field="valorServico" label="Valor" className="w-36 pr-4 xl:w-40 xl:pr-8" isNumber />
              {hasTeam && (
                <th scope="col" className={clsx(cell, 'w-32 text-left font-medium xl:w-40')}>
                  Responsável
                </th>
              )}
              <Heading {...heading} field="dataProspeccao" label="Prospecção" className="w-30 xl:w-32" />
              <Heading {...heading} field="dataFechamento" label="Fechamento" className="w-30 xl:w-32" />
              <th scope="col" className="w-24">
                <span className="sr-only">Ações</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {leads.map(lead => (
              <Row key={lead._id} lead={lead} {...actions} />
            ))}
          </tbody>
        </table>
      </div>
    </>
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
    <th scope="col" aria-sort={order} className={clsx(cell, 'font-medium', className)}>
      <button
        type="button"
        onClick={() => onSort(nextSort(field, sort))}
        className={clsx(
          'flex min-h-8 w-full items-center gap-1 rounded-chip hover:text-text',
          isNumber && 'flex-row-reverse text-right',
          order && 'text-text',
        )}
      >
        <span className="truncate">{label}</span>
        <Arrow
          aria-hidden="true"
          className={clsx('size-3.5', !order && 'opacity-0 in-[th:focus-within]:opacity-60 in-[th:hover]:opacity-60')}
        />
      </button>
    </th>
  )
}

type RowProps = { lead: Lead } & Omit<RowsProps, 'leads' | 'sort' | 'onSort' | 'onSelectPage'>

const Row = ({ lead, isSelected, onSelect, onOpen, onMenu, onStage }: RowProps) => (
  // The first lines of all cells are equally high, so that their texts share a baseline.
  <tr
    data-row=""
    className={clsx(
      'relative h-14 align-top leading-6 in-data-[density=compact]:h-11',
      isSelected(lead) ? 'bg-brand-soft [--text3:var(--text2)]' : 'hover:bg-hover',
    )}
  >
    <td className="pl-2 align-middle">
      <RowSelectBox lead={lead} isSelected={isSelected} onSelect={onSelect} />
    </td>
    <th scope="row" className={clsx(cell, 'pl-1 text-left font-normal')}>
      <OpenButton lead={lead} onOpen={onOpen} />
      <BusinessLine lead={lead} />
    </th>
    <td className={cell}>
      <RowContacts lead={lead} className="grid justify-items-start text-text2" />
    </td>
    <td className={cell}>
      <StageButton lead={lead} onStage={onStage} />
    </td>
    <td title={formatReais(lead.valorServico)} className={clsx(cell, 'truncate pr-4 text-right font-semibold xl:pr-8')}>
      {formatReais(lead.valorServico)}
    </td>
    <ResponsibleCell lead={lead} />
    <td className={cell}>{formatDate(lead.dataProspeccao)}</td>
    <td className={cell}>{formatClosingDate(lead)}</td>
    <td className="pr-3 align-middle">
      <div className="flex justify-end">
        <WhatsappButton lead={lead} className="relative" />
        <RowMenuButton lead={lead} onMenu={onMenu} />
      </div>
    </td>
  </tr>
)

const ResponsibleCell = ({ lead }: { lead: Lead }) => {
  const name = useResponsibleName(lead)
  if (name === undefined) return null
  return (
    <td title={name} className={clsx(cell, 'truncate', lead.userId === null && 'text-text3')}>
      {name}
    </td>
  )
}
