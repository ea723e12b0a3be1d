import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addLead, endSession, endSessionAtWrite, stopLiveUpdates } from './support/accounts.ts'
import { cardOf, column, dragTo, recordMoveRequests, waitForSavedMoves } from './support/board.ts'
import { trackRequests } from './support/network.ts'
import { expect, test } from './support/test.ts'

interface TestAccount {
  nome: string
  email: string
  password: string
  token: string
}

const register = async (page: Page, nome: string): Promise<TestAccount> => {
  const form = { nome, email: `${randomUUID().slice(0, 8)}@exemplo.com.br`, password: 'segredo-de-alguem' }
  const response = await page.request.post('/api/auth/register', {
    data: { ...form, confirmPassword: form.password },
  })
  return { ...form, token: (await response.json()).token }
}

/** Requires the login screen to be open. */
const signIn = async (page: Page, { email, password }: TestAccount): Promise<void> => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

const openKanban = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Kanban' }).click()
  await expect(page.locator('[data-board]')).toBeVisible()
}

test('profile input survives an expired session', async ({ page, allow }) => {
  allow(/status of 401/)
  await stopLiveUpdates(page)
  const account = await register(page, 'Mariana Conceição')
  await page.goto('/login')
  await signIn(page, account)
  await page.getByRole('link', { name: 'Perfil' }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Nome').fill('Mariana Albuquerque')
  await endSessionAtWrite(page, '**/api/auth/profile')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Sessão expirada')).toBeVisible()
  await signIn(page, account)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText('Recuperamos o que você tinha escrito')).toBeVisible()
  await expect(page.getByLabel('Nome')).toHaveValue('Mariana Albuquerque')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Perfil atualizado com sucesso!')).toBeVisible()
})

test('"Sair" clears messages and input, so that the next user sees neither', async ({ page, allow }) => {
  allow(/status of 403/)
  const [first, other] = [await register(page, 'Mariana Conceição'), await register(page, 'Caio Guimarães')]
  await addLead(page, first.token, { nome: 'Maria Aparecida' })
  await page.goto('/login')
  await signIn(page, first)
  await openKanban(page)
  await page.route('**/api/leads/*', route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Não pode.', requestId: 'teste' } })
      : route.continue(),
  )
  await dragTo(page, 'Maria Aparecida', 'qualificando')
  const message = page.getByRole('listitem').filter({ hasText: 'Erro ao atualizar lead!' })
  await expect(message).toContainText('Maria Aparecida')
  await page.getByRole('link', { name: 'Perfil' }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Nome').fill('Mariana Albuquerque')
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('heading', { name: 'Entrar no Fechou' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
  await signIn(page, other)
  await openKanban(page)
  await expect(message).toHaveCount(0)
})

test('a session that ends in one tab is shown in the other, which recovers after the next login', async ({
  page,
  context,
  allow,
}) => {
  allow(/status of 401/)
  await stopLiveUpdates(page)
  const account = await register(page, 'Mariana Conceição')
  const requestsEnd = trackRequests(page)
  await page.goto('/login')
  await signIn(page, account)
  const other = await context.newPage()
  const otherRequestsEnd = trackRequests(other)
  await stopLiveUpdates(other)
  await other.goto('/profile')
  await other.getByRole('button', { name: 'Editar' }).click()
  await other.getByLabel('Nome').fill('Mariana Albuquerque')

  // A read of a page that still loads would notice first.
  await requestsEnd()
  await otherRequestsEnd()
  await endSession(page)
  await page.getByRole('link', { name: 'Perfil' }).click()
  await expect(page.getByText('Sessão expirada')).toBeVisible()
  await expect(other.getByText('Sessão expirada')).toBeVisible()
  await signIn(page, account)
  await expect(other.getByLabel('Nome')).toHaveValue('Mariana Albuquerque')

  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(other.getByText('Você saiu em outra aba')).toBeVisible()
  await expect.poll(() => other.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0)
  await signIn(other, account)
  await expect(other.getByRole('heading', { name: 'Perfil' })).toBeVisible()
  await expect(other.getByText('Mariana Albuquerque')).toHaveCount(0)
})

test('an offline move is sent only when its user signs in again', async ({ page, allow }) => {
  allow(/net::ERR_INTERNET_DISCONNECTED/)
  const [first, other] = [await register(page, 'Mariana Conceição'), await register(page, 'Caio Guimarães')]
  await addLead(page, first.token, { nome: 'Maria Aparecida' })
  const moves = recordMoveRequests(page)
  const requestsEnd = trackRequests(page)
  await page.goto('/login')
  await signIn(page, first)
  await openKanban(page)
  // The sign-out question loads while the page is idle.
  await requestsEnd()
  await page.context().setOffline(true)
  await dragTo(page, 'Maria Aparecida', 'negociacao')
  await expect(cardOf(page, 'Maria Aparecida')).toContainText('Pendente')
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 movimento ainda não foi enviado.')
  await page.getByRole('button', { name: 'Sair mesmo assim' }).click()
  await expect(page.getByRole('heading', { name: 'Entrar no Fechou' })).toBeVisible()
  await page.context().setOffline(false)

  await signIn(page, other)
  await openKanban(page)
  await expect(cardOf(page, 'Maria Aparecida')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sair' }).click()
  expect(moves).toHaveLength(0)

  const saved = waitForSavedMoves(page)
  await signIn(page, first)
  await openKanban(page)
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  await expect(cardOf(page, 'Maria Aparecida')).not.toContainText('Pendente')
  await saved
  await page.reload()
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  expect(moves).toHaveLength(1)
})

test('a move that fails because of an expired session is sent after the next login', async ({ page, allow }) => {
  allow(/status of 401/)
  await stopLiveUpdates(page)
  const account = await register(page, 'Mariana Conceição')
  await addLead(page, account.token, { nome: 'Maria Aparecida' })
  await page.goto('/login')
  await signIn(page, account)
  await openKanban(page)
  await endSessionAtWrite(page, '**/api/leads/*')
  await dragTo(page, 'Maria Aparecida', 'negociacao')
  await expect(page.getByText('Sessão expirada')).toBeVisible()
  const saved = waitForSavedMoves(page)
  await signIn(page, account)
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  await saved
  await page.reload()
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
})

test('a move that was sent while the list is open is not sent again by the board', async ({ page, allow }) => {
  allow(/net::ERR_INTERNET_DISCONNECTED/)
  await stopLiveUpdates(page)
  const account = await register(page, 'Mariana Conceição')
  await addLead(page, account.token, { nome: 'Maria Aparecida' })
  const moves = recordMoveRequests(page)
  await page.goto('/login')
  await signIn(page, account)
  await openKanban(page)
  await page.getByRole('link', { name: 'Lista' }).click()
  await expect(page.getByRole('table')).toContainText('Maria Aparecida')
  await openKanban(page)
  await page.context().setOffline(true)
  await dragTo(page, 'Maria Aparecida', 'negociacao')
  await expect(cardOf(page, 'Maria Aparecida')).toContainText('Pendente')
  await page.getByRole('link', { name: 'Lista' }).click()
  // The list shows the move before it is sent.
  await expect(page.getByRole('table')).toContainText('Negociação')
  expect(moves).toHaveLength(0)
  const saved = waitForSavedMoves(page)
  await page.context().setOffline(false)
  await saved
  expect(moves).toHaveLength(1)
  await openKanban(page)
  await page.reload()
  await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  expect(moves).toHaveLength(1)
})
