import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signUpViaApi } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const aForm = {
  nome: 'Site',
  title: 'Peça um orçamento',
  intro: 'Conte o que você precisa.',
  thanks: 'Respondemos em um dia.',
  fields: ['nome', 'telefone', 'email', 'mensagem'],
  required: ['nome', 'telefone'],
  consentText: 'Aceito receber contato por WhatsApp.',
}

/** Serves a page of another site. Returns its address, and a function that stops it. */
const serveSite = async (html: string) => {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a visitor sends a form without scripts, in a frame of another site, and its owner sees it @phone', async ({
  page,
  context,
  browser,
  product,
}) => {
  const { token } = await signUpViaApi(page)
  const headers = { authorization: `Bearer ${token}` }
  const { key } = await (await page.request.post('/api/capture/forms', { headers, data: aForm })).json()

  await page.goto(`/f/${key}`)
  await expectNoAxeViolations(page, 'form')
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  expect(widths[0]).toBeLessThanOrEqual(widths[1])

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'pt-BR' })
  const site = await serveSite(`<iframe src="${product.url}/f/${key}" width="360" height="800"></iframe>`)
  const visitor = await plain.newPage()
  await visitor.goto(site.url)
  const frame = visitor.frameLocator('iframe')
  await frame.getByLabel('Nome').fill('Bia Reis')
  await frame.getByLabel('Telefone (WhatsApp)').fill('(11) 98888-7777')
  await frame.getByLabel('Mensagem (opcional)').fill('Quero um site')
  await frame.getByLabel('Aceito receber contato por WhatsApp.').check()
  await frame.getByRole('button', { name: 'Enviar' }).click()
  await expect(frame.getByRole('heading', { name: 'Recebemos seu contato' })).toBeVisible()
  await expect(frame.getByText('Respondemos em um dia.')).toBeVisible()
  await plain.close()
  site.close()

  await page.goto('/profile/integracoes')
  await page.getByRole('button', { name: 'Divulgar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Divulgar o formulário' })
  await expect(dialog.getByAltText('QR code do link do formulário')).toBeVisible()
  await expectNoAxeViolations(page, 'sharing a form')
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await page.getByLabel('Mostrar').selectOption('Tudo')
  await expect(page.getByRole('list', { name: 'Recebidos' }).getByRole('listitem')).toHaveCount(1)
  await expectNoAxeViolations(page, 'forms')
  await context.close()
})
