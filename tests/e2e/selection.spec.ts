import type { Page } from '@playwright/test'
import { addLead, signUpViaApi } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { cardOf, expectColumnTotals, openBoard } from './support/board.ts'
import { boxOf } from './support/boxes.ts'
import { expect, test } from './support/test.ts'
import { createTouch } from './support/touch.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Leads selecionados' })

/** Selects a card: with a long press on touch screens, otherwise with Shift. */
const selectCard = async (page: Page, nome: string, isPhone: boolean): Promise<void> => {
  const card = cardOf(page, nome)
  if (!isPhone) return card.click({ modifiers: ['Shift'] })
  const box = await boxOf(card)
  const finger = await createTouch(page)
  await finger.down(box.x + 60, box.y + 50)
  await expect(card).toHaveAttribute('data-lifted', '')
  // A resting finger trembles.
  await finger.move(box.x + 62, box.y + 51)
  await finger.up()
}

test('cards of the board and rows of the list are changed at once, and brought back @phone', async ({ page }, {
  project,
}) => {
  const { token } = await signUpViaApi(page)
  for (const nome of ['Ana Souza', 'Bruno Lima', 'Carla Dias']) await addLead(page, token, { nome, valorServico: 100 })
  await openBoard(page)
  await selectCard(page, 'Ana Souza', project.name === 'phone')
  await expect(bar(page)).toContainText('1 lead selecionado')
  await cardOf(page, 'Bruno Lima').click()
  await expect(bar(page)).toContainText('2 leads selecionados')
  await expectNoAxeViolations(page, 'board: selection')
  await bar(page).getByRole('button', { name: 'Mover' }).click()
  await page.getByRole('menuitem', { name: 'Qualificando' }).click()
  await expect(page.getByText('2 leads agora em Qualificando')).toBeVisible()
  await expectColumnTotals(page, 'qualificando', { count: 2, sum: 'R$ 200' })
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('2 leads voltaram a ser como antes.')).toBeVisible()
  await expectColumnTotals(page, 'novo-lead', { count: 3, sum: 'R$ 300' })

  await page.goto('/dashboard?aba=lista')
  await page.getByRole('checkbox', { name: 'Selecionar Carla Dias' }).check()
  await bar(page)
    .getByRole('button', { name: /Selecionar todos os 3/ })
    .click()
  // The bar covers no part of a link.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expectNoAxeViolations(page, 'list: selection')
  await bar(page).getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir 3 leads' }).click()
  await expect(page.getByText('3 leads excluídos')).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByRole('checkbox', { name: 'Selecionar Ana Souza' })).toBeVisible()
})
