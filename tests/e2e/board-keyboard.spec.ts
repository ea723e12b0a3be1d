import { stages } from '../../src/contract/leads/lead-status.ts'
import { addLead, restoreLeads, signUpViaApi } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { cardOf, column } from './support/board.ts'
import {
  cardButton,
  expectAnnounced,
  expectFocus,
  expectFocusVisible,
  openWithLeads,
  pressKeys,
  tabTo,
} from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test('each column is a tab stop, and arrow keys move between cards', async ({ page }) => {
  await openWithLeads(page, '/dashboard?aba=kanban')
  await page.getByRole('searchbox').focus()
  await tabTo(page, cardButton(page, 'Carla Nóbrega'))
  await pressKeys(page, 'ArrowDown')
  await expectFocus(page, cardButton(page, 'Bruno Sá'))
  await pressKeys(page, 'Home')
  await expectFocus(page, cardButton(page, 'Carla Nóbrega'))
  await pressKeys(page, 'ArrowRight')
  await expectFocus(page, cardButton(page, 'Ana Beatriz'))
  await pressKeys(page, 'ArrowLeft', 'End')
  await expectFocus(page, cardButton(page, 'Bruno Sá'))
  await tabTo(page, page.getByRole('button', { name: 'Ações de Bruno Sá' }))
  await pressKeys(page, 'Tab')
  await expectFocus(page, cardButton(page, 'Ana Beatriz'))
  await pressKeys(page, 'Tab', 'Tab', 'Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-board]') ?? null)).toBeNull()
  await cardButton(page, 'Ana Beatriz').focus()
  await pressKeys(page, 'Shift+Tab')
  // The first card, because the focus left the column.
  await expectFocus(page, page.getByRole('button', { name: 'Ações de Carla Nóbrega' }))
  await cardButton(page, 'Bruno Sá').focus()
  await pressKeys(page, '?')
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect(help.getByText('Mover para a etapa anterior ou seguinte')).toBeVisible()
  await pressKeys(page, 'Escape')
  await expect(help).toHaveCount(0)
  await expectFocus(page, cardButton(page, 'Bruno Sá'))

  const isInView = (label: string) => expect(page.getByRole('heading', { name: label })).toBeInViewport()
  const next = page.getByRole('button', { name: 'Próximas etapas' })
  await next.focus()
  await pressKeys(page, 'Enter', 'Enter', 'Enter', 'Enter')
  await isInView('Nurturing / Reengajar')
  await pressKeys(page, 'Shift+Tab')
  await expectFocus(page, page.getByRole('button', { name: 'Etapas anteriores' }))
  await pressKeys(page, 'Enter', 'Enter', 'Enter', 'Enter')
  await isInView('Novo Lead')
})

test('keys go on with a card that was opened by mouse and closed', async ({ page }) => {
  await openWithLeads(page, '/dashboard?aba=kanban')
  await cardOf(page, 'Carla Nóbrega').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await pressKeys(page, 'Escape')
  await expectFocus(page, cardButton(page, 'Carla Nóbrega'))
  await pressKeys(page, ']')
  await expect(column(page, 'qualificando').getByText('Carla Nóbrega')).toBeVisible()
})

