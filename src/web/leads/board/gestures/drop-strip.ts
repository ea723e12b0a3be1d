import clsx from 'clsx'
import { type Stage, statusLabels } from '#contract/leads/lead-status.ts'
import { stageStyle } from '#web/lead-display/stage-styles.ts'
import { initialsOf } from '#web/ui/initials.ts'
import type { CardDrag, DropTarget } from './card-drag.ts'

const closingStages: readonly Stage[] = ['ganho', 'perdido', 'nurturing']

/** Drop targets for the members and the last three stages, at the bottom of the window while a card is dragged. */
export interface DropStrip {
  targets: { element: HTMLElement; on: DropTarget }[]
  /** Call with every position of the pointer. Returns the top of the strip once it takes drops. */
  follow: (clientY: number) => number | undefined
  close: () => void
}

const targetClass =
  'flex items-center justify-center gap-x-2 gap-y-1 rounded-control border-2 border-dashed border-current px-2 py-1 text-center font-medium data-over:border-solid data-over:outline-2 data-over:outline-current max-md:flex-col'

const createElement = (className: string, ...content: (Node | string)[]): HTMLElement => {
  const element = document.createElement('div')
  element.className = className
  element.append(...content)
  return element
}

const createStageTarget = (board: HTMLElement, stage: Stage): HTMLElement => {
  const icon = board.querySelector(`[data-stage="${stage}"] header svg`)?.cloneNode(true)
  const className = clsx(targetClass, 'min-h-14 text-sm', stageStyle(stage).badge)
  const target = createElement(className, ...(icon ? [icon] : []), statusLabels[stage])
  target.dataset.target = stage
  return target
}

const createMemberTarget = (userId: string | null, name: string): HTMLElement => {
  const initials = createElement(
    'grid size-6 flex-none place-items-center rounded-full bg-surface font-semibold text-brand',
    userId === null ? '–' : initialsOf(name),
  )
  const label = createElement('line-clamp-2 min-w-0 wrap-anywhere leading-tight', name)
  const target = createElement(clsx(targetClass, 'min-h-12 bg-brand-soft text-brand text-xs'), initials, label)
  target.dataset.target = userId ?? 'none'
  return target
}

/**
 * A card near the bottom starts below the strip. So the strip lets the pointer through until it has been above the
 * strip once, and putting a card back closes no lead.
 */
export const openDropStrip = (
  board: HTMLElement,
  members: ReturnType<CardDrag['members']>,
  clientY: number,
): DropStrip => {
  const strip = createElement(
    'pointer-events-none fixed inset-x-0 bottom-0 z-toast grid animate-sheet-in gap-2 border-border border-t bg-raised px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] opacity-60 md:px-6',
  )
  // Keyboard and screen readers move and assign leads by menu and form.
  strip.ariaHidden = 'true'
  const stages = closingStages.map(stage => ({ element: createStageTarget(board, stage), on: { stage } }))
  const people = members
    ? [...members, [null, 'Sem responsável'] as const].map(([userId, name]) => ({
        element: createMemberTarget(userId, name),
        on: { userId },
      }))
    : []
  const elements = (targets: { element: HTMLElement }[]) => targets.map(({ element }) => element)
  if (members) {
    const rowClass =
      'grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2 md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]'
    strip.append(createElement(rowClass, ...elements(people)))
  }
  strip.append(createElement('grid grid-cols-3 gap-2', ...elements(stages)))
  document.body.append(strip)
  // Measured by the first movement, when the browser has laid the strip out: measuring now would do that twice.
  let top: number | undefined
  let isActive = false
  const follow = (y: number) => {
    top ??= innerHeight - strip.offsetHeight
    if (!isActive && Math.min(y, clientY) < top) {
      isActive = true
      strip.classList.remove('pointer-events-none', 'opacity-60')
    }
    return isActive ? top : undefined
  }
  return { targets: [...people, ...stages], follow, close: () => strip.remove() }
}
