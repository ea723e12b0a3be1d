import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** A ring on the element, or on the card or row that it stands for. */
const hasFocusRing = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return false
    const isRing = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration): boolean =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)
    const card = focused.closest('[data-card]')
    return (
      isRing(getComputedStyle(focused)) ||
      isRing(getComputedStyle(focused, '::after')) ||
      (card !== null && isRing(getComputedStyle(card)))
    )
  })

/** One sees where the focus is, once colours have faded in. */
export const expectFocusVisible = (page: Page, where = 'here'): Promise<void> =>
  expect.poll(() => hasFocusRing(page), `a visible focus ${where}`).toBe(true)

export const expectFocus = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeFocused()
  await expectFocusVisible(page)
}

/** Not by `:focus`, which a date field does not match while its calendar's button has the focus. */
export const expectFocusWithin = (layer: Locator): Promise<void> =>
  expect.poll(() => layer.evaluate(element => element.contains(document.activeElement))).toBe(true)

/** Nobody presses a key within the frame in which a layer appears or a form is refused, while the focus still settles. */
export const waitTwoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))

export const maxTabStops = 40

/** Goes on with Tab as far as the target; every stop on the way can be seen. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let stop = 0; stop < maxTabStops; stop++) {
    await page.keyboard.press('Tab')
    await expectFocusVisible(page, `at stop ${stop + 1}`)
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`Tab never reached ${target}`)
}

export const pressKeys = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
