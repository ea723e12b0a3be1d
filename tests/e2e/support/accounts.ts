import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Lead } from '../../../src/contract/leads/leads.ts'

/** Signs up through the form and waits for the dashboard. */
export const signUpViaForm = async (
  page: Page,
  nome = 'Mariana Conceição Albuquerque',
): Promise<{ email: string; password: string }> => {
  const email = `mariana.${randomUUID().slice(0, 8)}@exemplo.com.br`
  const password = 'segredo-da-mariana'
  await page.goto('/register')
  await page.getByLabel('Nome').fill(nome)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByLabel('Confirmar senha').fill(password)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  return { email, password }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Signs the page in as a new account without the form. A product of its own does not have the base URL. */
export const signUpViaApi = async (
  page: Page,
  product?: { url: string },
): Promise<{ token: string; email: string; password: string }> => {
  const origin = product?.url ?? ''
  const email = `caio.${randomUUID().slice(0, 8)}@exemplo.com.br`
  const password = 'segredo-do-caio'
  const data = { nome: 'Caio Guimarães', email, password, confirmPassword: password }
  const response = await page.request.post(`${origin}/api/auth/register`, { data })
  const { user, token } = await response.json()
  // Local storage needs a page of the product's origin. This one loads fastest.
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(
    ([user, token]) => {
      localStorage.setItem('user', user)
      localStorage.setItem('token', token)
    },
    [JSON.stringify(user), token] as const,
  )
  return { token, email, password }
}

export const addLead = async (page: Page, token: string, lead: Partial<Lead> = {}): Promise<Lead> => {
  const response = await page.request.post('/api/leads', {
    headers: bearer(token),
    data: {
      nome: 'João Pedro Araújo',
      negocio: 'Clínica Bem-Estar',
      telefone: '11987654321',
      email: 'joao@exemplo.com.br',
      descricaoServico: 'Site com agendamento',
      valorServico: 2500.5,
      dataProspeccao: '2026-11-20',
      ...lead,
    },
  })
  return response.json()
}

/** Creates many complete leads through the restore endpoint. */
export const restoreLeads = async (page: Page, token: string, leads: readonly object[]): Promise<void> => {
  for (let from = 0; from < leads.length; from += 5000) {
    const data = { leads: leads.slice(from, from + 5000) }
    const response = await page.request.post('/api/leads/sync', { headers: bearer(token), data, timeout: 60_000 })
    expect(response.status()).toBe(200)
  }
}

export const fetchLead = async (page: Page, token: string, id: string): Promise<Lead> =>
  (await page.request.get(`/api/leads/${id}`, { headers: bearer(token) })).json()

/** Without its stream, a page does not hear of changes elsewhere. */
export const stopLiveUpdates = async (page: Page): Promise<void> => {
  await page.route('**/api/live*', () => {})
}

/** Returns the session token of a page of the product. */
export const readToken = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('token'))) ?? ''

/** Ends the session on the server. A page with a stream knows it at once. */
export const endSession = async (page: Page): Promise<void> => {
  await page.request.post('/api/auth/logout', { headers: bearer(await readToken(page)) })
}

/** Ends the session while the next write to `url` is on its way, so that no other request notices first. */
export const endSessionAtWrite = async (page: Page, url: string): Promise<void> => {
  await page.route(url, async route => {
    if (route.request().method() === 'GET') return route.fallback()
    await endSession(page)
    await page.unroute(url)
    await route.continue()
  })
}

/** Changes a lead like another device. */
export const changeLeadViaApi = async (page: Page, token: string, id: string, data: Partial<Lead>): Promise<void> => {
  const response = await page.request.patch(`/api/leads/${id}`, { headers: bearer(token), data })
  expect(response.status()).toBe(200)
}

/** Fills the open lead dialog and saves it. */
export const fillLead = async (
  page: Page,
  lead: { nome: string; negocio: string; telefone: string; email: string; valor: string },
): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill(lead.nome)
  await dialog.getByLabel('Negócio / Nicho').fill(lead.negocio)
  await dialog.getByLabel('Telefone').fill(lead.telefone)
  await dialog.getByLabel('E-mail').fill(lead.email)
  await dialog.getByLabel('Descrição do serviço').fill('Site novo com agendamento')
  await dialog.getByLabel('Valor do serviço').pressSequentially(lead.valor)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
}
