import type { Page } from '@playwright/test'
import { addLead, signUpViaApi } from './support/accounts.ts'
import { boardLink } from './support/navigation.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Maria Aparecida' })
const confirmation = (page: Page) => page.getByRole('alertdialog')
const menu = (page: Page) => page.getByRole('menu')
const openLead = (page: Page) =>
  page.getByRole('button', { name: 'Maria Aparecida', exact: true }).first().press('Enter')
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Ações de Maria Aparecida' }).click()
  await expect(menu(page)).toBeVisible()
}

const openBoardFromDashboard = async (page: Page): Promise<void> => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard')
  await boardLink(page).click()
  await expect(page.locator('[data-card]')).toBeVisible()
}
const expectBoardUrl = (page: Page) => expect(page).toHaveURL(/\/dashboard\?aba=kanban$/)

test('Back closes one overlay at a time before it leaves the screen @phone-only', async ({ page }) => {
  await openBoardFromDashboard(page)
  await openLead(page)
  await dialog(page).getByRole('button', { name: 'Excluir' }).click()
  await expect(confirmation(page)).toBeVisible()
  await page.reload()
  await dialog(page).getByRole('button', { name: 'Excluir' }).click()
  await expect(confirmation(page)).toBeVisible()

  await page.goBack()
  await expect(confirmation(page)).toBeHidden()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByLabel('Telefone').fill('11999999999')
  await page.goBack()
  await expect(confirmation(page)).toContainText('Descartar as alterações?')
  await page.goBack()
  await expect(confirmation(page)).toBeHidden()
  await expect(dialog(page).getByLabel('Telefone')).toHaveValue('(11) 99999-9999')
  await page.goBack()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(dialog(page)).toBeHidden()
  await expectBoardUrl(page)

  await openMenu(page)
  await page.goBack()
  await expect(menu(page)).toBeHidden()
  await expectBoardUrl(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goForward()
  await expectBoardUrl(page)
})

test('overlays closed by other means leave no history entries @phone-only', async ({ page }) => {
  await openBoardFromDashboard(page)
  await openMenu(page)
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Abrir' }).click()
  await dialog(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(dialog(page)).toBeHidden()
  await expectBoardUrl(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goForward()
  await expectBoardUrl(page)
  await expect(menu(page)).toBeHidden()
  await page.getByRole('link', { name: 'Lista' }).click()
  await expect(page).toHaveURL(/aba=lista/)
  await page.goBack()
  await expectBoardUrl(page)
})

test('the second click of a double click does not reach the element below a closed overlay @phone-only', async ({
  page,
}) => {
  await openBoardFromDashboard(page)
  for (const waitBetweenClicks of [false, true]) {
    await openLead(page)
    const close = await dialog(page).getByRole('button', { name: 'Fechar' }).boundingBox()
    if (!close) throw new Error('the dialog has no close button')
    await page.mouse.move(close.x + close.width / 2, close.y + close.height / 2)
    for (const clickCount of [1, 2]) {
      await page.mouse.down({ clickCount })
      await page.mouse.up({ clickCount })
      if (clickCount === 1 && waitBetweenClicks) await expect(dialog(page)).toBeHidden()
    }
    await expect(dialog(page)).toBeHidden()
    await expectBoardUrl(page)
    // On phones the account menu is below the close button.
    await expect(page.getByRole('button', { name: 'Fechar menu' })).toHaveCount(0)
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
})
