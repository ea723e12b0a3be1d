import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type RefObject, useEffect } from 'react'
import { type Stage, stageOf } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'

/**
 * Hears every drop on the board in one place: the dragged card may be unmounted by then and hears nothing itself.
 * A drop on the lead's own column is none.
 */
export const useCardDrops = (scroller: RefObject<HTMLElement | null>, move: (lead: Lead, to: Stage) => void): void => {
  useEffect(() => {
    const element = scroller.current
    const monitor = monitorForElements({
      onDrop: ({ source, location }) => {
        const lead = source.data.lead as Lead
        const to = location.current.dropTargets[0]?.data.status as Stage | undefined
        if (to && stageOf(lead.status) !== to) move(lead, to)
      },
    })
    return element ? combine(monitor, autoScrollForElements({ element })) : monitor
  }, [scroller, move])
}
