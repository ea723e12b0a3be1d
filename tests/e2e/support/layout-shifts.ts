import { expect, type Locator, type Page } from '@playwright/test'
import { waitTwoFrames } from './keyboard.ts'
import { trackRequests } from './network.ts'

declare global {
  interface Window {
    shifts: { value: number; what: string[] }[]
    /** Adds the shifts that the observer has not reported yet. */
    flushShifts: () => void
  }
}

/** Records layout shifts without user input. */
export const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.shifts = []
    const nameOf = (node: Node | null): string =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}`.slice(0, 80) : String(node?.nodeName)
    const addShifts = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        if (!hadRecentInput) window.shifts.push({ value, what: sources.map(({ node }) => nameOf(node)) })
      }
    }
    const observer = new PerformanceObserver(list => addShifts(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    window.flushShifts = () => addShifts(observer.takeRecords())
  })

/** Simulates a slow connection: 100 ms for code, 0.5 s for the font, 0.8 s for the API. */
export const emulateSlowNetwork = (page: Page): Promise<unknown> =>
  page.route('**/*', async route => {
    const url = route.request().url()
    const waitMs = url.includes('/api/') ? 800 : url.endsWith('.woff2') ? 500 : 100
    await new Promise(resolve => setTimeout(resolve, waitMs))
    await route.continue().catch(() => {})
  })

/** Opens the page and waits until nothing more loads. */
export const expectNoShifts = async (page: Page, path: string, content: Locator): Promise<void> => {
  const requestsEnd = trackRequests(page)
  await page.goto(path)
  await expect(content).toBeVisible()
  await requestsEnd()
  await waitTwoFrames(page)
  const shifts = await page.evaluate(() => {
    window.flushShifts()
    return window.shifts
  })
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.02)
}
