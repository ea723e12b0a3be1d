import type { Page } from '@playwright/test'
import { addLead, changeLeadViaApi, fetchLead, signUpViaApi, stopLiveUpdates } from './support/accounts.ts'
import {
  cardOf,
  column,
  dragTo,
  expectColumnTotals,
  expectMovesConfirmed,
  openBoard,
  recordMoveRequests,
  waitForSavedMoves,
} from './support/board.ts'
import { boxOf } from './support/boxes.ts'
import { showActions } from './support/navigation.ts'
import { trackRequests } from './support/network.ts'
import { expect, test } from './support/test.ts'

const rejectMoves = (page: Page) =>
  page.route('**/api/leads/*', route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Não pode.', requestId: 'teste' } })
      : route.continue(),
  )

test('a rejected move restores card and totals and offers a retry', async ({ page, allow }) => {
  allow(/status of 403/)
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await rejectMoves(page)
  await openBoard(page)
  await dragTo(page, 'Maria Aparecida', 'qualificando')
  await expectColumnTotals(page, 'novo-lead', { count: 1, sum: 'R$ 2.501' })
  await expect(cardOf(page, 'Maria Aparecida')).toBeVisible()
  await expectColumnTotals(page, 'qualificando', { count: 0, sum: 'R$ 0' })
  await expect(page.getByText('Erro ao atualizar lead!')).toBeVisible()
  const message = page.getByRole('listitem').filter({ hasText: 'Erro ao atualizar lead!' })
  await expect(message).toContainText('Maria Aparecida')
  await page.unrouteAll()
  const saved = waitForSavedMoves(page)
  await message.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(column(page, 'qualificando').getByText('Maria Aparecida')).toBeVisible()
  await saved
  await page.reload()
  await expect(column(page, 'qualificando').getByText('Maria Aparecida')).toBeVisible()
})

