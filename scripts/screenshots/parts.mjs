import { scrollToEnd } from '../../tests/e2e/support/landing.ts'

export const waitForText = (page, text) => page.getByText(text).first().waitFor()

export const waitForHeading = ({ page }) => page.getByRole('heading', { level: 1 }).first().waitFor()

export const waitUntilLoaded = async ({ page }) => {
  await page.getByRole('heading').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .animate-spin'))
}

/** Rows of the board come one by one, its figures with code of their own. */
export const waitForCards = async ({ page }) => {
  await page.locator('[data-card]').first().waitFor()
  await page.waitForFunction(() => {
    const isFilled = list => {
      const rows = list.querySelector('ul')
      const last = rows.lastElementChild
      const isWhole = last ? last.ariaPosInSet === last.ariaSetSize : rows.offsetHeight === 0
      const isBelow = last ? last.offsetTop + last.offsetHeight >= list.clientHeight : false
      return isWhole || isBelow || list.getBoundingClientRect().left > innerWidth
    }
    return [...document.querySelectorAll('[data-list]')].every(isFilled) && !document.querySelector('[aria-busy=true]')
  })
}

export const neverResolves = () => new Promise(() => {})

export const rejectWith = (status, code) => route =>
  route.fulfill({ status, json: { code, message: 'Tente novamente em instantes.', requestId: 'x' } })

/** Scrolls through the landing page, whose images and board load when they come near, and back. */
export const scrollThrough = async ({ page }) => {
  await scrollToEnd(page)
  await page.locator('[data-card]').first().waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
}

export const waitUntilIdle = async context => {
  await waitForHeading(context)
  await context.page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
}
export const press = name => async context => {
  await waitUntilIdle(context)
  await context.page.getByRole('button', { name }).first().click()
}

/** The picture of an empty state may come after its text. */
export const waitForEmptyState = async (page, text) => {
  await waitForText(page, text)
  await page.locator('svg[viewBox="0 0 105 48"]').first().waitFor()
}
