import { Ellipsis } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import type { Lead, LeadSort } from '#contract/leads.ts'
import { parsePhones } from '#contract/phone.ts'
import { IconButton } from '#web/ui/button.tsx'

/** What table and cards have in common. */
export interface RowsProps {
  leads: readonly Lead[]
  sort: LeadSort
  onSort: (sort: LeadSort) => void
  onOpen: (lead: Lead) => void
  /** The one menu of the list, beside the pressed button. */
  onMenu: (lead: Lead, anchor: HTMLElement) => void
}

/** A lead that has not closed has no closing date. */
export const formatClosingDate = (lead: Lead): string => (lead.dataFechamento ? formatDate(lead.dataFechamento) : '-')

/** The name opens the lead; its target is the whole row. What else can be pressed lies above it: `relative`. */
export const OpenButton = ({ lead, onOpen }: { lead: Lead; onOpen: RowsProps['onOpen'] }) => (
  <button
    type="button"
    title={lead.nome}
    onClick={() => onOpen(lead)}
    className="wrap-anywhere line-clamp-3 w-full text-left font-semibold text-base outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
  >
    {lead.nome}
  </button>
)

export const RowMenuButton = ({ lead, onMenu }: { lead: Lead; onMenu: RowsProps['onMenu'] }) => (
  <IconButton
    size="sm"
    label={`Ações de ${lead.nome}`}
    icon={<Ellipsis />}
    aria-haspopup="menu"
    onClick={event => onMenu(lead, event.currentTarget)}
    className="relative"
  />
)

const contact = 'min-h-6 max-md:min-h-11 max-w-full content-center truncate'
const contactLink = `${contact} relative rounded-chip hover:text-brand hover:underline`

/** Ready to be called and written to. */
export const ContactLinks = ({ lead, className }: { lead: Lead; className?: string }) => (
  <div className={className}>
    <span title={lead.telefone} className={`${contact} block`}>
      {parsePhones(lead.telefone).map(({ text, dial }, index) =>
        dial === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
          <a key={index} href={`tel:${dial}`} className={`${contactLink} inline-block align-top max-md:min-w-11`}>
            {text}
          </a>
        ),
      )}
    </span>
    <a href={`mailto:${lead.email}`} title={lead.email} className={`${contactLink} block`}>
      {lead.email}
    </a>
  </div>
)
