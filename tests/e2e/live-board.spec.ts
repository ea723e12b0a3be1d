import { expectNoAxeViolations } from './support/axe.ts'
import { cardOf, column, dragTo } from './support/board.ts'
import { boxOf, centerOf } from './support/boxes.ts'
import { listRequests } from './support/landing.ts'
import { expect, test } from './support/test.ts'
import { createTouch } from './support/touch.ts'

test('a visitor drags a card on the landing page, and nothing is sent @phone', async ({ page }) => {
  const requests = listRequests(page)
  await page.goto('/')
  expect(requests.filter(address => address.includes('live-board'))).toEqual([])
  await page.getByRole('heading', { name: 'Experimente aqui, sem se cadastrar' }).scrollIntoViewIfNeeded()
  const board = page.locator('[data-board]')
  await expect(board).toBeVisible()
  await board.scrollIntoViewIfNeeded()
  await dragTo(page, 'Estêvão Assunção', 'qualificando')
  await expect(column(page, 'qualificando')).toContainText('Estêvão Assunção')
  await expect(page.getByText('Estêvão Assunção agora está em Qualificando.')).toBeVisible()
  await expectNoAxeViolations(page, 'live board')
  expect(requests.filter(address => address.includes('/api/leads'))).toEqual([])
})

test('the board of the landing page works by keyboard', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Experimente aqui, sem se cadastrar' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Fernanda Lourenço', exact: true }).focus()
  await page.keyboard.press(']')
  await expect(page.getByRole('button', { name: 'Fernanda Lourenço', exact: true })).toBeFocused()
  await page.keyboard.press('m')
  await page.getByRole('menuitemradio', { name: /Ganho/ }).press('Enter')
  await expect(column(page, 'ganho')).toContainText('Fernanda Lourenço')
  await expect(page.locator('dd').filter({ hasText: 'R$' }).first()).toHaveText(/13\.250/)
  await page.getByRole('button', { name: 'Recomeçar' }).click()
  await expect(column(page, 'novo-lead')).toContainText('Fernanda Lourenço')
})

test('the focus on a card of the landing page is drawn around this card', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Experimente aqui, sem se cadastrar' }).scrollIntoViewIfNeeded()
  const name = page.getByRole('button', { name: 'Estêvão Assunção', exact: true })
  await name.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(name).toBeFocused()
  const outline = await name.evaluate(button => Number.parseFloat(getComputedStyle(button, '::after').height))
  const { height } = await boxOf(cardOf(page, 'Estêvão Assunção'))
  expect(Math.abs(outline - height)).toBeLessThan(3)
})

test('the landing page scrolls on when the mouse or a finger is above a card @phone', async ({ page, isMobile }) => {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Experimente aqui, sem se cadastrar' }).scrollIntoViewIfNeeded()
  const card = cardOf(page, 'Estêvão Assunção')
  await expect(card).toBeVisible()
  await card.evaluate(element => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const { x, y } = await centerOf(card)
  const before = await page.evaluate(() => scrollY)
  if (isMobile) {
    const touch = await createTouch(page)
    const down = touch.down(x, y)
    await Promise.all([down, ...Array.from({ length: 10 }, (_, index) => touch.move(x, y - 18 * (index + 1)))])
    await touch.up()
  } else {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, 200)
  }
  await expect.poll(() => page.evaluate(() => scrollY), { timeout: 5_000 }).toBeGreaterThan(before + 60)
})
