import type { Page } from '@playwright/test'
import { addLead, changeLeadViaApi, fetchLead, signUpViaApi, stopLiveUpdates } from './support/accounts.ts'
import { cardOf, column, dragTo, openBoard } from './support/board.ts'
import { trackRequests } from './support/network.ts'
import { expect, test } from './support/test.ts'

/** Opens the board on another device with the same login. */
const openOnOtherDevice = async (page: Page): Promise<Page> => {
  const context = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() })
  if (!context) throw new Error('no browser')
  const other = await context.newPage()
  await stopLiveUpdates(other)
  await openBoard(other)
  return other
}

test('moving a card on a stale board is confirmed when another device has moved it', async ({ page, allow }) => {
  allow(/status of 412/)
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Padaria Sol' })
  await openBoard(page)
  const other = await openOnOtherDevice(page)
  await changeLeadViaApi(page, token, lead._id, { status: 'ganho' })
  const conflict = other.getByText('Padaria Sol já está em Ganho (Fechou): mudou em outro lugar')
  // Move directly on the stale board, before it refetches.
  await other.getByRole('button', { name: 'Ações de Padaria Sol' }).press('Enter')
  await other.getByRole('menuitemradio', { name: 'Qualificando' }).press('Enter')
  await expect(conflict).toBeVisible()
  await expect(column(other, 'ganho').getByText('Padaria Sol')).toBeAttached()
  expect((await fetchLead(page, token, lead._id)).status).toBe('ganho')
  await other.getByRole('button', { name: 'Deixar como está' }).click()
  await expect(conflict).toBeHidden()
  await other.context().close()
})

test('an offline move is confirmed when another device has moved the card since', async ({ page, allow }) => {
  allow(/net::ERR_INTERNET_DISCONNECTED/, /status of 412/)
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Padaria Sol' })
  const requestsEnd = trackRequests(page)
  await openBoard(page)
  await requestsEnd()
  const context = page.context()
  await context.setOffline(true)
  await dragTo(page, 'Padaria Sol', 'qualificando')
  await expect(cardOf(page, 'Padaria Sol')).toContainText('Pendente')
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).toContain(lead._id)
  expect(stored).not.toContain('Padaria')
  const later = await context.newPage()
  await page.close()
  await context.setOffline(false)
  await changeLeadViaApi(later, token, lead._id, { status: 'ganho' })
  await openBoard(later)
  await expect(later.getByText('Padaria Sol já está em Ganho (Fechou): mudou em outro lugar')).toBeVisible()
  expect((await fetchLead(later, token, lead._id)).status).toBe('ganho')
  await later.getByRole('button', { name: 'Mover assim mesmo' }).click()
  await expect(column(later, 'qualificando').getByText('Padaria Sol')).toBeVisible()
  await expect.poll(() => fetchLead(later, token, lead._id)).toMatchObject({ status: 'qualificando' })
})

test('a restored draft shows a conflict when another device has changed the lead since', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Padaria Sol', negocio: 'Padaria' })
  await page.goto(`/dashboard?aba=kanban&lead=${lead._id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Negócio / Nicho').fill('Padaria e café')
  await changeLeadViaApi(page, token, lead._id, { status: 'ganho', negocio: 'Confeitaria' })
  await page.reload()
  await expect(dialog.getByText('Recuperamos o que você tinha escrito')).toBeVisible()
  await expect(dialog.getByLabel('Etapa')).toHaveValue('ganho')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByRole('group')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Voltar a editar' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByRole('group', { name: 'Negócio / Nicho' })).toBeVisible()
  expect((await fetchLead(page, token, lead._id)).negocio).toBe('Confeitaria')
  await dialog.getByRole('button', { name: 'Salvar as escolhas' }).click()
  await expect(dialog).toBeHidden()
  expect(await fetchLead(page, token, lead._id)).toMatchObject({ negocio: 'Padaria e café', status: 'ganho' })
})

test('two tabs show the same board, and using a tab refetches the changes of other devices', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Padaria Sol' })
  await openBoard(page)
  const other = await page.context().newPage()
  await other.clock.install()
  await openBoard(other)
  await dragTo(page, 'Padaria Sol', 'qualificando')
  await expect(column(other, 'qualificando').getByText('Padaria Sol')).toBeVisible()
  // A tab refetches when it is used after a pause of five seconds.
  await other.clock.fastForward(5_200)
  await changeLeadViaApi(page, token, lead._id, { status: 'negociacao' })
  await other.mouse.move(700, 500)
  await expect(column(other, 'negociacao').getByText('Padaria Sol')).toBeVisible()
})
