import type { Locator, Page } from '@playwright/test'
import { stages } from '../../src/contract/lead-status.ts'
import { addLead, restoreLeads, signUpViaApi } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { cardOf, column } from './support/board.ts'
import {
  expectFocus,
  expectFocusVisible,
  expectFocusWithin,
  expectTabStaysWithin,
  maxTabStops,
  pressKeys,
  tabTo,
  waitTwoFrames,
} from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

const expectAnnounced = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.locator('p[role=status]', { hasText: text })).toBeAttached()

const leads = [
  { nome: 'Ana Beatriz', status: 'qualificando' },
  { nome: 'Bruno Sá', status: 'novo-lead' },
  { nome: 'Carla Nóbrega', status: 'novo-lead' },
] as const

const openWithLeads = async (page: Page, path: string): Promise<void> => {
  const { token } = await signUpViaApi(page)
  for (const lead of leads) await addLead(page, token, lead)
  await page.goto(path)
  await expect(page.locator('[data-card], [data-row]').first()).toBeVisible()
}

const cardButton = (page: Page, nome: string): Locator => page.getByRole('button', { name: nome, exact: true })

test('the keyboard leads from the skip link through the login to the board', async ({ page }) => {
  const { email, password } = await signUpViaApi(page)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Pular para o conteúdo' }))
  await pressKeys(page, 'Enter')
  await expect(page.locator('main')).toBeFocused()
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Senha', { exact: true }))
  await page.keyboard.type(password)
  await tabTo(page, page.getByRole('button', { name: 'Mostrar senha' }))
  await pressKeys(page, 'Space')
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'text')
  await tabTo(page, page.getByRole('button', { name: 'Entrar' }))
  await pressKeys(page, 'Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Cadastrar o primeiro lead' }))

  await page.reload()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Kanban' }))
  await pressKeys(page, 'Enter')
  await expect(page).toHaveURL(/aba=kanban/)
  await expect(page.getByRole('link', { name: 'Kanban' })).toHaveAttribute('aria-current', 'page')
})

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
  await pressKeys(page, 'Tab', 'Tab')
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

