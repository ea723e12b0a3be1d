import clsx from 'clsx'
import type { LeadWithOwner } from '#contract/admin.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import { formatDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { AccountBadge, planLabel } from '#web/billing/subscription-badge.tsx'
import { formatClosingDate } from '#web/lead-display/closing-date.ts'
import { ContactLinks } from '#web/lead-display/contact-links.tsx'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'

interface RowsProps {
  leads: readonly LeadWithOwner[]
}

const cell = 'px-3 py-2 align-top'

const headings = [
  ['Lead', 'w-[16%]'],
  ['Contato', 'w-[17%]'],
  ['Valor e serviço', 'w-[17%]'],
  ['Etapa', 'w-46'],
  ['Prospecção', 'w-26'],
  ['Fechamento', 'w-26'],
  ['Cliente', ''],
] as const

// Clients choose lead ids, so two accounts may use the same id.
const rowKey = (lead: LeadWithOwner): string => lead.userEmail + lead._id

export const AllLeadsTable = ({ leads }: RowsProps) => (
  <div className="overflow-x-auto rounded-panel border border-border bg-surface">
    <table className="w-full min-w-270 table-fixed border-collapse text-sm">
      <caption className="sr-only">Leads de todos os clientes, dos mais novos aos mais antigos</caption>
      <thead className="border-border border-b bg-column text-left text-text2">
        <tr className="h-10">
          {headings.map(([heading, width]) => (
            <th key={heading} scope="col" className={clsx('px-3 font-medium first:pl-4 lg:first:pl-5', width)}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {leads.map(lead => (
          <tr key={rowKey(lead)} className="hover:bg-hover">
            <th scope="row" className={clsx(cell, 'pl-4 text-left font-normal lg:pl-5')}>
              <TitleAndText title={leadName(lead)} text={lead.negocio} />
            </th>
            <td className={cell}>
              <ContactLinks lead={lead} className="grid justify-items-start text-text2" />
            </td>
            <td className={cell}>
              <TitleAndText title={formatReais(lead.valorServico)} text={lead.descricaoServico} />
            </td>
            <td className={cell}>
              <StageBadge status={lead.status} />
            </td>
            <td className={cell}>{formatDate(lead.dataProspeccao)}</td>
            <td className={cell}>{formatClosingDate(lead)}</td>
            <td className={cell}>
              <OwnerInfo lead={lead} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const AllLeadsCards = ({ leads }: RowsProps) => (
  <ul aria-label="Leads de todos os clientes" className="grid grid-cols-1 gap-2 md:grid-cols-2">
    {leads.map(lead => (
      <li
        key={rowKey(lead)}
        className="grid min-w-0 grid-cols-1 content-start gap-2 rounded-control border border-border bg-surface p-3 text-sm"
      >
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div className="min-w-0">
            <TitleAndText title={leadName(lead)} text={lead.negocio} />
          </div>
          <StageBadge status={lead.status} className="flex-none" />
        </div>
        <ContactLinks lead={lead} className="flex min-w-0 flex-wrap gap-x-3 text-text2" />
        <div className="min-w-0">
          <TitleAndText title={formatReais(lead.valorServico)} text={lead.descricaoServico} />
        </div>
        <span className="text-text3">
          Prospecção {formatDate(lead.dataProspeccao)} · Fechamento {formatClosingDate(lead)}
        </span>
        <div className="border-border border-t pt-2">
          <span className="sr-only">Cliente: </span>
          <OwnerInfo lead={lead} />
        </div>
      </li>
    ))}
  </ul>
)

const TitleAndText = ({ title, text }: { title: string; text: string }) => (
  <>
    <span title={title} className="block truncate font-semibold text-base">
      {title}
    </span>
    <span title={text} className="block truncate text-text2">
      {text}
    </span>
  </>
)

const OwnerInfo = ({ lead: { userName, userEmail, userData } }: { lead: LeadWithOwner }) => (
  <>
    <span title={userName} className="block truncate font-medium">
      {userName}
    </span>
    <span title={userEmail} className="block truncate text-text2">
      {userEmail}
    </span>
    {userData && (
      <span className="mt-1 flex flex-wrap items-center gap-2 text-text2">
        {planLabel(userData.subscription_plan)}
        <AccountBadge account={userData} />
      </span>
    )}
  </>
)
