import type { Page } from '@playwright/test'
import { signUpViaForm } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { choosePlan, fillCard, goodCard } from './support/payments.ts'
import { expect, test } from './support/test.ts'

const chooseMethod = async (page: Page, heading: string, button: string): Promise<void> => {
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) })
  await form.getByLabel('Nome completo ou razão social').fill('Padaria Sol Ltda.')
  await form.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81')
  await form.getByRole('button', { name: button }).click()
}

const pendingNotice = (page: Page) => page.getByText('Pagamento pendente', { exact: true })
const status = (page: Page) => page.locator('dl > div').filter({ hasText: 'Status' })

test('fiscal data stay in their form', async ({ page }) => {
  await signUpViaForm(page)
  await page.goto('/profile/dados-fiscais')
  const texts = {
    'CPF ou CNPJ': '12abc34501de35',
    'Nome completo ou razão social': 'Padaria Sol Ltda.',
    CEP: '01310100',
    Rua: 'Avenida Paulista',
    Número: '1000',
    Bairro: 'Bela Vista',
    Cidade: 'São Paulo',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Estado').selectOption('SP')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Dados fiscais salvos')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('CPF ou CNPJ')).toHaveValue('12.ABC.345/01DE-35')
  await expect(page.getByLabel('CEP')).toHaveValue('01310-100')
  await expect(page.getByLabel('Estado')).toHaveValue('SP')
  await expectNoAxeViolations(page, 'fiscal data')
})

test('boleto and Pix start one subscription, whenever the money arrives', async ({ browser, startProduct }) => {
  test.slow()
  const product = await startProduct({ PAYMENT_METHODS: 'card,boleto,pix' })
  const open = async () => {
    const context = await browser.newContext({ baseURL: product.url, locale: 'pt-BR', reducedMotion: 'reduce' })
    return context.newPage()
  }
  const page = await open()

  await test.step('a boleto is pending, and nothing else is sold', async () => {
    await signUpViaForm(page)
    await choosePlan(page, 'Profissional')
    await expectNoAxeViolations(page, 'checkout with boleto and Pix')
    await chooseMethod(page, 'Pagar com boleto', 'Gerar boleto')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(pendingNotice(page)).toBeVisible()
    await expect(page.getByText('Assinatura realizada com sucesso!')).toHaveCount(0)
    await page.goto('/subscription')
    await expect(page.getByRole('article', { name: 'Empresarial' })).toBeVisible()
    await expect(pendingNotice(page)).toBeVisible()
    await expectNoAxeViolations(page, 'plans with a pending payment')
    await page.getByRole('article', { name: 'Empresarial' }).getByRole('button').click()
    await expect(page.getByRole('heading', { name: /^Fatura / })).toBeVisible()
  })

  await test.step('its invoice takes the money, and the plan starts', async () => {
    await expectNoAxeViolations(page, 'invoice of a boleto')
    await page.getByRole('button', { name: 'Simular o pagamento' }).click()
    await expect(page.getByText('Pago', { exact: true })).toBeVisible()
    await page.goto('/profile')
    await expect(status(page).getByText('Ativo')).toBeVisible()
    await expect(pendingNotice(page)).toHaveCount(0)
  })

  await test.step('a Pix that nobody pays frees the account, and a card makes the only subscription', async () => {
    const other = await open()
    await signUpViaForm(other)
    await choosePlan(other, 'Básico')
    await chooseMethod(other, 'Pagar com Pix', 'Gerar código Pix')
    await expect(other.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible()
    await expectNoAxeViolations(other, 'Pix')
    await other.getByRole('link', { name: 'Voltar e pagar depois' }).click()
    await expect(pendingNotice(other)).toBeVisible()
    await other.getByRole('button', { name: 'Ver o código Pix' }).click()
    await other.getByRole('button', { name: 'Simular que não foi pago' }).click()
    await expect(other.getByRole('button', { name: 'Simular o pagamento' })).toHaveCount(0)
    await other.goto('/subscription')
    await expect(other.getByRole('button', { name: 'Assinar Agora' })).toHaveCount(3)
    await choosePlan(other, 'Básico')
    await fillCard(other, goodCard)
    await other.getByRole('button', { name: 'Assinar' }).click()
    await expect(other.getByText('Assinatura realizada com sucesso!')).toBeVisible()
    await other.goto('/profile')
    await expect(status(other)).toContainText('Ativo')
    await expect(pendingNotice(other)).toHaveCount(0)
    await other.context().close()
  })
  await page.context().close()
})