test('a card moves by menu and keyboard, each move is announced, and the focus is never lost', async ({
  page,
  allow,
}) => {
  let isRejected = false
  const rejection = { status: 403, json: { code: 'forbidden', message: 'Não pode.', requestId: 'teste' } }
  await page.route('**/api/leads/*', route => (isRejected ? route.fulfill(rejection) : route.fallback()))
  await openWithLeads(page, '/dashboard?aba=kanban')
  await cardButton(page, 'Carla Nóbrega').focus()
  await pressKeys(page, 'm')
  await expect(page.getByRole('menu', { name: 'Ações de Carla Nóbrega' })).toBeVisible()
  await pressKeys(page, 'ArrowDown')
  await expectFocusVisible(page, 'in the menu')
  await pressKeys(page, 'Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expectFocus(page, page.getByRole('button', { name: 'Ações de Carla Nóbrega' }))

  await pressKeys(page, 'Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.type('Negocia')
  await expectFocus(page, page.getByRole('menuitemradio', { name: 'Negociação' }))
  await pressKeys(page, 'Enter')
  await expectAnnounced(page, 'Carla Nóbrega agora está em Negociação.')
  await expect(column(page, 'negociacao').getByText('Carla Nóbrega')).toBeVisible()
  await expectFocus(page, cardButton(page, 'Bruno Sá'))
  await cardButton(page, 'Carla Nóbrega').focus()
  const saved = page.waitForResponse(response => response.request().postData()?.includes('"ganho"') === true)
  await pressKeys(page, ']')
  await expect(page.locator('[data-sonner-toast]')).toContainText('Carla Nóbrega agora está em Ganho (Fechou)')
  await expect(column(page, 'ganho').getByText('Carla Nóbrega')).toBeVisible()
  await expectFocus(page, cardButton(page, 'Carla Nóbrega'))

  await saved
  allow(/status of 403/)
  isRejected = true
  await pressKeys(page, ']')
  await expect(page.getByText('Erro ao atualizar lead!')).toBeVisible()
  await expect(column(page, 'ganho').getByText('Carla Nóbrega')).toBeVisible()
  await expectFocus(page, cardButton(page, 'Carla Nóbrega'))
})

test('a rejected move leaves the focus on its card when the answer comes before the card shows in its new column', async ({
  page,
  allow,
}) => {
  const rejection = { status: 403, json: { code: 'forbidden', message: 'Não pode.', requestId: 'teste' } }
  await page.route('**/api/leads/*', route =>
    route.request().method() === 'PATCH' ? route.fulfill(rejection) : route.fallback(),
  )
  allow(/status of 403/)
  await openWithLeads(page, '/dashboard?aba=kanban')
  await cardButton(page, 'Ana Beatriz').focus()
  // Only rows wait for a timer without a delay.
  await page.evaluate(() => {
    const original = window.setTimeout
    const slow = (callback: () => void, ms = 1000): number => original(callback, ms)
    Object.assign(window, { setTimeout: slow })
  })
  await pressKeys(page, ']')
  await expect(page.getByText('Erro ao atualizar lead!')).toBeVisible()
  await expectFocus(page, cardButton(page, 'Ana Beatriz'))
})

test('Tab and arrow keys reach every column of a full board, and axe finds no column out of reach', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Novo Lead 1' })
  const leads = stages.flatMap(status =>
    Array.from({ length: 12 }, (_, row) => ({ ...lead, _id: crypto.randomUUID(), nome: `${status} ${row}`, status })),
  )
  await restoreLeads(page, token, leads)
  await page.goto('/dashboard?aba=kanban')
  await expect(page.locator('[data-card]').first()).toBeVisible()
  await expectNoAxeViolations(page, 'full board')
  const focusedStage = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-stage]')?.dataset.stage)
  for (const key of ['Tab', 'ArrowRight'] as const) {
    await column(page, 'novo-lead').locator('[data-open][tabindex="0"]').focus()
    for (const stage of stages.slice(1)) {
      // The card's WhatsApp and menu buttons lie between.
      if (key === 'Tab') await pressKeys(page, 'Tab', 'Tab')
      await pressKeys(page, key)
      expect(await focusedStage()).toBe(stage)
      await expectFocusVisible(page, `in ${stage}`)
      await expect(page.locator(`[data-stage="${stage}"] h2`)).toBeInViewport()
    }
  }
})

test('focus moves to the next card when a card is deleted', async ({ page }) => {
  await openWithLeads(page, '/dashboard?aba=kanban')
  await cardButton(page, 'Carla Nóbrega').focus()
  await pressKeys(page, 'm')
  await expect(page.getByRole('menu')).toBeVisible()
  await pressKeys(page, 'End', 'Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectFocus(page, page.getByRole('button', { name: 'Cancelar' }))
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }))
  await pressKeys(page, 'Enter')
  await expect(cardOf(page, 'Carla Nóbrega')).toHaveCount(0)
  await expectFocus(page, cardButton(page, 'Bruno Sá'))
})
