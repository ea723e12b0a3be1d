import type { Page } from '@playwright/test'
import { addLead, signUpViaApi } from './support/accounts.ts'
import { cardOf } from './support/board.ts'
import { trackRequests } from './support/network.ts'
import { serveNextBuild } from './support/next-build.ts'
import { connectionErrors } from './support/page-errors.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker has cached the app and controls the page. */
const waitForServiceWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })

const listCacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())

test('the manifest has the brand, and its icons load', async ({ page, request }) => {
  await page.goto('/login')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Fechou', display: 'standalone', start_url: '/dashboard' })
  for (const { src } of manifest.icons) expect((await request.get(src)).ok(), src).toBe(true)
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect((await request.get(touch ?? '')).headers()['content-type']).toBe('image/png')
})

test('the installed app opens while the server is stopped, says so, and recovers', async ({
  startProduct,
  browser,
  allow,
}) => {
  // The first page opens its stream again, and reads with it, while the server stops.
  allow(connectionErrors, /status of 503.*\/api\/(live|notifications)/)
  const product = await startProduct()
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  const requestsEnd = trackRequests(page)
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=kanban')
  await expect(cardOf(page, 'Maria Aparecida')).toBeVisible()
  await waitForServiceWorker(page)
  // Parts of the screen load while it is idle.
  await requestsEnd()

  await product.stop()
  const later = await context.newPage()
  const laterRequestsEnd = trackRequests(later)
  await later.goto('/dashboard?aba=kanban')
  await expect(later.getByRole('heading', { name: 'Não foi possível verificar seu acesso' })).toBeVisible()
  await expect(later.getByText('A conta de Caio Guimarães continua aberta neste aparelho.')).toBeVisible()
  await product.start()
  await later.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(cardOf(later, 'Maria Aparecida')).toBeVisible()
  await laterRequestsEnd()

  await product.stop()
  await later.evaluate(() => localStorage.clear())
  await later.goto('/login')
  await expect(later.getByRole('heading', { name: 'Entrar no Fechou' })).toBeVisible()
  await context.close()
})

test('the installed app opens and reports the outage when the server never responds', async ({ product, browser }) => {
  const server = await serveNextBuild(product.url)
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signUpViaApi(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
  await waitForServiceWorker(page)
  server.hang()
  const later = await context.newPage()
  await later.clock.install()
  await later.goto('/dashboard', { timeout: 20_000 })
  await expect(later.getByText('Verificando autenticação...')).toBeVisible()
  await later.clock.runFor(9000)
  await expect(later.getByText('Está demorando mais que o normal…')).toBeVisible()
  await later.clock.runFor(12_000)
  await expect(later.getByRole('heading', { name: 'Não foi possível verificar seu acesso' })).toBeVisible()
  await expect(later.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  await context.close()
  await server.stop()
})

test('the cache contains no user data', async ({ page }) => {
  const { token, email } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=kanban')
  await waitForServiceWorker(page)
  const requestsEnd = trackRequests(page)
  for (const path of ['/dashboard?aba=lista', '/profile', '/subscription', '/dashboard?aba=kanban']) {
    await page.goto(path)
    await requestsEnd()
  }
  const cached = await page.evaluate(async () => {
    const responses: [string, string][] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        responses.push([new URL(request.url).pathname, (await response?.text()) ?? ''])
      }
    }
    return responses
  })
  expect(cached.length).toBeGreaterThan(10)
  expect(cached.filter(([path]) => path.startsWith('/api'))).toEqual([])
  expect(cached.filter(([, text]) => text.includes('Maria Aparecida') || text.includes(email))).toEqual([])
  expect(cached.map(([path]) => path)).toContain('/dashboard')
})

test('a new build takes over, also without the server, and an open page still loads the code of its screens', async ({
  product,
  browser,
  allow,
}) => {
  allow(connectionErrors)
  const server = await serveNextBuild(product.url)
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=kanban')
  await expect(cardOf(page, 'Maria Aparecida')).toBeVisible()
  await waitForServiceWorker(page)
  const [first] = await listCacheNames(page)

  /**
   * Polled, because an update requested during another update is ignored. Waits until the new worker is active: Playwright
   * never sees the end of a page's request to a worker that is replaced meanwhile. Without Playwright, such pages load.
   */
  const update = async () => {
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      const worker = registration.installing ?? registration.waiting ?? registration.active
      while (worker && worker.state !== 'activated')
        await new Promise(resolve => worker.addEventListener('statechange', resolve, { once: true }))
    })
    return listCacheNames(page)
  }
  server.deploy('segundo', 'profile-page')
  await expect.poll(update).toEqual([first, 'app-segundo'])
  await page.getByRole('link', { name: 'Perfil' }).click()
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible()

  server.deploy('terceiro')
  await expect.poll(update).toEqual(['app-segundo', 'app-terceiro'])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible()

  await server.stop()
  const later = await context.newPage()
  await later.goto('/dashboard')
  await expect(later.locator('meta[name=build]')).toHaveAttribute('content', 'terceiro')
  await context.close()
})
