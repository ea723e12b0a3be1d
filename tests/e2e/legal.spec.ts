import { signUpViaApi } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

const documents = [
  { path: '/termos', title: 'Termos de uso', section: 'Cancelamento e devolução' },
  { path: '/privacidade', title: 'Política de privacidade', section: 'Por quanto tempo' },
]

for (const { path, title, section } of documents) {
  test(`${path} is readable without scripts, names the operator and fits every width`, async ({
    browser,
    startProduct,
    allow,
  }) => {
    // Without JavaScript, the browser blocks the preloads of scripts.
    allow(/\.js failed: csp$/)
    const product = await startProduct({ COMPANY_NAME: 'Exemplo Ltda.', SUPPORT_EMAIL: 'ajuda@exemplo.com.br' })
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
    const page = await context.newPage()
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} – Fechou`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('oferecido por Exemplo Ltda.')).toBeVisible()
    await expect(page.getByText('ajuda@exemplo.com.br').first()).toBeVisible()
    await page.getByRole('navigation', { name: 'Nesta página' }).getByRole('link', { name: section }).click()
    await expect(page.getByRole('heading', { level: 2, name: section })).toBeInViewport()
    await context.close()

    const scripted = await browser.newPage({ baseURL: product.url })
    await scripted.goto(path)
    const contact = scripted.getByRole('link', { name: 'ajuda@exemplo.com.br' }).first()
    await expect(contact).toHaveAttribute('href', 'mailto:ajuda@exemplo.com.br')
    for (const width of [1440, 768, 320]) {
      await scripted.setViewportSize({ width, height: 800 })
      const widths = await scripted.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
      expect(widths[0], `at ${width} px`).toBeLessThanOrEqual(widths[1])
    }
    await scripted.close()
  })
}

test('the registration links both documents in another tab, so that the typed input stays', async ({
  page,
  context,
}) => {
  await page.goto('/register')
  await page.getByLabel('Nome').fill('Bruna Teles')
  for (const { title } of documents) {
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: title }).click()
    const tab = await opening
    await expect(tab.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await tab.close()
  }
  await expect(page.getByLabel('Nome')).toHaveValue('Bruna Teles')
})

test('the landing page and the profile link both documents', async ({ page }) => {
  await page.goto('/')
  for (const { title, path } of documents) {
    await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', path)
  }
  await signUpViaApi(page)
  await page.goto('/profile')
  for (const { title, path } of documents) {
    await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', path)
  }
  await page.getByRole('link', { name: 'Política de privacidade' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Política de privacidade' })).toBeVisible()
})

test('an unknown path is a 404 with a page of its own', async ({ page, allow }) => {
  allow(/404/)
  const response = await page.goto('/termos/antigos')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
})
