import type { Page, Route } from '@playwright/test'
import { signUpViaApi, signUpViaForm } from './support/accounts.ts'
import { holdRequests } from './support/network.ts'
import { expect, test } from './support/test.ts'

/** Holds back the page's code until `release`. The prerendered page shows meanwhile. */
const holdCode = async (page: Page) => ({
  release: await holdRequests(page, '**/assets/*.js'),
  open: (path: string) => page.goto(path, { waitUntil: 'commit' }),
})

test('a login that is typed and sent before the code has arrived signs in, with nothing in the URL @phone', async ({
  page,
}) => {
  const { email, password } = await signUpViaApi(page)
  await page.evaluate(() => localStorage.clear())
  const code = await holdCode(page)
  await code.open('/login')
  await expect(page.getByRole('heading', { name: 'Entrar no Fechou' })).toBeVisible()
  const heading = await page.getByRole('heading').elementHandle()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  expect(page.url()).toMatch(/\/login$/)
  const sent = Promise.withResolvers<Route>()
  await page.route('**/api/auth/login', sent.resolve)
  code.release()
  const login = await sent.promise
  expect(login.request().postDataJSON()).toEqual({ email, password })
  expect(await heading?.evaluate(node => node.isConnected)).toBe(true)
  await login.continue()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the code of a prerendered page is requested after its first paint', async ({ page }) => {
  for (const path of ['/', '/login', '/register', '/forgot-password', '/termos', '/privacidade']) {
    await page.goto(path)
    const result = await page.waitForFunction(() => {
      const code = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      const [paint] = performance.getEntriesByType('paint')
      return code.length > 0 && paint && { isLater: code.every(({ startTime }) => startTime >= paint.startTime) }
    })
    expect(await result.jsonValue(), path).toEqual({ isLater: true })
  }
})

test('the dashboard’s code loads with the first input on the login page', async ({ page }) => {
  await page.goto('/login')
  const form = page.locator('form')
  await expect
    .poll(() => form.evaluate(element => Object.keys(element).some(key => key.startsWith('__react'))))
    .toBe(true)
  const isRequested = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/dashboard-')))
  expect(await isRequested()).toBe(false)
  await page.getByLabel('E-mail').press('a')
  await expect.poll(isRequested).toBe(true)
})

test('an e-mail that is typed before the code has arrived follows to the forgotten password', async ({ page }) => {
  const code = await holdCode(page)
  await code.open('/login')
  await page.getByLabel('E-mail').fill('ana@exemplo.com.br')
  code.release()
  const hidePassword = page.getByRole('button', { name: 'Ocultar senha' })
  await expect(async () => {
    // A slow page may show the result of a click that did not wait for it.
    if (!(await hidePassword.isVisible()))
      await page.getByRole('button', { name: 'Mostrar senha' }).click({ timeout: 500 })
    await expect(hidePassword).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('link', { name: 'Esqueci a senha?' }).click()
  await expect(page.getByRole('heading', { name: 'Redefinir senha' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@exemplo.com.br')
})

test('an e-mail follows to the forgotten password although the code arrives after both pages', async ({ page }) => {
  const code = await holdCode(page)
  await code.open('/login')
  await page.getByLabel('E-mail').fill('ana@exemplo.com.br')
  await page.getByRole('link', { name: 'Esqueci a senha?' }).click()
  await expect(page.getByRole('heading', { name: 'Redefinir senha' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@exemplo.com.br')
  const sent = page.waitForRequest('**/api/auth/forgot-password')
  code.release()
  await page.getByRole('button', { name: 'Enviar link de redefinição' }).click()
  expect((await sent).postDataJSON()).toEqual({ email: 'ana@exemplo.com.br' })
  await page.reload()
  await expect(page.getByLabel('E-mail')).toHaveValue('')
})

test('a registration that was typed before the code has arrived keeps its fields and names the configured length', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct({ PASSWORD_MIN: '10' })
  const code = await holdCode(page)
  await code.open(`${product.url}/register`)
  await expect(page.getByText('Pelo menos 10 caracteres.')).toBeVisible()
  await page.getByLabel('Nome').fill('Conceição da Silva')
  await page.getByLabel('Senha', { exact: true }).fill('curta')
  await page.getByRole('button', { name: 'Criar conta' }).click()
  code.release()
  await expect(page.getByText('E-mail inválido')).toBeVisible()
  await expect(page.getByLabel('Nome')).toHaveValue('Conceição da Silva')
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('curta')
  expect(page.url()).toMatch(/\/register$/)
})

test('a signed-in visitor of the login page sees no form before the dashboard', async ({ page }) => {
  await signUpViaForm(page)
  const code = await holdCode(page)
  await code.open('/login')
  await expect(page.getByRole('heading', { name: 'Entrar no Fechou', includeHidden: true })).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Entrar no Fechou', includeHidden: true })).toBeHidden()
  code.release()
  await expect(page).toHaveURL(/\/dashboard$/)
})
