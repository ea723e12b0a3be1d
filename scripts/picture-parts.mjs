/** What the scenes are made of. */

export const see = (page, text) => page.getByText(text).first().waitFor()

export const seeHeading = ({ page }) => page.getByRole('heading', { level: 1 }).first().waitFor()

/** An answer that never comes. */
export const held = () => new Promise(() => {})

export const refuse = (status, code) => route =>
  route.fulfill({ status, json: { code, message: 'Tente de novo em instantes.', requestId: 'x' } })

/** Down the page and back, so that pictures far below are fetched as well. */
export const walkThrough = async ({ page }) => {
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 600)
  await page.waitForFunction(() => [...document.images].every(image => image.complete || image.offsetParent === null))
  await page.evaluate(() => window.scrollTo(0, 0))
}
