import { expect, type Page } from '@playwright/test'

/** Returns the elements that make the page wider than the screen, except inside scroll containers. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      // The root element always scrolls vertically.
      element !== document.documentElement &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    return [...document.body.querySelectorAll('*')]
      .filter(element => element.getBoundingClientRect().right > width + 1 && !scrolls(element.parentElement))
      .map(element => `${element.tagName.toLowerCase()}.${element.className}`.slice(0, 100))
      .concat(`the page is ${document.documentElement.scrollWidth} wide`)
  })

/** Returns the controls that the edge of the screen or of a box cuts off, and that no horizontal scrolling brings into view. */
const findCutControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isThere = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]') &&
      element.getBoundingClientRect().width > 1
    /** The left and right edge of the box that cuts the element off. `undefined`: the element can be scrolled to. */
    const findEdges = (element: Element): { left: number; right: number } | undefined => {
      for (let box = element.parentElement; box && box !== document.documentElement; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box)
        if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth) return undefined
        if (/hidden|clip/.test(overflowX)) return box.getBoundingClientRect()
      }
      return { left: 0, right: document.documentElement.clientWidth }
    }
    return [
      ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role^=menuitem], [role=tab]'),
    ]
      .filter(isThere)
      .flatMap(element => {
        const edges = findEdges(element)
        const { left, right } = element.getBoundingClientRect()
        if (!edges || (left >= edges.left - 1 && right <= edges.right + 1)) return []
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
        return [`${element.tagName.toLowerCase()} ${name}: ${Math.round(left)} to ${Math.round(right)}`]
      })
  })

/** Returns the texts of which a narrow box shows less than three letters. */
const findLostTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const range = document.createRange()
    const isLost = (element: Element): boolean => {
      const { overflowX, display, clipPath, fontSize } = getComputedStyle(element)
      const isForScreenReaders = clipPath !== 'none'
      if (!/hidden|clip/.test(overflowX) || display === 'inline' || isForScreenReaders) return false
      range.selectNodeContents(element)
      const { width } = range.getBoundingClientRect()
      return element.clientWidth < 1.5 * Number.parseFloat(fontSize) && width > element.clientWidth + 1
    }
    return [...document.querySelectorAll('body *')]
      .filter(element => element.checkVisibility() && element.textContent?.trim() && isLost(element))
      .map(element => element.textContent?.trim().slice(0, 40) ?? '')
  })

/** Returns the buttons of the top overlay that scrolling cannot bring into view. */
const findUnreachableButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const layer = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].at(-1)
    const isReached = (button: Element): boolean => {
      button.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      // The board scrolls horizontally, so its cards may be wider than the screen.
      const isWhole = button.closest('[data-board]') !== null || (left >= 0 && right <= innerWidth)
      return isWhole && met !== null && (button.contains(met) || met.contains(button))
    }
    return [...(layer?.querySelectorAll('button, [role^=menuitem]') ?? [])]
      .filter(button => button.checkVisibility() && !isReached(button))
      .map(button => button.getAttribute('aria-label') ?? button.textContent ?? '')
  })

/** Simulates a text size of 200 % in the browser. */
export const doubleTextSize = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

/** A sheet starts below the screen, also with reduced motion, and nothing in it can be reached until it has slid in. */
const waitForAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })

export const expectFitsScreen = async (page: Page, what: string): Promise<void> => {
  await expect.soft(async () => expect(await findOverflow(page)).toEqual([]), what).toPass({ timeout: 20_000 })
  await waitForAnimations(page)
  expect.soft(await findCutControls(page), `${what}: cut off`).toEqual([])
  expect.soft(await findLostTexts(page), `${what}: lost text`).toEqual([])
  expect.soft(await findUnreachableButtons(page), `${what}: out of reach`).toEqual([])
}
