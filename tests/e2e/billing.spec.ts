import type { Page } from '@playwright/test'
import { bearer, readToken, signUpViaApi, signUpViaForm } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  advanceOneMonth,
  choosePlan,
  declinedCard,
  failingCard,
  fillCard,
  goodCard,
  openPortal,
  subscribe,
} from './support/payments.ts'
import { expect, test } from './support/test.ts'

/** A label of the subscription details with its value. */
const detail = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name })

const expectStatus = async (page: Page, status: string, plan: string): Promise<void> => {
  await page.goto('/profile')
  await expect(detail(page, 'Status')).toContainText(status)
  await expect(detail(page, 'Plano atual')).toContainText(plan)
}

test('a subscription from checkout to a paid overdue invoice works offline', async ({ page, product }) => {
  test.slow()
  const hosts = new Set<string>()
  page.context().on('request', request => hosts.add(new URL(request.url()).host))

  await test.step('sign up, choose a plan, pay', async () => {
    await signUpViaForm(page)
    await choosePlan(page, 'Básico')
    await expectNoAxeViolations(page, 'checkout')
    await fillCard(page, goodCard)
    await page.getByRole('button', { name: 'Assinar' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('Assinatura realizada com sucesso!')).toBeVisible()
    await expect(page.getByText('Sua assinatura do plano Básico está ativa.')).toBeVisible()
    await expectStatus(page, 'Ativo', 'Básico')
  })

  await test.step('see the invoice and download its PDF', async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: /^Ver fatura/ }).click()
    const invoice = await opened
    await expect(invoice.getByRole('heading', { name: /^Fatura / })).toBeVisible()
    await expect(invoice.getByText('R$ 29,00').first()).toBeVisible()
    await expectNoAxeViolations(invoice, 'invoice')
    const download = invoice.waitForEvent('download')
    await invoice.getByRole('link', { name: 'Baixar PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^fatura-.+\.pdf$/)
    await invoice.close()
    const href = await page.getByRole('link', { name: /^PDF da fatura/ }).getAttribute('href')
    const pdf = await page.request.get(href ?? '')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('preview and confirm a more expensive plan', async () => {
    await choosePlan(page, 'Profissional')
    await expect(page.getByText('Valor a pagar agora (aproximado)')).toBeVisible()
    await expectNoAxeViolations(page, 'plan change')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
    await expectStatus(page, 'Ativo', 'Profissional')
    await expect(page.getByText('R$ 50,00')).toBeVisible()
  })

  await test.step('cancel in the portal and reactivate on the profile', async () => {
    await openPortal(page)
    await expectNoAxeViolations(page, 'portal')
    await page.getByRole('link', { name: 'Cancelar assinatura' }).click()
    await page.getByRole('button', { name: 'Confirmar cancelamento' }).click()
    await expect(page.getByText(/Cancelamento automático em/)).toBeVisible()
    await page.getByRole('link', { name: 'Voltar' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(detail(page, 'Fim do acesso')).toContainText(/Cancelamento automático em \d\d\/\d\d\/\d{4}/)
    await expect(detail(page, 'Status')).toContainText('Ativo')
    await page.getByRole('button', { name: 'Reativar assinatura' }).click()
    await expect(page.getByText('Assinatura reativada com sucesso.')).toBeVisible()
    await expect(detail(page, 'Próxima cobrança')).toBeVisible()
  })

  await test.step('a failed renewal suspends the dashboard', async () => {
    const headers = bearer(await readToken(page))
    await openPortal(page)
    await page.getByRole('link', { name: 'Trocar cartão' }).click()
    await expectNoAxeViolations(page, 'another card')
    await fillCard(page, failingCard)
    await page.getByRole('button', { name: 'Salvar cartão' }).click()
    await expect(page.getByText('Visa final 0341')).toBeVisible()
    await advanceOneMonth(page, product)
    // A page that is loaded before the webhook has arrived still asks for what needs a subscription.
    await expect.poll(async () => (await page.request.get('/api/leads', { headers })).status()).toBe(402)
    await expectStatus(page, 'Em atraso', 'Profissional')
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/subscription$/)
    await expect(page.getByText('Plano Profissional: Em atraso')).toBeVisible()
  })

  await test.step('paying the open invoice restores access', async () => {
    await page.getByRole('button', { name: 'Pagar fatura em aberto' }).click()
    await expect(page.getByRole('heading', { name: 'Pagar R$ 79,00' })).toBeVisible()
    await expectNoAxeViolations(page, 'open invoice')
    await fillCard(page, goodCard)
    await page.getByRole('button', { name: 'Pagar fatura' }).click()
    await expect(page.getByText('Pago', { exact: true })).toBeVisible()
    await expectStatus(page, 'Ativo', 'Profissional')
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
  })

  expect([...hosts].toSorted()).toEqual([new URL(product.sandboxUrl).host, new URL(product.url).host].toSorted())
})

test('a user who leaves the checkout sees that nothing was charged @phone', async ({ page }) => {
  await signUpViaApi(page)
  await choosePlan(page, 'Empresarial')
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect(page).toHaveURL(/\/subscription$/)
  await expect(page.getByText('Nada foi cobrado. Você pode assinar quando quiser.')).toBeVisible()
})

test('a declined card can be replaced on the same page', async ({ page, allow }) => {
  allow(/402 \(Payment Required\).*\/c\/pay\//)
  await signUpViaApi(page)
  await choosePlan(page, 'Básico')
  await fillCard(page, declinedCard)
  await page.getByRole('button', { name: 'Assinar' }).click()
  await expect(page.getByRole('alert')).toHaveText('Seu cartão foi recusado.')
  await expectNoAxeViolations(page, 'declined card')
  await fillCard(page, goodCard)
  await page.getByRole('button', { name: 'Assinar' }).click()
  await expect(page.getByText('Assinatura realizada com sucesso!')).toBeVisible()
})

test('a forged return URL or local storage grants no access', async ({ page, allow }) => {
  test.slow()
  await signUpViaApi(page)
  const closed = '2020-01-01T00:00:00.000Z'
  // Simulates an expired trial.
  await page.route('**/api/auth/{me,verify-token}*', async route => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, user: { ...body.user, trial_end: closed, is_trial: false } } })
  })
  allow(/402/)
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify({ ...user, role: 'admin', subscription_status: 'active' }))
  })
  await page.clock.install()
  await page.goto('/dashboard?success=true')
  await expect(page.getByText('Confirmando sua assinatura...')).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(2000)
    await expect(page.getByText('Ainda não recebemos a confirmação do pagamento')).toBeVisible({ timeout: 200 })
  }).toPass()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/subscription$/)
  await page.goto('/admin')
  await expect(page.getByText('Apenas administradores podem acessar esta página.')).toBeVisible()
  // The page still polls the user when the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a canceled subscription shows its end on the profile and on the plans screen', async ({ page }) => {
  await signUpViaApi(page)
  await subscribe(page, 'Básico')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Cancelar assinatura' }).click()
  const confirmation = page.getByRole('alertdialog')
  await expectNoAxeViolations(page, 'question before canceling')
  await confirmation.getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expect(page.getByText('Assinatura cancelada com sucesso.')).toBeVisible()
  await expect(detail(page, 'Fim do acesso')).toContainText('Cancelamento automático em')
  await expectNoAxeViolations(page, 'profile with a cancellation')
  await page.goto('/subscription')
  await expect(page.getByRole('article', { name: 'Básico' })).toContainText(/Ativo · Termina em \d\d\/\d\d\/\d{4}/)
  await expectNoAxeViolations(page, 'plans with a subscription')
})
