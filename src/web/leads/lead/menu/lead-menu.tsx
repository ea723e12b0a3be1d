import { truncateName } from '#contract/auth/user.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import { type LeadStatus, stageOf, stages, statusLabels } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'

export interface LeadMenuProps {
  lead: Lead
  anchor: HTMLElement
  /** Adds the stages to the menu. */
  onMove?: (status: LeadStatus) => void
  /** Without it, the menu holds only the stages. */
  onOpen?: () => void
  /** Adds the keyboard help to the menu. */
  onHelp?: (() => void) | undefined
  /** Adds taking a lead without a responsible member. */
  onTake?: (() => void) | undefined
  onRemove?: () => void
  onClose: () => void
}

/** A line of the menu holds the name and the words around it. */
const maxNameLength = 18

const stageItems = (lead: Lead, onMove: (status: LeadStatus) => void): MenuItem[] => {
  const current = stageOf(lead.status)
  return [
    { kind: 'label', label: `Mover ${truncateName(leadName(lead), maxNameLength)} para…` },
    ...stages.map(stage => ({
      label: statusLabels[stage],
      icon: <StageIcon status={stage} />,
      checked: stage === current,
      onSelect: () => {
        if (stage !== current) onMove(stage)
      },
    })),
  ]
}

/** Menu of lead actions on the board and in the list. */
export default function LeadMenu({ lead, anchor, onMove, onOpen, onHelp, onTake, onRemove, onClose }: LeadMenuProps) {
  const items: MenuItem[] = [
    ...(onMove ? stageItems(lead, onMove) : []),
    ...(onMove && onOpen ? [{ kind: 'separator' } as const] : []),
    ...(onOpen ? [{ label: 'Abrir', onSelect: onOpen }] : []),
    ...(onTake ? [{ label: 'Pegar', onSelect: onTake }] : []),
    ...(onHelp ? [{ label: 'Atalhos do teclado', onSelect: onHelp }] : []),
    ...(onRemove ? [{ label: 'Excluir', danger: true, onSelect: onRemove }] : []),
  ]
  return <Menu open onClose={onClose} anchor={anchor} label={`Ações de ${leadName(lead)}`} items={items} />
}
