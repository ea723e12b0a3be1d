/** What the scenes are made of. */

export const waitForText = (page, text) => page.getByText(text).first().waitFor()

export const waitForHeading = ({ page }) => page.getByRole('heading', { level: 1 }).first().waitFor()

/** An answer that never comes. */
export const neverResolves = () => new Promise(() => {})

export const rejectWith = (status, code) => route =>
  route.fulfill({ status, json: { code, message: 'Tente de novo em instantes.', requestId: 'x' } })

/** Down the page and back, so that pictures far below are fetched as well. */
export const scrollThrough = async ({ page }) => {
  for (let step = 0; step < 20; step++) await page.mouse.wheel(0, 600)
  await page.waitForFunction(() => [...document.images].every(image => image.complete || image.offsetParent === null))
  await page.evaluate(() => window.scrollTo(0, 0))
}
