import { fillLead, signUpViaForm } from './support/accounts.ts'
import { cardOf, column, dragTo, expectColumnTotals } from './support/board.ts'
import { expect, test } from './support/test.ts'

const leads = [
  {
    nome: 'João Pedro Araújo',
    negocio: 'Clínica Bem-Estar',
    telefone: '11987654321',
    email: 'joao@bemestar.com.br',
    valor: '123456',
  },
  {
    nome: 'Luísa Figueirêdo',
    negocio: 'Padaria São João',
    telefone: '2133334444',
    email: 'luisa@saojoao.com.br',
    valor: '250000',
  },
  {
    nome: 'Inês Magalhães',
    negocio: 'Escola Girassol',
    telefone: '85999998888',
    email: 'ines@girassol.com.br',
    valor: '99',
  },
]

test('leads from sign-up to Ganho survive a reload and a restart', async ({ startProduct, browser }) => {
  const product = await startProduct()
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()

  await signUpViaForm(page)
  await expect(page.getByText('Teste: 3 dias')).toBeVisible()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()

  for (const lead of leads) {
    await page.getByRole('button', { name: 'Novo Lead' }).click()
    await fillLead(page, lead)
    await expect(cardOf(page, lead.nome)).toBeVisible()
  }
  await expectColumnTotals(page, 'novo-lead', { count: 3, sum: 'R$ 3.736' })
  await expect(page.getByLabel('Resumo')).toContainText(/Total Leads3(?!\d)/)

  await page.getByRole('link', { name: 'Kanban' }).click()
  const moved = page.waitForResponse(response => response.request().method() === 'PATCH')
  await dragTo(page, 'João Pedro Araújo', 'ganho')
  await expect(column(page, 'ganho').getByText('João Pedro Araújo')).toBeVisible()
  await expectColumnTotals(page, 'ganho', { count: 1, sum: 'R$ 1.235' })
  await expectColumnTotals(page, 'novo-lead', { count: 2, sum: 'R$ 2.501' })
  // Leaving the page earlier would send the move again.
  await moved

  const expectTotals = async () => {
    await page.goto('/dashboard')
    const summary = page.getByLabel('Resumo')
    await expect(summary).toContainText(/Total Leads3(?!\d)/)
    await expect(summary).toContainText('R$ 3.735,55 no total')
    await expect(summary).toContainText('Taxa Conversão33%')
    await expect(summary).toContainText('Valor FechadoR$ 1.234,56')
    await expect(column(page, 'ganho').getByText('João Pedro Araújo')).toBeAttached()
  }
  await expectTotals()
  await page.reload()
  await expectTotals()
  // No page asks a server that is stopped.
  await page.goto('about:blank')
  await product.restart()
  await expectTotals()

  await page.goto('/dashboard?aba=lista')
  await expect(page.getByRole('row', { name: /Luísa Figueirêdo/ })).toContainText('(21) 3333-4444')
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await context.close()
})
