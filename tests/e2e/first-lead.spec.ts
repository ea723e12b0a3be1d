import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** A hand needs about this long from one tap to the next. */
const handMs = 300

test('from the landing page, eight taps lead to the first lead and two more to Ganho', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  let taps = 0
  const tap = async (target: Locator) => {
    await page.waitForTimeout(handMs)
    await target.tap()
    taps++
  }
  /** Types and goes on with the next field, as the keyboard of a phone does. */
  const type = async (field: Locator, text: string) => {
    await expect(field).toBeFocused()
    await page.keyboard.type(text, { delay: 20 })
    await page.keyboard.press('Tab')
  }
  await page.goto('/')
  await tap(page.getByRole('link', { name: 'Teste grátis por 3 dias' }).first())
  await tap(page.getByLabel('Nome'))
  await type(page.getByLabel('Nome'), 'Bruna Teixeira')
  await type(page.getByLabel('E-mail'), `bruna.${randomUUID().slice(0, 8)}@exemplo.com.br`)
  await type(page.getByLabel('Senha', { exact: true }), 'segredo-da-bruna')
  await tap(page.getByLabel('Confirmar senha'))
  await type(page.getByLabel('Confirmar senha'), 'segredo-da-bruna')
  await tap(page.getByRole('button', { name: 'Criar conta' }))

  await tap(page.getByRole('button', { name: 'Cadastrar o primeiro lead' }))
  const form = page.getByRole('dialog', { name: 'Novo Lead' })
  await tap(form.getByLabel('Nome'))
  await type(form.getByLabel('Nome'), 'Maria Souza')
  await type(form.getByLabel('Telefone'), '11987654321')
  await tap(form.getByRole('button', { name: 'Salvar' }))
  const card = page.locator('[data-stage="novo-lead"] [data-card]')
  await expect(card).toContainText('Maria Souza')
  expect(taps, 'taps to the first lead').toBeLessThanOrEqual(8)

  const before = taps
  await tap(page.getByRole('button', { name: 'Ações de Maria Souza' }))
  await tap(page.getByRole('menuitemradio', { name: 'Ganho (Fechou)' }))
  await expect(page.locator('[data-stage="ganho"] [data-card]')).toContainText('Maria Souza')
  expect(taps - before, 'taps to Ganho').toBeLessThanOrEqual(2)
})