test('Tab and arrow keys reach every column of a full board, and axe finds no column out of reach', async ({ page }) => {
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
      // The menu button of the card lies between.
      if (key === 'Tab') await pressKeys(page, 'Tab')
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

test('a dialog traps the focus, confirms before discarding input, and restores the focus', async ({ page }) => {
  await openWithLeads(page, '/dashboard?aba=kanban')
  await cardButton(page, 'Bruno Sá').focus()
  await pressKeys(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Bruno Sá' })
  await expect(dialog).toBeVisible()
  await expectFocusWithin(dialog)
  for (let stop = 0; stop < maxTabStops; stop++) {
    await pressKeys(page, 'Tab')
    await expectFocusWithin(dialog)
    await expectFocusVisible(page, `at stop ${stop + 1}`)
  }
  await pressKeys(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expectFocus(page, cardButton(page, 'Bruno Sá'))

  await page.getByRole('button', { name: 'Novo Lead' }).focus()
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Novo Lead' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Salvar' }))
  await pressKeys(page, 'Enter')
  await expectFocus(page, page.getByLabel('Nome', { exact: true }))
  await expect(page.getByLabel('Nome', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await waitTwoFrames(page)
  await page.keyboard.type('Maria')
  await pressKeys(page, 'Escape')
  await expect(page.getByRole('alertdialog')).toContainText('Descartar as alterações?')
  await expectFocus(page, page.getByRole('button', { name: 'Continuar editando' }))
  await waitTwoFrames(page)
  await pressKeys(page, 'Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Maria')
  await expectFocusWithin(page.getByRole('dialog'))
  await pressKeys(page, 'Escape')
  await tabTo(page, page.getByRole('button', { name: 'Descartar' }))
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocus(page, page.getByRole('button', { name: 'Novo Lead' }))
})

test('filters and full screen work by keyboard', async ({ page }) => {
  await openWithLeads(page, '/dashboard?aba=kanban')
  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('carla')
  await expectAnnounced(page, 'Mostrando 1 de 3 leads')
  const advanced = page.getByRole('button', { name: 'Filtros Avançados' })
  await tabTo(page, advanced)
  await pressKeys(page, 'Enter')
  await expect(advanced).toHaveAttribute('aria-expanded', 'true')
  await tabTo(page, page.getByLabel('Prospecção de'))
  await page.getByRole('button', { name: 'Limpar Filtros' }).focus()
  await pressKeys(page, 'Enter')
  await expect(page).not.toHaveURL(/q=/)
  await expect(page.getByRole('search', { name: 'Filtros' })).toBeFocused()

  const fullScreenButton = page.getByRole('button', { name: 'Tela cheia' })
  await tabTo(page, fullScreenButton)
  await pressKeys(page, 'Enter')
  const overlay = page.getByRole('dialog', { name: 'Kanban - Gestão de Leads' })
  await expectFocus(page, overlay.getByRole('button', { name: 'Fechar' }))
  await expectTabStaysWithin(page, overlay)
  await page.locator('[data-open][tabindex="0"]').focus()
  await pressKeys(page, 'm')
  await expect(page.getByRole('menu')).toBeVisible()
  await pressKeys(page, 'Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(overlay).toBeVisible()
  await pressKeys(page, 'Escape')
  await expect(overlay).toHaveCount(0)
  await expectFocus(page, fullScreenButton)
})

test('sorting, rows, menus and pagination of the list work by keyboard', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  for (let index = 10; index <= 22; index++) await addLead(page, token, { nome: `Lead ${index}`, valorServico: index })
  await page.goto('/dashboard?aba=lista')
  await expect(page.locator('[data-row]')).toHaveCount(10)
  const heading = page.getByRole('columnheader', { name: 'Valor' })
  await page.getByRole('searchbox').focus()
  await tabTo(page, heading.getByRole('button'))
  await pressKeys(page, 'Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expectFocus(page, heading.getByRole('button'))
  await pressKeys(page, 'Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('rowheader').first()).toContainText('Lead 10')

  await tabTo(page, cardButton(page, 'Lead 10'))
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Lead 10' })).toBeVisible()
  await pressKeys(page, 'Escape')
  await expectFocus(page, cardButton(page, 'Lead 10'))
  const actions = page.getByRole('button', { name: 'Ações de Lead 10' })
  await tabTo(page, actions)
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await pressKeys(page, 'Escape')
  await expectFocus(page, actions)

  await page.getByRole('button', { name: 'Ações de Lead 19' }).focus()
  await tabTo(page, page.getByRole('button', { name: 'Página 2' }))
  await pressKeys(page, 'Enter')
  await expectAnnounced(page, 'Página 2 de 2')
  await expect(page.getByRole('rowheader').first()).toContainText('Lead 20')
  await expectFocus(page, page.getByRole('button', { name: 'Página 2' }))
})

test('the appearance menu, the profile, its dialogs and the logout work by keyboard', async ({ page }) => {
  await openWithLeads(page, '/dashboard')
  const appearance = page.getByRole('button', { name: 'Aparência' })
  await tabTo(page, appearance)
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('menu', { name: 'Aparência' })).toBeVisible()
  await page.keyboard.type('Escuro')
  await expectFocus(page, page.getByRole('menuitemradio', { name: 'Escuro' }))
  await pressKeys(page, 'Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectFocus(page, appearance)

  await page.reload()
  await expect(page.locator('[data-card]').first()).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Perfil' }))
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeFocused()
  const edit = page.getByRole('button', { name: 'Editar' })
  await tabTo(page, edit)
  await pressKeys(page, 'Enter')
  await expectFocus(page, page.getByLabel('Nome', { exact: true }))
  await tabTo(page, page.getByRole('button', { name: 'Cancelar' }))
  await pressKeys(page, 'Enter')
  await expectFocus(page, edit)
  const remove = page.getByRole('button', { name: 'Excluir minha conta' })
  await tabTo(page, remove)
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Excluir minha conta' })).toBeVisible()
  await pressKeys(page, 'Escape')
  await expectFocus(page, remove)

  await page.getByRole('button', { name: 'Sair' }).focus()
  await pressKeys(page, 'Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
