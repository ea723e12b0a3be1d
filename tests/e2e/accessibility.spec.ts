import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { addLead, signedUp } from './support/people.ts'
import { expect, test } from './support/test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const expectNoFinding = async (page: Page, state: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}

test('axe finds nothing on the screens that anybody sees @phone', async ({ page }) => {
  for (const path of ['/', '/login', '/register', '/forgot-password', '/reset-password', '/nada']) {
    await page.goto(path)
    await page.locator('h1').waitFor()
    await expectNoFinding(page, path)
  }
})

test('axe finds nothing on the tabs of the dashboard, full and empty @phone', async ({ page }) => {
  test.slow()
  const { token } = await signedUp(page)
  await page.goto('/dashboard')
  await page.getByText('Seu funil começa aqui').waitFor()
  await expectNoFinding(page, 'empty account')
  for (const status of ['novo-lead', 'ganho', 'perdido'] as const) {
    await addLead(page, token, { nome: `Maria Aparecida ${status}`, status })
  }
  for (const address of ['dashboard', 'kanban', 'lista', 'lista&q=ninguem', 'kanban&tela=cheia']) {
    await page.goto(`/dashboard?aba=${address}`)
    await page
      .getByText(/Mostrando \d/)
      .first()
      .waitFor()
    await expectNoFinding(page, address)
  }
})

test('axe finds nothing on menus and dialogs @phone', async ({ page }) => {
  test.slow()
  const { token } = await signedUp(page)
  const lead = await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=kanban')
  await page.getByRole('button', { name: 'Ações de Maria Aparecida' }).click()
  await page.getByRole('menu').waitFor()
  await expectNoFinding(page, 'menu')
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectNoFinding(page, 'question before deleting')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.goto(`/dashboard?aba=kanban&lead=${lead._id}`)
  await page.getByRole('dialog').getByLabel('Nome').fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Informe o nome.').waitFor()
  await expectNoFinding(page, 'lead dialog with an error')
})

test('axe finds nothing on the account screens @phone', async ({ page }) => {
  await signedUp(page)
  for (const path of ['/profile', '/subscription', '/admin']) {
    await page.goto(path)
    await page.locator('h1').waitFor()
    await expectNoFinding(page, path)
  }
})
