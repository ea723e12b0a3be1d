import type { Page, Route } from '@playwright/test'
import { addLead, restoreLeads, signUpViaApi } from './support/accounts.ts'
import { boxOf } from './support/boxes.ts'
import { waitTwoFrames } from './support/keyboard.ts'
import { emulateSlowNetwork, expectNoShifts, recordLayoutShifts } from './support/layout-shifts.ts'
import { holdRequests, trackRequests } from './support/network.ts'
import { subscribe } from './support/payments.ts'
import { signInAsAdmin } from './support/states.ts'
import { expect, test } from './support/test.ts'

declare global {
  interface Window {
    /** Names of the formats made by `Intl`. */
    formats: string[]
  }
}

const addLeads = async (page: Page, token: string, count: number): Promise<void> => {
  const lead = await addLead(page, token)
  const leads = Array.from({ length: count }, (_, index) => ({
    ...lead,
    _id: crypto.randomUUID(),
    nome: `Lead ${index}`,
    status: index % 3 === 0 ? 'qualificando' : 'novo-lead',
  }))
  await restoreLeads(page, token, leads)
}

test('dashboard, board and list load without layout shifts on a slow connection @phone', async ({ page }) => {
  test.slow()
  await recordLayoutShifts(page)
  const { token } = await signUpViaApi(page)
  await addLeads(page, token, 60)
  await emulateSlowNetwork(page)
  const lead = page.locator('[data-card], [data-row]').first()
  for (const path of ['/dashboard', '/dashboard?aba=kanban', '/dashboard?aba=lista'])
    await expectNoShifts(page, path, lead)
})

test('plans and profile of a subscriber load without layout shifts on a slow connection @phone-only', async ({
  page,
}) => {
  test.slow()
  await recordLayoutShifts(page)
  await signUpViaApi(page)
  await subscribe(page, 'Básico')
  await emulateSlowNetwork(page)
  await expectNoShifts(page, '/subscription', page.getByText('leads no plano Básico'))
  await expectNoShifts(page, '/profile', page.getByText('Faturas'))
})

test('pages of the profile load without moving a section away from the finger @phone', async ({ page }) => {
  test.slow()
  await recordLayoutShifts(page)
  await signUpViaApi(page)
  await subscribe(page, 'Empresarial')
  await emulateSlowNetwork(page)
  await expectNoShifts(page, '/profile/equipe', page.getByRole('heading', { name: 'Registro da equipe' }))
  await expectNoShifts(page, '/profile/vendas', page.getByRole('button', { name: 'Novo motivo' }))
  await expectNoShifts(page, '/profile/integracoes', page.getByRole('heading', { name: 'Como ligar' }))
  await expectNoShifts(page, '/profile/privacidade', page.getByRole('button', { name: 'Salvar prazos' }))
})

test('the plans of a server without payments load without layout shifts @phone', async ({ page, startProduct }) => {
  const product = await startProduct({ NODE_ENV: 'production', RATE_LIMITS: 'on' })
  await recordLayoutShifts(page)
  await signUpViaApi(page, product)
  await emulateSlowNetwork(page)
  await expectNoShifts(
    page,
    `${product.url}/subscription`,
    page.getByText('Os pagamentos ainda não estão configurados'),
  )
})

/** Answers of the board and the list. */
const leadAnswers = /\/api\/leads(\/board|\?)/
/** Nothing shows without the first, and the stream never ends. */
const neverHeld = /\/api\/(auth\/verify-token|live)/

test('no lead that shows moves away when another answer comes later @phone', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token)
  const held = new Set<Route>()
  await page.route('**/api/**', async route => {
    const url = route.request().url()
    if (leadAnswers.test(url) || neverHeld.test(url)) return route.continue()
    held.add(route)
  })
  const lead = page.locator('[data-card], [data-row]').first()
  for (const path of ['/dashboard', '/dashboard?aba=kanban', '/dashboard?aba=lista']) {
    const leads = page.waitForResponse(leadAnswers)
    await page.goto(path)
    await (await leads).finished()
    const places = new Set<number>()
    const notePlace = async () => {
      await waitTwoFrames(page)
      if (await lead.isVisible()) places.add((await boxOf(lead)).y)
    }
    await notePlace()
    while (held.size > 0) {
      for (const route of held) {
        held.delete(route)
        await route.continue()
        await (await route.request().response())?.finished()
        await notePlace()
      }
    }
    await expect(lead).toBeVisible()
    await notePlace()
    expect.soft([...places], path).toHaveLength(1)
  }
})

/** React shows what suspended 300 ms after its placeholder. This clock, moved by hand, never gets there. */
test('dashboard, board and list appear as soon as their code and data have arrived', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const lead = page.locator('[data-card], [data-row]').first()
  const arrives = (timeout: number) =>
    lead.waitFor({ timeout }).then(
      () => true,
      () => false,
    )
  for (const path of ['/dashboard', '/dashboard?aba=kanban', '/dashboard?aba=lista']) {
    await page.goto(path)
    for (let passedMs = 0; passedMs < 250 && !(await arrives(250)); passedMs += 10) await page.clock.runFor(10)
    expect.soft(await lead.isVisible(), path).toBe(true)
  }
})

