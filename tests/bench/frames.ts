import type { Page } from '@playwright/test'

/** The frames between `startFrames` and `endFrames`. */
export interface Frames {
  p95: number
  max: number
  longTasks: number[]
  mounted: number
}

declare global {
  interface Window {
    startFrames: () => void
    endFrames: () => Frames
  }
}

/** Adds `startFrames` and `endFrames` to every page of the tab. */
export const recordFrames = (page: Page) =>
  page.addInitScript(() => {
    let deltas: number[] = []
    let longTasks: number[] = []
    let last = 0
    let running = false
    new PerformanceObserver(list => {
      if (running) longTasks.push(...list.getEntries().map(entry => Math.round(entry.duration)))
    }).observe({ type: 'longtask' })
    const tick = (now: number) => {
      if (!running) return
      if (last) deltas.push(now - last)
      last = now
      requestAnimationFrame(tick)
    }
    window.startFrames = () => {
      deltas = []
      longTasks = []
      last = 0
      running = true
      requestAnimationFrame(tick)
    }
    window.endFrames = () => {
      running = false
      deltas.sort((a, b) => a - b)
      return {
        p95: deltas[Math.floor(deltas.length * 0.95)] ?? 0,
        max: deltas.at(-1) ?? 0,
        longTasks,
        mounted: document.querySelectorAll('[data-card]').length,
      }
    }
  })
