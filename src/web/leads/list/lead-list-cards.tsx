import clsx from 'clsx'
import { formatDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { formatClosingDate } from '#web/lead-display/closing-date.ts'
import { ResponsibleInitials } from '#web/team/responsible.tsx'
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
import { SortField } from './lead-list-sort-field.tsx'

export const LeadCards = ({ leads, sort, onSort, isSelected, onSelect, onOpen, onMenu, onStage }: RowsProps) => (
  <>
    <SortField sort={sort} onSort={onSort} />
    <ul aria-label="Leads" className="grid gap-2 md:grid-cols-2">
      {leads.map(lead => (
        <li
          key={lead._id}
          data-row=""
          className={clsx(
            '@container relative grid grid-cols-1 content-start gap-1 rounded-control border p-3',
            isSelected(lead) ? 'border-brand bg-brand-soft [--text3:var(--text2)]' : 'border-border bg-surface',
          )}
        >
          <div className="absolute top-0.5 left-0.5">
            <RowSelectBox lead={lead} isSelected={isSelected} onSelect={onSelect} />
          </div>
          {/* Large text leaves space for the name only below the buttons. */}
          <div className="@max-[14rem]:px-0 @max-[14rem]:pt-[calc(var(--control-sm)-0.5rem)] pr-19 pl-8">
            <OpenButton lead={lead} onOpen={onOpen} />
            <div className="text-sm">
              <BusinessLine lead={lead} />
            </div>
          </div>
          <div className="absolute top-1 right-1 flex">
            <WhatsappButton lead={lead} className="relative" />
            <RowMenuButton lead={lead} onMenu={onMenu} />
          </div>
          <RowContacts lead={lead} className="flex min-w-0 flex-wrap gap-x-3 text-sm text-text2 max-md:-my-2" />
          <div className="mt-1 flex @max-[14rem]:flex-wrap items-center justify-between gap-x-2 max-md:-my-2">
            <StageButton lead={lead} onStage={onStage} />
            <span className="flex min-w-0 items-center gap-2">
              <span className="truncate font-semibold tabular-nums">{formatReais(lead.valorServico)}</span>
              <ResponsibleInitials lead={lead} />
            </span>
          </div>
          <span className="text-sm text-text3">
            Prospecção {formatDate(lead.dataProspeccao)} · Fechamento {formatClosingDate(lead)}
          </span>
        </li>
      ))}
    </ul>
  </>
)
