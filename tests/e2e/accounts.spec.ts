import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parseEml } from '../../src/server/mail/parse-eml.ts'
import { type MailServer, mailServer } from '../../src/server/testing/mail-server.ts'
import { signUpViaApi, signUpViaForm } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const findMailsTo = ({ mails }: MailServer, email: string) =>
  mails.filter(({ to }) => to.includes(email)).map(({ raw }) => parseEml(raw))

const waitForResetLink = async (server: MailServer, email: string): Promise<string> => {
  const find = () => /http\S+\/reset-password\?\S+/.exec(findMailsTo(server, email).at(-1)?.text ?? '')?.[0]
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  return find() ?? ''
}

const requestResetLink = async (page: Page, email: string): Promise<void> => {
  // Until the code has arrived, the link loads the next page anew, without what was typed.
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('link', { name: 'Esqueci a senha?' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByRole('button', { name: 'Enviar link de redefinição' }).click()
  await expect(page.getByText('Se o e-mail existir, enviaremos as instruções.')).toBeVisible()
}

const setPassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByLabel('Confirmar nova senha').fill(password)
  await page.getByRole('button', { name: 'Redefinir senha' }).click()
  await expect(page.getByText('Senha redefinida com sucesso!')).toBeVisible()
}

test('a reset mail arrives by SMTP, its link sets a new password, and old sessions end', async ({
  startProduct,
  browser,
  allow,
}) => {
  // The first device still uses its ended session.
  allow(/status of 401/)
  const server = await mailServer()
  const product = await startProduct({
    SMTP_URL: server.url,
    RATE_LIMITS: 'on',
    MAIL_FROM: 'Fechou <oi@fechou.example>',
  })
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  const { email } = await signUpViaForm(page)
  await expect
    .poll(() => findMailsTo(server, email).map(({ subject }) => subject))
    .toEqual([expect.stringMatching(/^Boas-vindas ao Fechou: seu teste vai até /)])

  const phone = await (await browser.newContext({ baseURL: product.url })).newPage()
  await requestResetLink(phone, email)
  await phone.goto(await waitForResetLink(server, email))
  await expect(phone).toHaveURL(`${product.url}/reset-password`)
  await setPassword(phone, 'senha-nova-1')
  await phone.getByRole('link', { name: 'Ir para login' }).click()
  await phone.getByLabel('E-mail').fill(email)
  await phone.getByLabel('Senha', { exact: true }).fill('senha-nova-1')
  await phone.getByRole('button', { name: 'Entrar' }).click()
  await expect(phone).toHaveURL(/\/dashboard$/)

  // The first device learns it from its stream.
  await expect(page.getByText('Sessão expirada')).toBeVisible()
  await expect
    .poll(() => findMailsTo(server, email).at(-1)?.subject)
    .toBe('A senha da sua conta no Fechou foi alterada')
  await phone.context().close()
  await context.close()
  await server.stop()
})

test('without a mail server, a reset can be completed from the outbox page', async ({ page, product }) => {
  const { email } = await signUpViaApi(page)
  await page.evaluate(() => localStorage.clear())
  await requestResetLink(page, email)
  const mail = page.locator('article', { hasText: 'Redefina sua senha' }).filter({ hasText: email })
  await expect(async () => {
    // The product logs the URL of its outbox page at the start.
    await page.goto(/http\S+\/caixa-de-saida\?chave=\S+/.exec(product.log)?.[0] ?? '/')
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await expectNoAxeViolations(page, 'outbox')
  await mail.getByRole('link', { name: /reset-password/ }).click()
  await setPassword(page, 'senha-nova-2')
})

/** Searches all files of a folder in chunks for the texts. */
const findFilesContaining = async (folder: string, texts: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter(one => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    let tail = ''
    for await (const chunk of createReadStream(path, 'latin1')) {
      const piece = tail + chunk
      for (const text of texts) if (piece.includes(text)) found.push(`${entry.name}: ${text.slice(0, 6)}…`)
      tail = piece.slice(-100)
    }
  }
  return found
}

test('secrets appear in no log, response or database file', async ({ startProduct, request }) => {
  test.setTimeout(120_000)
  const server = await mailServer()
  const smtp = new URL(server.url)
  smtp.username = 'canario'
  const product = await startProduct({ SMTP_URL: smtp.href, LOG_LEVEL: 'trace' })
  const email = 'canario@exemplo.com.br'
  const passwords = ['CANARIO-senha-um', 'CANARIO-senha-dois', 'CANARIO-senha-tres', 'CANARIO-errada']
  const [first = '', second = '', third = '', wrong = ''] = passwords
  const responses: string[] = []
  const send = async (method: string, path: string, data?: object, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const response = await request.fetch(`${product.url}/api${path}`, { method, headers, ...(data && { data }) })
    responses.push(await response.text())
    return response
  }
  const registration = { nome: 'Canário', email, password: first, confirmPassword: first }
  const { token } = await (await send('POST', '/auth/register', registration)).json()
  responses.pop()
  await send('POST', '/auth/login', { email, password: wrong })
  await send('PUT', '/auth/password', { currentPassword: wrong, newPassword: second }, token)
  await send('PUT', '/auth/password', { currentPassword: first, newPassword: second }, token)
  await send('POST', '/auth/forgot-password', { email })
  await expect
    .poll(() => findMailsTo(server, email).some(({ text }) => text.includes('reset-password?')), { timeout: 20_000 })
    .toBe(true)
  const letter = findMailsTo(server, email).find(({ text }) => text.includes('reset-password?'))
  const link = new URL(/http\S+\/reset-password\?\S+/.exec(letter?.text ?? '')?.[0] ?? '')
  await request.get(link.href)
  const reset = { email, token: link.searchParams.get('token'), password: third, confirmPassword: third }
  expect((await send('POST', '/auth/reset-password', reset)).status()).toBe(200)
  await send('POST', '/auth/reset-password', reset)
  await send('GET', '/auth/me', undefined, token)
  await send('GET', `/nada?token=${token}&senha=${third}`)
  await send('DELETE', '/auth/account', { password: wrong }, token)
  const later = await (await send('POST', '/auth/login', { email, password: third })).json()
  responses.pop()
  await send('GET', '/auth/export', undefined, later.token)

  await product.stop()
  const secrets = [...passwords, token, later.token, String(reset.token)]
  expect(secrets.filter(secret => product.log.includes(secret))).toEqual([])
  expect(secrets.filter(secret => responses.join('\n').includes(secret))).toEqual([])
  expect(product.log).toContain('"event":"reset_succeeded"')
  expect(await findFilesContaining(product.dataDir, secrets)).toEqual([])
  expect(await findFilesContaining(product.dataDir, [email])).not.toEqual([])
  await server.stop()
})
