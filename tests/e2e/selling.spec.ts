import { signUpViaApi } from './support/accounts.ts'
import { textStart } from './support/boxes.ts'
import { expect, test } from './support/test.ts'

test('a lead is added by name and phone, contacted, planned and lost for a reason, with a thumb @phone-only', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUpViaApi(page)
  // WhatsApp is another app: its page is not part of the journey.
  await context.route('https://wa.me/**', route => route.fulfill({ body: 'WhatsApp' }))
  await page.goto('/dashboard?aba=lista&lead=rapido')
  const form = page.getByRole('dialog', { name: 'Novo Lead' })
  await form.getByLabel('Nome').fill('Maria Souza')
  await form.getByLabel('Telefone').fill('(11) 98765-4321')
  await form.getByRole('button', { name: 'Salvar' }).tap()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'WhatsApp de Maria Souza' }).tap()
  const messages = page.getByRole('dialog', { name: 'WhatsApp para Maria Souza' })
  const opened = context.waitForEvent('page')
  await messages.getByRole('link', { name: /^Primeiro contato/ }).tap()
  const whatsapp = await opened
  expect(whatsapp.url()).toContain('https://wa.me/5511987654321?text=Ol%C3%A1%2C%20Maria!')
  await whatsapp.close()
  // A headless page is always visible, so the return is reported.
  await page.evaluate(() => {
    dispatchEvent(new Event('blur'))
    dispatchEvent(new Event('focus'))
  })

  await page.getByRole('dialog', { name: 'Como foi com Maria Souza?' }).getByRole('button', { name: 'Respondeu' }).tap()
  await page.getByRole('dialog', { name: 'E agora?' }).getByRole('button', { name: 'Marcar passo' }).tap()
  await expect(page.getByText('Próximo passo marcado')).toBeVisible()

  await page.getByRole('button', { name: /^Etapa de Maria Souza/ }).tap()
  await page.getByRole('menuitemradio', { name: 'Perdido' }).tap()
  const question = page.getByRole('region', { name: 'Por que não deu certo com Maria Souza?' })
  await question.getByText('Preço').tap()
  await question.getByRole('button', { name: 'Salvar motivo' }).tap()
  await expect(question).toBeHidden()

  await page.getByRole('button', { name: 'Maria Souza', exact: true }).tap()
  await page.getByRole('button', { name: 'História' }).tap()
  await expect(page.getByRole('region', { name: 'Motivo da perda' })).toContainText('Preço')
  const story = page.getByRole('list', { name: 'História' })
  await expect(story).toContainText('Abriu a conversa no WhatsApp: respondeu')
  await expect(story).toContainText('Motivo da perda: Preço')

  await page.goto('/dashboard/relatorios')
  const lost = page.locator('dl').getByRole('link', { name: /^1, Perdidos/ })
  expect(await textStart(lost), 'the figure starts below its label').toBeCloseTo(
    await textStart(page.locator('dt').filter({ hasText: 'Perdidos' })),
    0,
  )
  const reasons = page.getByRole('region', { name: 'Por que perdemos' })
  await reasons
    .getByRole('row', { name: /^Preço/ })
    .getByRole('link')
    .tap()
  await expect(page.getByText('Mostrando 1 de 1 leads')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remover o filtro Motivo: Preço' })).toBeVisible()
})
