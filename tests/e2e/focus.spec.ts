import type { Page } from '@playwright/test'
import { addLead, signUpViaApi } from './support/accounts.ts'
import { holdRequests } from './support/network.ts'
import { openState } from './support/open-state.ts'
import { accountStates, leadStates, signInWithLeads } from './support/states.ts'
import { expect, test } from './support/test.ts'

const focusedTag = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.tagName.toLowerCase())

/** Waits until the focus is on an element, and stays there for the frames that an effect may take to move it. */
const expectFocusKept = async (page: Page, after: string): Promise<void> => {
  await expect.poll(() => focusedTag(page), { message: after, timeout: 3_000 }).not.toBe('body')
}

const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

test('the focus never falls to the page after an overlay, a removal or a retry', async ({ page, allow }) => {
  test.slow()
  allow(/status of 40[04]/)
  const token = await signInWithLeads(page)
  for (const state of [...leadStates, ...accountStates]) {
    await openState(page, state)
    for (let level = 0; level < 3 && (await page.locator(overlays).count()) > 0; level++) {
      const open = await page.locator(overlays).count()
      const confirmation = page.getByRole('button', { name: 'Descartar' })
      const wasAsked = await confirmation.isVisible()
      await page.keyboard.press('Escape')
      // Closes the topmost overlay, or asks first.
      await expect.poll(() => page.locator(overlays).count()).not.toBe(open)
      if (!wasAsked && (await confirmation.isVisible())) await confirmation.click()
      await expectFocusKept(page, `${state.name}: overlay ${level + 1} closed`)
    }
  }

  await page.goto('/dashboard?aba=lista&q=ninguem')
  await page.getByRole('button', { name: 'Limpar Filtros' }).last().click()
  await expectFocusKept(page, 'filters cleared')

  const respond = (status: number) => (route: { fulfill: (response: object) => Promise<void> }) =>
    route.fulfill({ status, json: { code: 'validation_failed', message: 'Falhou.', requestId: 'x' } })
  for (const path of ['/dashboard', '/dashboard?aba=kanban', '/dashboard?aba=lista']) {
    await page.route('**/api/leads**', respond(400))
    await page.route('**/api/leads/**', respond(400))
    await page.goto(path)
    const retry = page.getByRole('button', { name: 'Tentar novamente' })
    await expect(page.getByText('Erro ao buscar leads')).toHaveCount(1)
    await expect(retry, `${path}: one retry`).toHaveCount(1)
    await page.unrouteAll()
    await retry.focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-card], [data-row]').first().waitFor()
    await expectFocusKept(page, `${path}: loaded again`)
  }

  const other = await signUpViaApi(page)
  expect(other.token).not.toBe(token)
  await addLead(page, other.token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=lista')
  await page.getByRole('button', { name: 'Ações de Maria Aparecida' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(0)
  await expectFocusKept(page, 'last row deleted')
})

test('the focus is on the page that still checks the session, and then on the page itself', async ({ page, allow }) => {
  allow(/status of 404/)
  await signUpViaApi(page)
  await page.goto('/nada')
  const release = await holdRequests(page, '**/api/auth/verify-token')
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).press('Enter')
  await expect(page.getByText('Verificando autenticação...')).toBeVisible()
  expect(await focusedTag(page)).toBe('main')
  release()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
  await expectFocusKept(page, 'the dashboard')
})
