import clsx from 'clsx'
import { type Stage, statusLabels } from '#contract/leads/lead-status.ts'
import { stageStyle } from '#web/lead-display/stage-styles.ts'

const closingStages: readonly Stage[] = ['ganho', 'perdido', 'nurturing']

/** Drop targets for the last three stages, at the bottom of the window while a card is dragged. */
export interface ClosingStrip {
  targets: { element: HTMLElement; stage: Stage }[]
  /** Call with every position of the pointer. Returns the top of the strip once it takes drops. */
  follow: (clientY: number) => number | undefined
  close: () => void
}

const createTarget = (board: HTMLElement, stage: Stage): HTMLElement => {
  const target = document.createElement('div')
  target.dataset.target = stage
  target.className = clsx(
    'flex min-h-14 items-center justify-center gap-x-2 gap-y-1 rounded-control border-2 border-dashed border-current px-2 py-1 text-center font-medium text-sm max-md:flex-col',
    'data-over:border-solid data-over:outline-2 data-over:outline-current',
    stageStyle(stage).badge,
  )
  const icon = board.querySelector(`[data-stage="${stage}"] header svg`)?.cloneNode(true)
  target.append(...(icon ? [icon] : []), statusLabels[stage])
  return target
}

/**
 * A card near the bottom starts below the strip. So the strip lets the pointer through until it has been above the
 * strip once, and putting a card back closes no lead.
 */
export const openClosingStrip = (board: HTMLElement, clientY: number): ClosingStrip => {
  const strip = document.createElement('div')
  strip.className =
    'pointer-events-none fixed inset-x-0 bottom-0 z-toast grid animate-sheet-in grid-cols-3 gap-2 border-border border-t bg-raised px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] opacity-60 md:px-6'
  // Keyboard and screen readers move cards by menu.
  strip.ariaHidden = 'true'
  const targets = closingStages.map(stage => ({ element: createTarget(board, stage), stage }))
  strip.append(...targets.map(({ element }) => element))
  document.body.append(strip)
  const top = innerHeight - strip.offsetHeight
  let isActive = false
  const follow = (y: number) => {
    if (!isActive && y < top) {
      isActive = true
      strip.classList.remove('pointer-events-none', 'opacity-60')
    }
    return isActive ? top : undefined
  }
  follow(clientY)
  return { targets, follow, close: () => strip.remove() }
}
