import { addLead, signUpViaApi } from './support/accounts.ts'
import { runAdminCli } from './support/admin.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { boxOf } from './support/boxes.ts'
import { connectionErrors } from './support/page-errors.ts'
import { signInAsAdmin } from './support/states.ts'
import { expect, test } from './support/test.ts'

test.describe('a user without the administrator role', { tag: '@phone' }, () => {
  for (const path of ['/admin', '/admin/leads']) {
    test(`has no access to ${path}, neither the screen nor the API`, async ({ page }) => {
      const { token } = await signUpViaApi(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible()
      await expect(page.getByText('Apenas administradores podem acessar esta página.')).toBeVisible()
      await expectNoAxeViolations(page, path)
      for (const call of [
        '/users/users-list',
        '/metrics/metrics-list',
        '/revenue/revenue-list',
        '/admin/leads',
        '/admin/trail',
      ]) {
        const response = await page.request.get(`/api${call}`, { headers: { authorization: `Bearer ${token}` } })
        expect([call, response.status()]).toEqual([call, 403])
      }
      await page.getByRole('link', { name: 'Ir para o Dashboard' }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
    })
  }
})

test.describe('an administrator', { tag: '@phone' }, () => {
  test('sees clients, totals and all leads, and each access appears in the trail', async ({
    page,
    product,
    isMobile,
    allow,
  }) => {
    // The last step revokes the role while the screen is open.
    allow(/status of 403/)
    const client = await signUpViaApi(page)
    const nome = `Cliente ${client.email.slice(5, 13)}`
    for (const negocio of ['Padaria São João', 'Ótica Visão Clara'])
      await addLead(page, client.token, { nome, negocio })
    const { email } = await signUpViaApi(page)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible()

    expect(runAdminCli(product, email)).toEqual({ status: 0, output: `${email} agora tem acesso de administrador.` })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Painel administrativo' })).toBeVisible()
    await expect(page.getByText('Receita total')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Leads por Plano' })).toContainText('Sem plano')

    await page.getByRole('searchbox', { name: 'Buscar clientes' }).fill(client.email)
    await expect(page.getByText('Mostrando 1 a 1 de 1 clientes')).toBeVisible()
    await page
      .getByRole('region', { name: 'Clientes' })
      .getByRole('button', { name: /no Stripe$/ })
      .click()
    await expect(page.getByText('Cliente não possui ID do Stripe')).toBeVisible()

    await page.getByRole('navigation', { name: 'Seções da administração' }).getByRole('link', { name: 'Leads' }).click()
    await expect(page.getByText(/^Total: \d+ leads$/)).toBeVisible()
    await page.getByRole('searchbox', { name: 'E-mail do cliente' }).fill(client.email)
    await expect(page.getByText('Total: 2 leads')).toBeVisible()
    await page.getByRole('searchbox', { name: /^Buscar/ }).fill('padaria sao')
    await expect(page.getByText('Total: 1 lead', { exact: true })).toBeVisible()
    await expect(page.getByText('Padaria São João')).toBeVisible()
    await expect(page.getByRole(isMobile ? 'list' : 'table', { name: /^Leads de todos/ })).toContainText(client.email)
    await expectNoAxeViolations(page, 'leads of one client')
    await page.getByRole('combobox', { name: 'Etapa' }).selectOption('perdido')
    await expect(page.getByText('Nenhum lead encontrado')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Padaria São João')).toBeVisible()

    await page
      .getByRole('navigation', { name: 'Seções da administração' })
      .getByRole('link', { name: 'Painel' })
      .click()
    const trail = page.getByRole('region', { name: 'Registro de auditoria' })
    await expect(trail).toContainText(
      `Consultou os leads dos clientes: busca “padaria sao”, etapa Perdido, e-mail do cliente “${client.email}”`,
    )
    await expect(trail).toContainText(`Deu a ${email} acesso de administrador`)
    await expectNoAxeViolations(page, 'panel with a trail')

    expect(runAdminCli(product, email, '--remove').status).toBe(0)
    await page.getByRole('navigation', { name: 'Seções da administração' }).getByRole('link', { name: 'Leads' }).click()
    await page.getByRole('searchbox', { name: 'E-mail do cliente' }).fill('ninguem')
    await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible()
  })
})

test('npm run admin works while the product is stopped, and the role applies after the next start', async ({
  startProduct,
  browser,
  allow,
}) => {
  // The open page still requests its code while the product is stopped.
  allow(connectionErrors)
  const product = await startProduct()
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  const { email } = await signUpViaApi(page)
  await product.stop()
  expect(runAdminCli(product, 'ninguem@exemplo.com.br').status).toBe(1)
  expect(runAdminCli(product, email)).toEqual({ status: 0, output: `${email} agora tem acesso de administrador.` })
  await product.start()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Painel administrativo' })).toBeVisible()
  await context.close()
})

test('every stage can be read in the filter of all leads, also on a narrow tablet', async ({ page, product }) => {
  await signInAsAdmin(page, product)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/admin/leads?status=contato-estabelecido')
  const filters = page.getByRole('search', { name: 'Filtros' })
  await expect(filters.getByRole('button', { name: 'Limpar Filtros' })).toBeVisible()
  const hidden = await filters.getByRole('combobox', { name: 'Etapa' }).evaluate((select: HTMLSelectElement) => {
    const style = getComputedStyle(select)
    const width = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('no canvas')
    canvas.font = style.font
    return [...select.options].filter(({ text }) => canvas.measureText(text).width > width).map(({ text }) => text)
  })
  expect(hidden).toEqual([])
  const { y } = await boxOf(filters.getByRole('combobox', { name: 'Etapa' }))
  expect((await boxOf(filters.getByRole('button', { name: 'Limpar Filtros' }))).y).toBe(y)
})
