import type { Page } from '@playwright/test'
import { cardOf } from './support/board.ts'
import { addLead, signedUp } from './support/people.ts'
import { serverStopped } from './support/problems.ts'
import { secondBuildOf } from './support/second-build.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Until the service worker has kept the app and answers for the page. */
const untilKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })

const keptBuilds = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())

test('the product can be installed under its brand', async ({ page, request }) => {
  await page.goto('/login')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Fechou', display: 'standalone', start_url: '/dashboard' })
  for (const { src } of manifest.icons) expect((await request.get(src)).ok(), src).toBe(true)
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect((await request.get(touch ?? '')).headers()['content-type']).toBe('image/png')
})

test('the installed app opens without the server, says so, and goes on when it is back @phone', async ({
  startProduct,
  browser,
  allow,
}) => {
  allow(serverStopped)
  const product = await startProduct()
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  const { token } = await signedUp(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=kanban')
  await expect(cardOf(page, 'Maria Aparecida')).toBeVisible()
  await untilKept(page)

  await product.stop()
  const later = await context.newPage()
  await later.goto('/dashboard?aba=kanban')
  await expect(later.getByRole('heading', { name: 'Não foi possível verificar o seu acesso' })).toBeVisible()
  await expect(later.getByText('Você continua conectado como Caio Guimarães.')).toBeVisible()
  await product.start()
  await later.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(cardOf(later, 'Maria Aparecida')).toBeVisible()

  await later.evaluate(() => localStorage.clear())
  await product.stop()
  await later.goto('/login')
  await expect(later.getByRole('heading', { name: 'Entrar no Fechou' })).toBeVisible()
  await context.close()
})

test('the installed app opens, and says so, when the server takes what comes and never answers', async ({
  product,
  browser,
}) => {
  const front = await secondBuildOf(product.url)
  const context = await browser.newContext({ baseURL: front.url })
  const page = await context.newPage()
  await signedUp(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
  await untilKept(page)
  front.hang()
  const later = await context.newPage()
  await later.clock.install()
  await later.goto('/dashboard', { timeout: 20_000 })
  await expect(later.getByText('Verificando autenticação...')).toBeVisible()
  await later.clock.runFor(9000)
  await expect(later.getByText('Está demorando mais que o normal…')).toBeVisible()
  await later.clock.runFor(12_000)
  await expect(later.getByRole('heading', { name: 'Não foi possível verificar o seu acesso' })).toBeVisible()
  await expect(later.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  await context.close()
  await front.stop()
})

test('of what people wrote nothing is kept in the browser’s cache', async ({ page }) => {
  const { token, email } = await signedUp(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=kanban')
  await untilKept(page)
  for (const path of ['/dashboard?aba=lista', '/profile', '/subscription', '/dashboard?aba=kanban']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  const kept = await page.evaluate(async () => {
    const answers: [string, string][] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        answers.push([new URL(request.url).pathname, (await answer?.text()) ?? ''])
      }
    }
    return answers
  })
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter(([path]) => path.startsWith('/api'))).toEqual([])
  expect(kept.filter(([, text]) => text.includes('Maria Aparecida') || text.includes(email))).toEqual([])
  expect(kept.map(([path]) => path)).toContain('/dashboard')
})

test('a new build takes over, and an open page still finds the code of its screens', async ({ product, browser }) => {
  const front = await secondBuildOf(product.url)
  const context = await browser.newContext({ baseURL: front.url })
  const page = await context.newPage()
  const { token } = await signedUp(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=kanban')
  await expect(cardOf(page, 'Maria Aparecida')).toBeVisible()
  await untilKept(page)
  const [first] = await keptBuilds(page)

  /** As with every page that is opened: one that is asked for while another is under way becomes the same. */
  const update = async () => {
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    return keptBuilds(page)
  }
  front.build('segundo', 'profile-page')
  await expect.poll(update).toEqual([first, 'app-segundo'])
  await page.getByRole('link', { name: 'Perfil' }).click()
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible()

  front.build('terceiro')
  await expect.poll(update).toEqual(['app-segundo', 'app-terceiro'])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible()
  await context.close()
  await front.stop()
})
