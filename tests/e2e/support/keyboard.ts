import type { Locator, Page } from '@playwright/test'
import { addLead, signUpViaApi } from './accounts.ts'
import { expect } from './test.ts'

/** Returns whether the focused element, or its card or row, has a visible outline. */
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

/** Polls, because outline colors fade in. */
export const expectFocusVisible = (page: Page, where = 'here'): Promise<void> =>
  expect.poll(() => hasFocusRing(page), `a visible focus ${where}`).toBe(true)

export const expectFocus = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeFocused()
  await expectFocusVisible(page)
}

/** A date field does not match `:focus` while its calendar button has the focus, so compare `activeElement`. */
export const expectFocusWithin = (layer: Locator): Promise<void> =>
  expect.poll(() => layer.evaluate(element => element.contains(document.activeElement))).toBe(true)

/** An opening overlay or a rejected form sets the focus within two frames. */
export const waitTwoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))

export const maxTabStops = 40

/** Presses Tab until the target has the focus. Checks for a visible focus at every stop. */
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

/** After the last control, the focus leaves the page for the browser's own controls and returns to the first. */
export const expectTabStaysWithin = async (page: Page, overlay: Locator): Promise<void> => {
  for (let stop = 1; stop <= maxTabStops; stop++) {
    await page.keyboard.press('Tab')
    const outside = await overlay.evaluate(element => {
      const focused = document.activeElement
      return focused === document.body || element.contains(focused) ? null : focused?.outerHTML.slice(0, 120)
    })
    expect(outside, `focus outside of the overlay at stop ${stop}`).toBeNull()
  }
}

export const expectAnnounced = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.locator('p[role=status]', { hasText: text })).toBeAttached()

const leads = [
  { nome: 'Ana Beatriz', status: 'qualificando' },
  { nome: 'Bruno Sá', status: 'novo-lead' },
  { nome: 'Carla Nóbrega', status: 'novo-lead' },
] as const

/** Signs in with three leads in two stages and opens the path. */
export const openWithLeads = async (page: Page, path: string): Promise<void> => {
  const { token } = await signUpViaApi(page)
  for (const lead of leads) await addLead(page, token, lead)
  await page.goto(path)
  await expect(page.locator('[data-card], [data-row]').first()).toBeVisible()
}

export const cardButton = (page: Page, nome: string): Locator => page.getByRole('button', { name: nome, exact: true })
