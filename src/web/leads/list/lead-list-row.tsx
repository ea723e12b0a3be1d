import { Ellipsis } from 'lucide-react'
import type { Lead, LeadSort } from '#contract/leads.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Props shared by table rows and cards. */
export interface RowsProps {
  leads: readonly Lead[]
  sort: LeadSort
  onSort: (sort: LeadSort) => void
  onOpen: (lead: Lead) => void
  /** Opens the shared menu at the pressed button. */
  onMenu: (lead: Lead, anchor: HTMLElement) => void
}

/** Opens the lead from the whole row. Other controls need `relative` to stay above its click area. */
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
