import { expect, test } from './support/test.ts'

test('hydration preserves the scroll position and the focus', async ({ page }) => {
  let releaseCode = () => {}
  const codeReleased = new Promise<void>(resolve => {
    releaseCode = resolve
  })
  await page.route('**/assets/landing-page*.js', async route => {
    await codeReleased
    await route.fallback()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const plans = page.getByRole('heading', { name: 'Planos' })
  await expect(plans).toBeAttached()
  const before = await plans.elementHandle()
  await page.getByRole('link', { name: 'Planos' }).click()
  await expect(plans).toBeInViewport()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const first = await focused()
  expect(first).toMatch(/\S/)
  releaseCode()
  await page.waitForResponse('**/api/stripe/plans')
  expect(await focused()).toBe(first)
  expect(await before?.evaluate(heading => heading.isConnected)).toBe(true)
  await expect(plans).toBeInViewport()
})
