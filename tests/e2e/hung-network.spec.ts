import type { Locator, Page, Route } from '@playwright/test'
import { addLead, signUpViaApi, stopLiveUpdates } from './support/accounts.ts'
import { runAdminCli } from './support/admin.ts'
import { expect, test } from './support/test.ts'

type Mode = 'held' | 'cut' | 'open'

/** Holds, aborts or passes the requests of one method to a URL. Changing the mode also settles the held requests. */
const interceptRequests = async (page: Page, pattern: string | RegExp, method = 'GET') => {
  let mode: Mode = 'open'
  const held: Route[] = []
  const pass = (route: Route) => (mode === 'cut' ? route.abort() : route.continue())
  await page.route(pattern, route => {
    if (route.request().method() !== method) return route.fallback()
    if (mode === 'held') held.push(route)
    else return pass(route)
  })
  return async (next: Mode) => {
    mode = next
    if (next !== 'held') for (const route of held.splice(0)) await pass(route).catch(() => {})
  }
}

/**
 * Advances the clock until the locator is visible, by `maxSeconds` at most. A single jump would miss timers that start
 * after it, and the test would wait for them in real time.
 */
const advanceUntilVisible = async (page: Page, locator: Locator, maxSeconds: number): Promise<void> => {
  for (let second = 0; second < maxSeconds && !(await locator.isVisible()); second++) await page.clock.runFor(1000)
  await expect(locator).toBeVisible({ timeout: 5000 })
}

const slowNotice = 'Está demorando mais que o normal…'

test('every screen reports a slow, hung or failed request and loads on retry', async ({ page, product, allow }) => {
  test.slow()
  allow(/net::ERR_FAILED/)
  const { token, email } = await signUpViaApi(page)
  const { _id } = await addLead(page, token, { nome: 'Maria Aparecida' })
  runAdminCli(product, email)
  // The stream would ask for the leads once more.
  await stopLiveUpdates(page)
  await page.clock.install()
  const notLoaded = 'Erro ao buscar leads'
  const leads = /\/api\/leads\/?(board|stats)?\?|\/api\/leads\/(board|stats)$/
  const screens: { path: string; requests: string | RegExp; failed: string; ready: string }[] = [
    { path: '/dashboard', requests: leads, failed: notLoaded, ready: 'Maria Aparecida' },
    { path: '/dashboard?aba=kanban', requests: leads, failed: notLoaded, ready: 'Maria Aparecida' },
    { path: '/dashboard?aba=lista', requests: leads, failed: notLoaded, ready: 'Maria Aparecida' },
    {
      path: `/dashboard?lead=${_id}`,
      requests: new RegExp(`/api/leads/(board|${_id})`),
      failed: 'Erro ao buscar leads',
      ready: 'Prazo de entrega',
    },
    {
      path: '/profile/aparelhos',
      requests: '**/api/auth/sessions',
      failed: 'Não foi possível carregar seus aparelhos',
      ready: 'Este aparelho',
    },
    {
      path: '/admin',
      requests: /\/api\/(users|metrics|revenue)\//,
      failed: 'Erro ao carregar dados administrativos',
      ready: 'Total de clientes',
    },
    { path: '/admin/leads', requests: '**/api/admin/**', failed: 'Erro ao buscar leads', ready: 'Total: ' },
  ]
  for (const { path, requests, failed, ready } of screens) {
    await test.step(path, async () => {
      const network = await interceptRequests(page, requests)
      const retry = page.getByRole('button', { name: 'Tentar novamente' }).last()
      await network('held')
      // Leave the previous screen, whose requests could match too.
      await page.goto('about:blank')
      const requested = page.waitForRequest(requests)
      await page.goto(path)
      await requested
      await expect(page.getByRole('status').filter({ hasText: 'Carregando' }).first()).toBeAttached()
      await advanceUntilVisible(page, page.getByText(slowNotice).first(), 10)
      await advanceUntilVisible(page, page.getByText(failed).first(), 22)
      await page.clock.runFor(30_000)
      await network('cut')
      await retry.click()
      await expect(page.getByText(failed).first()).toBeHidden()
      // The query is retried three times with pauses.
      await advanceUntilVisible(page, page.getByText(failed).first(), 10)
      await network('open')
      await retry.click()
      await expect(page.getByText(ready).first()).toBeVisible()
    })
  }
})

test('a hung save, deletion or checkout is reported, does not block the screen and loses no input', async ({
  page,
  allow,
}) => {
  allow(/net::ERR_FAILED/)
  const { token } = await signUpViaApi(page)
  for (const nome of ['Joana Prado', 'Maria Aparecida']) await addLead(page, token, { nome })
  await page.clock.install()
  await page.goto('/dashboard?aba=lista')
  const leadUrl = /\/api\/leads\/[^/?]{36}$/
  const saves = await interceptRequests(page, leadUrl, 'PUT')
  const removals = await interceptRequests(page, leadUrl, 'DELETE')
  const lists = await interceptRequests(page, /\/api\/leads\?/)
  const row = (nome: string) => page.getByRole('button', { name: nome, exact: true })
  const dialog = page.getByRole('dialog')

  await row('Maria Aparecida').click()
  await dialog.getByLabel('Nome').fill('Maria Clara')
  await saves('held')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.clock.runFor(9000)
  await expect(dialog.getByText(slowNotice)).toContainText('o que escreveu fica guardado')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await saves('cut')
  await expect(page.getByText('Erro ao atualizar lead!')).toBeVisible()
  await row('Maria Aparecida').click()
  await expect(dialog.getByLabel('Nome')).toHaveValue('Maria Clara')
  await saves('open')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(row('Maria Clara')).toBeVisible()

  const confirmation = page.getByRole('alertdialog')
  const confirmRemoval = async (nome: string) => {
    await page.getByRole('button', { name: `Ações de ${nome}` }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await confirmation.getByRole('button', { name: 'Excluir' }).click()
  }
  await removals('held')
  await lists('held')
  await confirmRemoval('Maria Clara')
  await page.clock.runFor(9000)
  await expect(confirmation.getByText(slowNotice)).toBeVisible()
  await confirmation.getByRole('button', { name: 'Cancelar' }).click()
  await expect(confirmation).toBeHidden()
  await removals('open')
  // The list is not refetched yet, but the deleted lead is gone and the next one can be deleted.
  await expect(row('Maria Clara')).toHaveCount(0)
  await confirmRemoval('Joana Prado')
  await expect(confirmation).toBeHidden()
  await expect(row('Joana Prado')).toHaveCount(0)
  await lists('open')

  const checkouts = await interceptRequests(page, '**/api/stripe/**', 'POST')
  await checkouts('held')
  await page.goto('/subscription')
  await page.getByRole('button', { name: 'Assinar Agora' }).first().click()
  await expect(page.getByText('Abrindo o pagamento...')).toBeVisible()
  await page.clock.runFor(9000)
  await expect(page.getByText(slowNotice)).toBeVisible()
  await page.clock.runFor(22_000)
  await expect(page.getByText(/^Erro de conexão/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assinar Agora' })).toHaveCount(3)
})
