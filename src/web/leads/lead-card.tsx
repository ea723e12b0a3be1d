import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { Ellipsis } from 'lucide-react'
import { memo, type RefObject, useEffect, useRef } from 'react'
import { formatAgo } from '#contract/dates.ts'
import { type LeadStatus, stageOf } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { formatReais } from '#contract/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { useBoardActions } from './board-actions.ts'
import { cardPreview } from './card-preview.ts'
import { StageBadge } from './stage-badge.tsx'
import { isTouching } from './use-touch-drag.ts'

const isLegacy = (status: LeadStatus): boolean => stageOf(status) !== status

/** Mouse and pen. Only the source is told: what happens on the way and at the drop is heard by the board. */
const useDraggable = (card: RefObject<HTMLElement | null>, lead: Lead): void => {
  const current = useRef(lead)
  useEffect(() => {
    current.current = lead
  })
  useEffect(() => {
    const element = card.current
    if (!element) return
    return draggable({
      element,
      canDrag: () => !isTouching(),
      getInitialData: () => ({ lead: current.current }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: pointerOutsideOfPreview({ x: '-24px', y: '-16px' }),
          render: ({ container }) => container.append(cardPreview(element)),
        }),
      onDragStart: () => element.setAttribute('data-lifted', ''),
      onDrop: () => element.removeAttribute('data-lifted'),
    })
  }, [card])
}

interface LeadCardProps {
  lead: Lead
  /** The card that Tab reaches. */
  isTabStop: boolean
  /** Moved without a connection: not sent yet. */
  isWaiting: boolean
}

export const LeadCard = memo(({ lead, isTabStop, isWaiting }: LeadCardProps) => {
  const card = useRef<HTMLElement>(null)
  const { open, openMenu } = useBoardActions()
  useDraggable(card, lead)
  return (
    // The whole card opens the lead; the keyboard and screen readers have the button inside. The button itself takes no
    // pointer: Firefox starts no drag on one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <article
      ref={card}
      data-card={lead._id}
      onClick={() => open(lead)}
      className="relative flex h-card cursor-pointer touch-manipulation select-none flex-col rounded-control border border-border bg-surface px-3 py-2.5 [-webkit-touch-callout:none] hover:border-border-strong has-[[data-open]:focus-visible]:outline-2 has-[[data-open]:focus-visible]:outline-focus has-[[data-open]:focus-visible]:-outline-offset-2 data-[lifted]:opacity-40"
    >
      <h3 title={lead.nome} className="min-w-0 pr-7 text-base">
        <button
          type="button"
          data-open=""
          tabIndex={isTabStop ? 0 : -1}
          className="pointer-events-none block w-full truncate text-left outline-none"
        >
          {lead.nome}
        </button>
      </h3>
      <IconButton
        size="sm"
        tabIndex={isTabStop ? 0 : -1}
        label={`Ações de ${lead.nome}`}
        icon={<Ellipsis />}
        aria-haspopup="menu"
        onClick={event => {
          event.stopPropagation()
          openMenu(lead, event.currentTarget)
        }}
        className="absolute top-1 right-1 z-sticky"
      />
      <p title={lead.negocio} className="truncate text-sm text-text2 in-data-[density=compact]:hidden">
        {lead.negocio}
      </p>
      <div className="mt-auto flex items-center justify-between gap-2">
        <span className="truncate font-semibold text-sm tabular-nums">{formatReais(lead.valorServico)}</span>
        <Mark lead={lead} isWaiting={isWaiting} />
      </div>
    </article>
  )
})

/** The one thing beside the value: what needs attention first, else how long the lead has stood still. */
const Mark = ({ lead, isWaiting }: { lead: Lead; isWaiting: boolean }) => {
  if (isWaiting) return <Badge tone="warn">pendente</Badge>
  if (isLegacy(lead.status)) return <StageBadge status={lead.status} />
  return (
    <time dateTime={lead.updatedAt} className="flex-none text-text3 text-xs">
      {formatAgo(lead.updatedAt, new Date())}
    </time>
  )
}
