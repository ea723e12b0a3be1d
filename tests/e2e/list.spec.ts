import type { Page } from '@playwright/test'
import { addLead, fetchLead, signUpViaApi } from './support/accounts.ts'
import { cardOf } from './support/board.ts'
import { waitTwoFrames } from './support/keyboard.ts'
import { boardLink } from './support/navigation.ts'
import { expect, test } from './support/test.ts'

const names = ['João Pedro', 'Joana Prado', 'Maria Aparecida', 'Luísa Figueirêdo']

const addNamedLeads = async (page: Page) => {
  const { token } = await signUpViaApi(page)
  for (const nome of names) await addLead(page, token, { nome, email: 'contato@exemplo.com.br' })
}

const leadButton = (page: Page, nome: string) => page.getByRole('button', { name: nome, exact: true })

test('board and list show the same filtered leads, and the URL reproduces them @phone', async ({ page }) => {
  await addNamedLeads(page)
  await page.goto('/dashboard?aba=lista&q=jo')
  await expect(leadButton(page, 'João Pedro')).toBeVisible()
  await expect(leadButton(page, 'Joana Prado')).toBeVisible()
  await expect(leadButton(page, 'Maria Aparecida')).toHaveCount(0)
  await expect(page.getByText('Mostrando 2 de 4 leads').first()).toBeVisible()
  await boardLink(page).click()
  await expect(page).toHaveURL(/aba=kanban.*q=jo|q=jo.*aba=kanban/)
  await expect(page.locator('[data-card]')).toHaveCount(2)
  await page.reload()
  await expect(page.locator('[data-card]')).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL(/aba=lista/)
  await expect(leadButton(page, 'João Pedro')).toBeVisible()
  await expect(leadButton(page, 'Maria Aparecida')).toHaveCount(0)
})

test('the search loses no typed character, ignores outdated responses and ignores accents', async ({ page }) => {
  await addNamedLeads(page)
  await page.goto('/dashboard?aba=kanban')
  await expect(page.locator('[data-card]')).toHaveCount(4)
  // Delay the response to the first letters until after the next search.
  const firstLetters = /\/api\/leads\/board\?.*search=jo(&|$)/
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(firstLetters, async route => {
    await released
    await route.continue().catch(() => {})
  })
  const box = page.getByRole('searchbox', { name: /Buscar/ })
  const outdatedRequestSent = page.waitForRequest(firstLetters)
  await box.pressSequentially('jo', { delay: 90 })
  const outdatedRequest = await outdatedRequestSent
  await box.pressSequentially('ao p', { delay: 90 })
  await expect(box).toHaveValue('joao p')
  await expect(page.locator('[data-card]')).toHaveCount(1)
  await expect(cardOf(page, 'João Pedro')).toBeVisible()
  release()
  // There is no response if the page has aborted the request.
  await (await outdatedRequest.response())?.finished()
  await waitTwoFrames(page)
  await expect(page.locator('[data-card]')).toHaveCount(1)
  for (const spelling of ['joao', 'JOÃO', 'João']) {
    await box.fill(spelling)
    await expect(page.getByText('Mostrando 1 de 4 leads').first()).toBeVisible()
    await expect(cardOf(page, 'João Pedro')).toBeVisible()
  }
})

test('a row changes its stage in place and by its menu, and shows the sort order @phone', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Maria Aparecida' })
  const stored = async () => (await fetchLead(page, token, lead._id)).status
  await page.goto('/dashboard?aba=lista')
  await expect(page.getByLabel('Ordenar por')).toHaveValue('-createdAt')
  const actions = [page.getByRole('button', { name: /^WhatsApp de/ }), page.getByRole('button', { name: /^Ações de/ })]
  const tops = await Promise.all(actions.map(async button => (await button.boundingBox())?.y))
  expect(tops, 'the actions of a row are on one line').toEqual([expect.any(Number), tops[0]])
  await page.getByRole('button', { name: 'Etapa de Maria Aparecida: Novo Lead' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Novo Lead' })).toBeChecked()
  await expect(page.getByRole('menuitem', { name: 'Excluir' })).toHaveCount(0)
  // The row shows the stage before the server has confirmed it.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/leads/*', async route => {
    if (route.request().method() === 'PATCH') await released
    await route.continue()
  })
  await page.getByRole('menuitemradio', { name: 'Negociação' }).click()
  const stage = page.getByRole('button', { name: 'Etapa de Maria Aparecida: Negociação' })
  await expect(stage).toBeFocused()
  release()
  await expect.poll(stored).toBe('negociacao')
  await expect(stage).toBeVisible()

  await page.getByRole('button', { name: 'Ações de Maria Aparecida' }).click()
  await page.getByRole('menuitemradio', { name: 'Ganho (Fechou)' }).click()
  await expect(page.getByText('Maria Aparecida agora está em Ganho (Fechou)')).toBeVisible()
  await expect.poll(stored).toBe('ganho')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(stage).toBeVisible()
  await expect.poll(stored).toBe('negociacao')

  await page.getByLabel('Ordenar por').selectOption('Parados há mais tempo')
  await expect(page).toHaveURL(/ordem=updatedAt/)
})

test('deleting the only lead of the last page shows the previous page', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  for (let index = 1; index <= 11; index++) await addLead(page, token, { nome: `Lead ${index}` })
  await page.goto('/dashboard?aba=lista&pagina=2')
  await expect(leadButton(page, 'Lead 1')).toBeVisible()
  await page.getByRole('button', { name: 'Ações de Lead 1' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
  await expect(page).not.toHaveURL(/pagina=/)
  await expect(leadButton(page, 'Lead 11')).toBeVisible()
  await expect(page.getByText('Mostrando 10 de 10 leads').first()).toBeVisible()
})
