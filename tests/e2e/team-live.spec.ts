import type { Browser, Page, Request } from '@playwright/test'
import { addLead, changeLeadViaApi, fetchLead, signUpViaApi } from './support/accounts.ts'
import { cardOf, column, holdCard, holdOverTarget, openBoard } from './support/board.ts'
import type { Product } from './support/product.ts'
import { expect, test } from './support/test.ts'

const email = 'rui@exemplo.com.br'

/** Opens the mailed link of the invitation in a second browser and joins. */
const joinTeam = async (browser: Browser, product: Product): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'pt-BR', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const mail = page.locator('article', { hasText: 'Convite para' }).filter({ hasText: email })
  await expect(async () => {
    // The product logs the URL of its outbox page at the start.
    await page.goto(/http\S+\/caixa-de-saida\?chave=\S+/.exec(product.log)?.[0] ?? '/')
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await mail.getByRole('link', { name: /convite/ }).click()
  await page.getByLabel('Seu nome').fill('Rui Lima')
  await page.getByLabel('Crie uma senha').fill('segredo-do-rui')
  await page.getByRole('button', { name: 'Entrar na equipe' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  return page
}

/** Drags a card to a member's target in the strip at the bottom. */
const dragToMember = async (page: Page, lead: string, member: string): Promise<void> => {
  // The strip shows the members once the team is loaded, and so do the cards.
  await expect(cardOf(page, lead).getByRole('img')).toBeVisible()
  const hold = await holdCard(page, cardOf(page, lead))
  await holdOverTarget(page, hold, page.locator('[data-target]').filter({ hasText: member }))
  await hold.release()
}

const moveByMenu = async (page: Page, lead: string, stage: string): Promise<void> => {
  await page.getByRole('button', { name: `Ações de ${lead}` }).press('Enter')
  await page.getByRole('menuitemradio', { name: stage }).press('Enter')
}

test('the team is asked for before the first card shows, so that the first drag can end on a member', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token)
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-card]')) performance.mark('card')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const answer = page.waitForResponse('**/api/team')
  await openBoard(page)
  await (await answer).finished()
  const { askedAt, cardAt } = await page.evaluate(() => ({
    askedAt: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/api/team'))?.startTime,
    cardAt: performance.getEntriesByName('card')[0]?.startTime,
  }))
  expect(askedAt).toBeLessThan(cardAt ?? 0)
})

test('two people work on one board: invited, assigned by dragging, live for both, and removed', async ({
  page,
  browser,
  product,
  allow,
}) => {
  const { token } = await signUpViaApi(page)
  const headers = { authorization: `Bearer ${token}` }
  const lead = await addLead(page, token, { nome: 'Padaria Sol' })
  await addLead(page, token, { nome: 'Clínica Lua' })
  const data = { email, team_role: 'seller' }
  expect((await page.request.post('/api/team/invites', { headers, data })).status()).toBe(201)
  const seller = await joinTeam(browser, product)

  await openBoard(page)
  await dragToMember(page, 'Padaria Sol', 'Rui Lima')
  await expect(page.getByText('Padaria Sol agora com Rui Lima')).toBeVisible()
  await expect(cardOf(page, 'Padaria Sol').getByRole('img', { name: 'Rui Lima' })).toBeVisible()

  // The seller's page was open and empty.
  await expect(seller.getByText('Caio passou Padaria Sol para você')).toBeVisible()
  await seller.getByRole('button', { name: 'Notificações: 1 não lida' }).press('Enter')
  await seller.getByRole('link', { name: 'Caio Guimarães passou Padaria Sol para você' }).press('Enter')
  await expect(seller.getByRole('dialog').getByLabel('Nome', { exact: true })).toHaveValue('Padaria Sol')
  await expect(page.getByRole('button', { name: 'Notificações: 1 não lida' })).toBeVisible()
  await openBoard(seller)
  await expect(seller.locator('[data-card]')).toHaveCount(1)
  await moveByMenu(seller, 'Padaria Sol', 'Qualificando')
  await expect(column(page, 'qualificando')).toContainText('Padaria Sol')
  await expect(page.getByText('Rui moveu Padaria Sol para Qualificando')).toBeVisible()
  await moveByMenu(page, 'Padaria Sol', 'Negociação')
  await expect(column(seller, 'negociacao')).toContainText('Padaria Sol')

  await seller.getByRole('button', { name: 'Padaria Sol', exact: true }).press('Enter')
  await seller.getByRole('dialog').getByLabel('Negócio / Nicho').fill('Texto de quem saiu')
  // The page asks once with the session that has ended.
  allow(/status of 401/)
  const { members } = await (await page.request.get('/api/team', { headers })).json()
  const { _id: rui } = members.find(({ nome }: { nome: string }) => nome === 'Rui Lima')
  const removal = await page.request.post(`/api/team/members/${rui}/remove`, { headers, data: { leadsTo: null } })
  expect(await removal.json()).toEqual({ leads: 1 })
  await expect(seller).toHaveURL(/\/login/)
  await expect(seller.getByText('Padaria Sol')).toHaveCount(0)
  await expect(cardOf(page, 'Padaria Sol').getByRole('img', { name: 'Rui Lima' })).toHaveCount(0)
  expect(await fetchLead(page, token, lead._id)).toMatchObject({ userId: null, negocio: lead.negocio })
  await seller.context().close()
})

test('ten tabs share one stream, and an eleventh opens at once', async ({ page, context }) => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Padaria Sol' })
  const open = new Set<Request>()
  context.on('request', request => {
    if (new URL(request.url()).pathname === '/api/live') open.add(request)
  })
  context.on('requestfinished', request => open.delete(request))
  context.on('requestfailed', request => open.delete(request))
  const tabs = [page]
  while (tabs.length < 10) tabs.push(await context.newPage())
  for (const tab of tabs) await openBoard(tab)
  await expect.poll(() => open.size).toBe(1)
  const eleventh = await context.newPage()
  await openBoard(eleventh)
  await changeLeadViaApi(page, token, lead._id, { status: 'ganho' })
  for (const tab of [...tabs, eleventh]) await expect(column(tab, 'ganho')).toContainText('Padaria Sol')
  expect(open.size).toBe(1)
})
