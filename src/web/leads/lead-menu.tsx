import { type LeadStatus, stageOf, stages, statusLabels } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { StageGlyph } from './stage-glyph.tsx'

interface LeadMenuProps {
  lead: Lead | null
  anchor: HTMLElement | null
  onMove: (status: LeadStatus) => void
  onOpen: () => void
  onRemove: () => void
  onClose: () => void
}

/** What can be done with a card without dragging it. */
export default function LeadMenu({ lead, anchor, onMove, onOpen, onRemove, onClose }: LeadMenuProps) {
  const current = lead && stageOf(lead.status)
  const items: MenuItem[] = [
    { kind: 'label', label: 'Mover para…' },
    ...stages.map(stage => ({
      label: statusLabels[stage],
      icon: <StageGlyph status={stage} />,
      checked: stage === current,
      onSelect: () => {
        if (stage !== current) onMove(stage)
      },
    })),
    { kind: 'separator' },
    { label: 'Abrir', onSelect: onOpen },
    { label: 'Excluir', danger: true, onSelect: onRemove },
  ]
  return (
    <Menu
      open={lead !== null}
      onClose={onClose}
      anchor={anchor}
      label={lead ? `Ações de ${lead.nome}` : 'Ações'}
      items={items}
    />
  )
}