test('pages show numbers, amounts and dates without loading the language data of the browser', async ({
  page,
  product,
}) => {
  const { token } = await signUpViaApi(page)
  await addLeads(page, token, 3)
  const requestsEnd = trackRequests(page)
  await page.addInitScript(() => {
    window.formats = []
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Intl))) {
      if (typeof value !== 'function' || !value.prototype) continue
      const construct = (target: object, args: unknown[], newTarget: object): object => {
        window.formats.push(name)
        return Reflect.construct(target as never, args, newTarget as never)
      }
      Object.assign(Intl, { [name]: new Proxy(value, { construct }) })
    }
    const method = (name: string) =>
      function (this: unknown) {
        window.formats.push(name)
        return String(this)
      }
    Object.assign(Number.prototype, { toLocaleString: method('Number') })
    Object.assign(Date.prototype, { toLocaleString: method('Date'), toLocaleDateString: method('Date') })
    Object.assign(String.prototype, { localeCompare: method('String') })
  })
  const tabs = ['', '?aba=hoje', '?aba=kanban', '?aba=lista'].map(tab => `/dashboard${tab}`)
  const expectNoFormats = async (path: string): Promise<void> => {
    await page.goto(path)
    await expect(page.getByText(/R\$\u00A0\d/).first()).toBeVisible()
    await requestsEnd()
    expect(await page.evaluate(() => window.formats), path).toEqual([])
  }
  for (const path of [...tabs, '/subscription', '/']) await expectNoFormats(path)
  await signInAsAdmin(page, product)
  await expectNoFormats('/admin')
})

test('the code of the first cards is compiled while it loads', async ({ page, browser }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token)
  await page.goto('about:blank')
  await browser.startTracing(page, { categories: ['disabled-by-default-v8.compile'] })
  await page.goto('/dashboard')
  await expect(page.locator('[data-card]').first()).toBeVisible()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string }[] }
  const compiledWhenCalled = traceEvents.filter(({ name }) => name === 'V8.CompileCode').length
  // Those of other scripts: 220 to 270. Without the marks of compile-ahead.mjs, 1,300.
  expect(compiledWhenCalled).toBeGreaterThan(0)
  expect(compiledWhenCalled).toBeLessThan(400)
})

test('the loading screens name what is loading @phone', async ({ page }) => {
  await signUpViaApi(page)
  const releaseVerification = await holdRequests(page, '**/api/auth/verify-token')
  const releaseLeads = await holdRequests(page, '**/api/leads/**')
  await page.goto('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Verificando autenticação...' })).toBeVisible()
  await expect(page.getByRole('main')).toBeVisible()
  releaseVerification()
  await expect(page.getByRole('status').filter({ hasText: 'Carregando...' }).first()).toBeAttached()
  releaseLeads()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
})

test('the dashboard shows its skeleton until its code has loaded @phone', async ({ page }) => {
  await signUpViaApi(page)
  const releaseCode = await holdRequests(page, '**/assets/dashboard-*')
  const verified = page.waitForResponse('**/api/auth/verify-token')
  await page.goto('/dashboard')
  await verified
  await expect(page.getByText('Verificando autenticação...')).toBeHidden()
  const skeleton = page.getByRole('main').locator('.dashboard-skeleton')
  await expect(skeleton).toBeVisible()
  await expect(skeleton.getByRole('status')).toHaveText('Carregando...')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  releaseCode()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
  await expect(skeleton).toBeHidden()
})

test('the code of what only wide screens show is loaded only there @phone', async ({ page }, { project }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token)
  const wideParts = ['funnel', 'header-menus']
  const loaded = new Set<string>()
  page.on('request', request => {
    const part = wideParts.find(name => request.url().includes(`/assets/${name}-`))
    if (part) loaded.add(part)
  })
  const requestsEnd = trackRequests(page)
  await page.goto('/dashboard')
  await expect(page.locator('[data-card]').first()).toBeVisible()
  await requestsEnd()
  expect([...loaded].toSorted()).toEqual(project.name === 'phone' ? [] : wideParts)
})

test('a screen whose code fails to load shows the header, a link to the dashboard and a reload @phone', async ({
  page,
  allow,
}) => {
  allow(/net::ERR_FAILED/, /Failed to fetch dynamically imported module/)
  await signUpViaApi(page)
  await page.route('**/assets/profile-page*', route => route.abort())
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Esta tela não abriu' })).toBeVisible()
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: /^Fechou/ })).toHaveAttribute('href', '/dashboard')
  await expect(header.getByRole('button', { name: /^(Aparência|Abrir menu)$/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).click()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Esta tela não abriu' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Recarregar a página' }).click()
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible()
})

test('a public screen whose code fails to load links to the landing page', async ({ page, allow }) => {
  allow(/net::ERR_FAILED/, /Failed to fetch dynamically imported module/)
  await page.route('**/assets/register-page*', route => route.abort())
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Esta tela não abriu' })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Fechou/ })
    .click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an unavailable server does not sign the user out, and a retry recovers', async ({ page, allow }) => {
  allow(/net::ERR_FAILED/)
  await signUpViaApi(page)
  await page.route('**/api/auth/**', route => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText('A conta de Caio Guimarães continua aberta neste aparelho.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Fechou/ })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
})
