import type { Page } from '@playwright/test'
import { signUpViaApi } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  cardButton,
  expectFocus,
  expectFocusVisible,
  expectFocusWithin,
  pressKeys,
  tabTo,
  waitTwoFrames,
} from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Runs a command of the palette, or opens a lead. Enter must not run a command of an earlier text. */
const runInPalette = async (page: Page, text: string, option: RegExp | string): Promise<void> => {
  const palette = page.getByRole('dialog', { name: 'Buscar leads e ações' })
  await pressKeys(page, 'Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: option, selected: true })).toBeVisible()
  await pressKeys(page, 'Enter')
  await expect(palette).toHaveCount(0)
}

/**
 * Waits for the focus to be on a control that shows it, or at the beginning of the content or of a column. From the body, the keys
 * would start at the top of the page.
 */
const expectPlace = async (page: Page, after: string): Promise<void> => {
  await waitTwoFrames(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), after).not.toBe('BODY')
  if (!(await page.locator(':is(main, h1, h2):focus').count())) await expectFocusVisible(page, after)
}

test('a lead is added, contacted, planned, found the day after and lost for a reason, with the keyboard alone', async ({
  browser,
  startProduct,
}) => {
  const clock = new URL('support/moved-clock.ts', import.meta.url).href
  const product = await startProduct({ NODE_OPTIONS: `--import=${clock}` })
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
  // WhatsApp is another app: its page is not part of the journey.
  await context.route('https://wa.me/**', route => route.fulfill({ body: 'WhatsApp' }))
  const page = await context.newPage()
  await signUpViaApi(page)
  await page.goto('/dashboard')
  // The palette opens with the first keys that the page can hear.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Kanban' })).toBeVisible()

  await runInPalette(page, 'nome e telefone', 'Novo lead só com nome e telefone')
  const form = page.getByRole('dialog', { name: 'Novo Lead' })
  await expectFocus(page, form.getByLabel('Nome'))
  await page.keyboard.type('Maria Souza')
  await pressKeys(page, 'Tab')
  await expectFocus(page, form.getByLabel('Telefone'))
  await page.keyboard.type('11987654321')
  await pressKeys(page, 'Enter')
  await expect(form).toBeHidden()
  await expectPlace(page, 'after the lead was added')

  await runInPalette(page, 'maria', /^Maria Souza/)
  const sheet = page.getByRole('dialog', { name: 'Maria Souza' })
  await expect(sheet).toBeVisible()
  await expectFocusWithin(sheet)
  await expectPlace(page, 'in the sheet')
  // From the first field, past the other way to talk to the lead.
  await pressKeys(page, 'Shift+Tab', 'Shift+Tab')
  await expectFocus(page, sheet.getByRole('button', { name: 'WhatsApp' }))
  await pressKeys(page, 'Enter')
  const messages = page.getByRole('dialog', { name: 'WhatsApp para Maria Souza' })
  await tabTo(page, messages.getByRole('link', { name: /^Primeiro contato/ }))
  const opened = context.waitForEvent('page')
  await pressKeys(page, 'Enter')
  await (await opened).close()
  await expectPlace(page, 'after WhatsApp was opened')
  // A headless page is always visible, so the return is reported.
  await page.evaluate(() => {
    dispatchEvent(new Event('blur'))
    dispatchEvent(new Event('focus'))
  })

  const question = page.getByRole('dialog', { name: 'Como foi com Maria Souza?' })
  await expectFocus(page, question.getByRole('button', { name: 'Respondeu' }))
  await pressKeys(page, 'Enter')
  const next = page.getByRole('dialog', { name: 'E agora?' })
  await expectFocus(page, next.getByLabel('O que fazer'))
  await expect(next.getByLabel('O que fazer')).toHaveValue('whatsapp')
  await pressKeys(page, 'Tab')
  await expectFocus(page, next.getByLabel('Dia'))
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Próximo passo marcado')).toBeVisible()
  await expect(next).toBeHidden()
  await expectFocus(page, sheet.getByRole('button', { name: 'WhatsApp' }))
  await expect(sheet.getByRole('region', { name: 'Próximo passo' })).toContainText('WhatsApp: amanhã')
  await pressKeys(page, 'Escape')
  await expect(sheet).toBeHidden()
  await expectPlace(page, 'after the sheet was closed')

  process.kill(product.pid as number, 'SIGWINCH')
  await page.clock.setSystemTime(Date.now() + dayMs)
  await page.goto('/dashboard')
  await expect(cardButton(page, 'Maria Souza')).toBeVisible()
  await runInPalette(page, 'hoje', 'Hoje')
  const today = page.getByRole('region', { name: /^Para hoje/ })
  await expect(today).toContainText('WhatsApp: hoje')
  await expectNoAxeViolations(page, 'Hoje')
  await tabTo(page, today.getByRole('button', { name: 'Maria Souza', exact: true }))

  await runInPalette(page, 'kanban', 'Kanban')
  await expect(cardButton(page, 'Maria Souza')).toBeVisible()
  await tabTo(page, cardButton(page, 'Maria Souza'))
  await pressKeys(page, 'm')
  await expect(page.getByRole('menu', { name: 'Ações de Maria Souza' })).toBeVisible()
  await page.keyboard.type('Perdido')
  await expectFocus(page, page.getByRole('menuitemradio', { name: 'Perdido' }))
  await pressKeys(page, 'Enter')
  const why = page.getByRole('region', { name: 'Por que não deu certo com Maria Souza?' })
  await expect(why.getByText('Preço')).toBeVisible()
  await expectNoAxeViolations(page, 'the question why')
  await expectPlace(page, 'after the move')
  await pressKeys(page, 'Tab')
  await expectFocusWithin(why)
  await pressKeys(page, 'Space')
  await expect(why.getByRole('radio', { name: 'Preço' })).toBeChecked()
  await pressKeys(page, 'Enter')
  await expect(why).toBeHidden()
  await expectPlace(page, 'after the reason was saved')

  await runInPalette(page, 'relat', 'Relatórios')
  await expect(page.getByRole('heading', { level: 1, name: 'Relatórios' })).toBeFocused()
  const reasons = page.getByRole('region', { name: 'Por que perdemos' })
  await expect(reasons).toBeVisible()
  await tabTo(page, reasons.getByRole('row', { name: /^Preço/ }).getByRole('link'))
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Mostrando 1 de 1 leads')).toBeVisible()
  await expectPlace(page, 'in the list behind the figure')
  await context.close()
})