test('an offline move is marked as pending, survives closing the page and is sent once', async ({ page, allow }) => {
  allow(/net::ERR_INTERNET_DISCONNECTED/)
  // The emulation of being offline ends before the closing page does, which may send the move first.
  allow(/status of 412/)
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Maria Aparecida' })
  const requestsEnd = trackRequests(page)
  await openBoard(page)
  // Parts of the screen load while it is idle.
  await requestsEnd()
  const context = page.context()
  await context.setOffline(true)
  await dragTo(page, 'Maria Aparecida', 'negociacao')
  await expect(cardOf(page, 'Maria Aparecida')).toContainText('Pendente')
  await expect(page.getByText('Sem conexão. 1 alteração será enviada depois.')).toBeVisible()
  const later = await context.newPage()
  await page.close()
  await context.setOffline(false)
  await openBoard(later)
  await expect(column(later, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  await expect(cardOf(later, 'Maria Aparecida')).not.toContainText('Pendente')
  // A page that reloads earlier sends its unconfirmed moves again.
  await expectMovesConfirmed(later)
  await later.reload()
  await expect(column(later, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  expect((await fetchLead(later, token, lead._id)).version).toBe(lead.version + 1)
})

test('an open page sends its pending moves when it is back online', async ({ page, allow }) => {
  allow(/net::ERR_INTERNET_DISCONNECTED/)
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  const requestsEnd = trackRequests(page)
  await openBoard(page)
  await requestsEnd()
  const moves = recordMoveRequests(page)
  await page.context().setOffline(true)
  await dragTo(page, 'Maria Aparecida', 'qualificando')
  await dragTo(page, 'Maria Aparecida', 'negociacao')
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  await expect(cardOf(page, 'Maria Aparecida')).toContainText('Pendente')
  expect(moves).toEqual([])
  const saved = waitForSavedMoves(page, 2)
  await page.context().setOffline(false)
  await expect(cardOf(page, 'Maria Aparecida')).not.toContainText('Pendente')
  await saved
  expect(moves).toHaveLength(2)
  await page.reload()
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
})

test('a second tab leaves pending moves to the tab that is sending them', async ({ page, context }) => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  let release = () => {}
  const isReleased = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/leads/*', async route => {
    await isReleased
    await route.continue()
  })
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await dragTo(page, 'Maria Aparecida', 'qualificando')
  await sent
  await dragTo(page, 'Maria Aparecida', 'negociacao')
  const other = await context.newPage()
  await openBoard(other)
  await expect(column(other, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  release()
  await expectMovesConfirmed(other)
  await expect(column(other, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  expect((await fetchLead(page, token, lead._id)).version).toBe(lead.version + 2)
})

test('a move on a stale board does not overwrite newer values', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await stopLiveUpdates(page)
  const lead = await addLead(page, token, { nome: 'Maria Aparecida', valorServico: 100 })
  await openBoard(page)
  await changeLeadViaApi(page, token, lead._id, { valorServico: 777.77 })
  await dragTo(page, 'Maria Aparecida', 'qualificando')
  await expect(cardOf(page, 'Maria Aparecida')).toContainText('R$ 777,77')
})

test('dragging the background pans the board without selecting text, and a click on a card opens it', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  const board = page.locator('[data-board]')
  const box = await boxOf(column(page, 'contato-estabelecido'))
  await page.mouse.move(box.x + 200, box.y + 300)
  await page.mouse.down()
  await page.mouse.move(box.x, box.y + 300, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => board.evaluate(element => element.scrollLeft)).toBe(240)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await board.evaluate(element => element.scrollTo(0, 0))
  const card = await boxOf(cardOf(page, 'Maria Aparecida'))
  await page.mouse.move(card.x + 50, card.y + 50)
  await page.mouse.down()
  await page.mouse.move(card.x + 52, card.y + 51)
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Maria Aparecida' })).toBeVisible()
})

test('a card moves by menu and keyboard, and the move is announced @phone', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  await page.getByRole('button', { name: 'Ações de Maria Aparecida' }).click()
  await page.getByRole('menuitemradio', { name: 'Negociação' }).click()
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  await expect(page.getByText('Maria Aparecida agora está em Negociação.')).toBeAttached()
  const name = page.getByRole('button', { name: 'Maria Aparecida', exact: true })
  await expect(column(page, 'novo-lead').getByRole('heading')).toBeFocused()
  await name.press('[')
  await expect(column(page, 'proposta-enviada').getByText('Maria Aparecida')).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitemradio', { name: 'Proposta Enviada' })).toBeChecked()
  await page.keyboard.press('Escape')
})

test('a move to Ganho sets an empty closing date to today, and undoing restores both', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  const moves = recordMoveRequests(page)
  await dragTo(page, 'Maria Aparecida', 'novo-lead')
  await dragTo(page, 'Maria Aparecida', 'ganho')
  const stored = () => fetchLead(page, token, lead._id)
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
  await expect.poll(stored).toMatchObject({ status: 'ganho', dataFechamento: `${today}T00:00:00.000Z` })
  // The first drag ended in its own column.
  expect(moves).toHaveLength(1)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(stored).toMatchObject({ status: 'novo-lead', dataFechamento: null })
  await expect(column(page, 'novo-lead').getByText('Maria Aparecida')).toBeAttached()
})

test('Esc, Fechar and Back leave full screen and preserve filters and scroll position @phone', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  for (let index = 0; index < 15; index++) await addLead(page, token, { nome: `Maria ${index}` })
  await page.goto('/dashboard?aba=kanban&q=maria')
  const list = column(page, 'novo-lead').locator('[data-list]')
  await expect(cardOf(page, 'Maria 14')).toBeVisible()
  await list.evaluate(element => element.scrollTo(0, 300))
  const leave = {
    Esc: () => page.keyboard.press('Escape'),
    Fechar: () => page.getByRole('button', { name: 'Fechar', exact: true }).click(),
    Back: () => page.goBack(),
  }
  for (const [name, leaveFullScreen] of Object.entries(leave)) {
    await showActions(page)
    await page.getByRole('button', { name: 'Tela cheia' }).click()
    const fullScreen = page.getByRole('dialog', { name: 'Kanban - Gestão de Leads' })
    await expect(fullScreen, name).toBeVisible()
    await expect(page.locator('[inert]').getByRole('button', { name: 'Novo Lead' })).toHaveCount(1)
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    await leaveFullScreen()
    await expect(fullScreen, name).toHaveCount(0)
    await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden')
    await expect(page).toHaveURL(/q=maria/)
    await expect.poll(() => list.evaluate(element => element.scrollTop)).toBe(300)
  }
})

test('a board that failed to load offers a retry and differs from an empty board', async ({ page, allow }) => {
  allow(/status of 400/)
  await signUpViaApi(page)
  await page.route('**/api/leads/board**', route =>
    route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'Falhou.', requestId: 'x' } }),
  )
  await page.goto('/dashboard?aba=kanban')
  await expect(page.getByText('Erro ao buscar leads')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText('Nenhum lead em Novo Lead')).toBeVisible()
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, viewport: { width: 768, height: 1024 } })

  test('the menu of a card shows its last item without scrolling', async ({ page }) => {
    const { token } = await signUpViaApi(page)
    await addLead(page, token, { nome: 'Maria Aparecida' })
    await openBoard(page)
    await page.getByRole('button', { name: 'Ações de Maria Aparecida' }).tap()
    await expect(page.getByRole('menuitem', { name: 'Excluir' })).toBeInViewport({ ratio: 1 })
  })
})
