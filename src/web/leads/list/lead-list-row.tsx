import { ChevronDown } from 'lucide-react'
import { isIncompleteLead } from '#contract/leads/incomplete-lead.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import { statusLabels } from '#contract/leads/lead-status.ts'
import type { Lead, LeadSort } from '#contract/leads/leads.ts'
import { ContactLinks } from '#web/lead-display/contact-links.tsx'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { StalledBadge } from '#web/lead-display/stalled-badge.tsx'
import { useIsStalled } from '#web/stage-limits/use-is-stalled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { useContact } from '../contact-context.ts'
import { SelectBox } from '../selection/select-box.tsx'

/** Props shared by table rows and cards. */
export interface RowsProps {
  leads: readonly Lead[]
  sort: LeadSort
  onSort: (sort: LeadSort) => void
  onOpen: (lead: Lead) => void
  isSelected: (lead: Lead) => boolean
  /** `isRange` selects the rows since the last one too. */
  onSelect: (lead: Lead, selected: boolean, isRange: boolean) => void
  onSelectPage: (selected: boolean) => void
  /** Opens the shared menu at the pressed button. */
  onMenu: (lead: Lead, anchor: HTMLElement) => void
  /** Opens the list of stages at the pressed badge. */
  onStage: (lead: Lead, anchor: HTMLElement) => void
}

/** Opens the lead from the whole row. Other controls need `relative` to stay above its click area. */
export const OpenButton = ({ lead, onOpen }: { lead: Lead; onOpen: RowsProps['onOpen'] }) => (
  <button
    type="button"
    title={leadName(lead)}
    onClick={() => onOpen(lead)}
    className="wrap-anywhere line-clamp-3 w-full text-left font-semibold text-base leading-6 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
  >
    {leadName(lead)}
  </button>
)

/** Phone and e-mail links, whose opening the lead's story tells. */
export const RowContacts = ({ lead, className }: { lead: Lead; className: string }) => {
  const contact = useContact()
  return <ContactLinks lead={lead} onContact={channel => contact(lead, channel)} className={className} />
}

/** The lead's business, whether its data is incomplete, and whether it stands still. */
export const BusinessLine = ({ lead }: { lead: Lead }) => {
  const isStalled = useIsStalled()
  return (
    <span className="flex @max-[14rem]:flex-wrap items-center gap-2 text-text2">
      <span title={lead.negocio} className="truncate">
        {lead.negocio}
      </span>
      {lead.anonymizedAt !== null ? (
        <Badge tone="neutral">Anonimizado</Badge>
      ) : (
        isIncompleteLead(lead) && <Badge tone="warn">Incompleto</Badge>
      )}
      {isStalled(lead) && <StalledBadge lead={lead} />}
    </span>
  )
}

/** Shows the stage and changes it. */
export const StageButton = ({ lead, onStage }: { lead: Lead; onStage: RowsProps['onStage'] }) => (
  <button
    type="button"
    aria-haspopup="menu"
    aria-label={`Etapa de ${leadName(lead)}: ${statusLabels[lead.status]}`}
    title="Mudar a etapa"
    onClick={event => onStage(lead, event.currentTarget)}
    className="relative flex min-h-6 w-fit max-w-full items-center gap-1 rounded-chip text-text3 hover:text-text max-md:min-h-control max-md:min-w-control"
  >
    <StageBadge status={lead.status} className="min-w-0 in-[button:hover]:border-current" />
    <ChevronDown aria-hidden="true" className="size-3.5 flex-none" />
  </button>
)

export const RowSelectBox = ({
  lead,
  isSelected,
  onSelect,
}: { lead: Lead } & Pick<RowsProps, 'isSelected' | 'onSelect'>) => (
  <SelectBox
    label={`Selecionar ${leadName(lead)}`}
    checked={isSelected(lead)}
    onSelect={(selected, isRange) => onSelect(lead, selected, isRange)}
  />
)

export const RowMenuButton = ({ lead, onMenu }: { lead: Lead; onMenu: RowsProps['onMenu'] }) => (
  <IconButton
    size="sm"
    label={`Ações de ${leadName(lead)}`}
    aria-haspopup="menu"
    onClick={event => onMenu(lead, event.currentTarget)}
    className="icon-dots relative"
  />
)
