import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from './browser.ts'

const timeoutMs = 20_000

export interface Point {
  x: number
  y: number
}

/** In the page: finds the first visible element of a selector with a text or label. Returns its center once it rests and can be hit. */
const locate = `async (selector, text) => {
  const nameOf = element => element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
  const isShown = element => element.checkVisibility() && element.getClientRects().length > 0
  const found = [...document.querySelectorAll(selector)].find(element => isShown(element) && nameOf(element).includes(text))
  if (!found || found.closest('[inert]')) return null
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  await frame()
  const before = found.getBoundingClientRect()
  await frame()
  const after = found.getBoundingClientRect()
  if (before.x !== after.x || before.y !== after.y) return null
  const center = { x: Math.round(after.x + after.width / 2), y: Math.round(after.y + after.height / 2) }
  // A page transition or a toast may lie above it.
  const top = document.elementFromPoint(center.x, center.y)
  return top && (found.contains(top) || top.contains(found) && top !== document.documentElement) ? center : null
}`

/** What a user does with a page, by real input events of the browser. */
export const createScreen = (browser: Browser) => {
  const waitFor = async <Found>(
    what: string,
    look: () => Promise<Found | null | undefined | false>,
  ): Promise<Found> => {
    for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(50)) {
      const found = await look()
      if (found) return found
    }
    throw new Error(`${browser.name}: ${what} did not come within ${timeoutMs} ms`)
  }

  const find = (selector: string, text: string): Promise<Point> =>
    waitFor(`${selector} "${text}"`, async () => (await browser.run(locate, selector, text)) as Point | null)

  const click = async (selector: string, text: string): Promise<void> => {
    const at = await find(selector, text)
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await browser.act([{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', ...at }, ...press] }])
  }

  const type = async (text: string): Promise<void> => {
    const actions = [...text].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await browser.act([{ type: 'key', id: 'keyboard', actions }])
  }

  return {
    find,
    click,
    goto: browser.goto,
    fill: async (label: string, text: string) => {
      await click('input, textarea', label)
      await type(text)
    },
    expectText: (selector: string, text: string) =>
      waitFor(`${selector} with "${text}"`, () =>
        browser.run(
          `(selector, text) => [...document.querySelectorAll(selector)].some(element => element.textContent.replace(/\\s+/g, ' ').includes(text))`,
          selector,
          text,
        ),
      ),
    expectPath: (path: string) => waitFor(path, async () => (await browser.run('() => location.pathname')) === path),
  }
}

export type Screen = ReturnType<typeof createScreen>
