import type { Locator, Page } from '@playwright/test'
import { cardOf, column } from './support/board.ts'
import { addLead, signedUp } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Whether one can see where the focus is: a ring on the element, or on the card or row that it stands for. */
const hasRing = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return false
    const isRing = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration): boolean =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)
    const card = focused.closest('[data-card]')
    return (
      isRing(getComputedStyle(focused)) ||
      isRing(getComputedStyle(focused, '::after')) ||
      (card !== null && isRing(getComputedStyle(card)))
    )
  })

const expectFocus = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeFocused()
  expect(await hasRing(page), 'a visible focus').toBe(true)
}

const mostStops = 40

/** Goes on with Tab as far as the target; every stop on the way can be seen. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab')
    expect(await hasRing(page), `a visible focus at stop ${stop + 1}`).toBe(true)
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`Tab never reached ${target}`)
}

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

const said = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.locator('p[role=status]', { hasText: text })).toBeAttached()

const leads = [
  { nome: 'Ana Beatriz', status: 'qualificando' },
  { nome: 'Bruno Sá', status: 'novo-lead' },
  { nome: 'Carla Nóbrega', status: 'novo-lead' },
] as const

const withLeads = async (page: Page, path: string): Promise<void> => {
  const { token } = await signedUp(page)
  for (const lead of leads) await addLead(page, token, lead)
  await page.goto(path)
  await expect(page.locator('[data-card], [data-row]').first()).toBeVisible()
}

const nameOf = (page: Page, nome: string): Locator => page.getByRole('button', { name: nome, exact: true })

test('from the skip link through the sign-in to the board', async ({ page }) => {
  const { email, password } = await signedUp(page)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Pular para o conteúdo' }))
  await press(page, 'Enter')
  await expect(page.locator('main')).toBeFocused()
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Senha', { exact: true }))
  await page.keyboard.type(password)
  await tabTo(page, page.getByRole('button', { name: 'Mostrar senha' }))
  await press(page, 'Space')
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'text')
  await tabTo(page, page.getByRole('button', { name: 'Entrar' }))
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Cadastrar o primeiro lead' }))

  await page.reload()
  await expect(page.getByText('Seu funil começa aqui')).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Kanban' }))
  await press(page, 'Enter')
  await expect(page).toHaveURL(/aba=kanban/)
  await expect(page.getByRole('link', { name: 'Kanban' })).toHaveAttribute('aria-current', 'page')
})

test('the board is one stop; arrows walk its cards', async ({ page }) => {
  await withLeads(page, '/dashboard?aba=kanban')
  await page.getByRole('searchbox').focus()
  await tabTo(page, nameOf(page, 'Carla Nóbrega'))
  await press(page, 'ArrowDown')
  await expectFocus(page, nameOf(page, 'Bruno Sá'))
  await press(page, 'Home')
  await expectFocus(page, nameOf(page, 'Carla Nóbrega'))
  await press(page, 'ArrowRight')
  await expectFocus(page, nameOf(page, 'Ana Beatriz'))
  await press(page, 'ArrowLeft', 'End')
  await expectFocus(page, nameOf(page, 'Bruno Sá'))
  await tabTo(page, page.getByRole('button', { name: 'Ações de Bruno Sá' }))
  await press(page, 'Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-board]'))).toBeNull()
  await press(page, 'Shift+Tab', 'Shift+Tab')
  await expectFocus(page, nameOf(page, 'Bruno Sá'))
})

// Still to be mended (issue 7): where the focus goes when the part that had it disappears.
test.fixme('a card moves by its menu and by keys; each move is said, and the focus stays with the card', async ({
  page,
  allow,
}) => {
  await withLeads(page, '/dashboard?aba=kanban')
  await nameOf(page, 'Carla Nóbrega').focus()
  await press(page, 'm')
  await expect(page.getByRole('menu', { name: 'Ações de Carla Nóbrega' })).toBeVisible()
  await press(page, 'ArrowDown')
  expect(await hasRing(page), 'a visible focus in the menu').toBe(true)
  await press(page, 'Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expectFocus(page, page.getByRole('button', { name: 'Ações de Carla Nóbrega' }))

  await press(page, 'Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.type('Negocia')
  await expectFocus(page, page.getByRole('menuitemradio', { name: 'Negociação' }))
  await press(page, 'Enter')
  await said(page, 'Carla Nóbrega movido para Negociação.')
  await expect(column(page, 'negociacao').getByText('Carla Nóbrega')).toBeVisible()
  await expectFocus(page, nameOf(page, 'Carla Nóbrega'))
  await press(page, ']')
  await said(page, 'Carla Nóbrega movido para Ganho (Fechou).')
  await expect(column(page, 'ganho').getByText('Carla Nóbrega')).toBeVisible()
  await expectFocus(page, nameOf(page, 'Carla Nóbrega'))

  allow(/status of 403/)
  await page.route('**/api/leads/*', route =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Não pode.', requestId: 'teste' } }),
  )
  await press(page, ']')
  await expect(page.getByText('Erro ao atualizar lead!')).toBeVisible()
  await expect(column(page, 'ganho').getByText('Carla Nóbrega')).toBeVisible()
  await expectFocus(page, nameOf(page, 'Carla Nóbrega'))
})

test.fixme('when a card leaves the board, the focus goes to its neighbour', async ({ page }) => {
  await withLeads(page, '/dashboard?aba=kanban')
  await nameOf(page, 'Carla Nóbrega').focus()
  await press(page, 'm', 'End', 'Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectFocus(page, page.getByRole('button', { name: 'Cancelar' }))
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }))
  await press(page, 'Enter')
  await expect(cardOf(page, 'Carla Nóbrega')).toHaveCount(0)
  await expectFocus(page, nameOf(page, 'Bruno Sá'))
})

test.fixme('a dialog holds the focus, asks before it loses anything, and gives the focus back', async ({ page }) => {
  await withLeads(page, '/dashboard?aba=kanban')
  await nameOf(page, 'Bruno Sá').focus()
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Bruno Sá' })
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  for (let stop = 0; stop < mostStops; stop++) {
    await press(page, 'Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    expect(await hasRing(page), `a visible focus at stop ${stop + 1}`).toBe(true)
  }
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expectFocus(page, nameOf(page, 'Bruno Sá'))

  await page.getByRole('button', { name: 'Novo Lead' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Novo Lead' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Salvar' }))
  await press(page, 'Enter')
  await expectFocus(page, page.getByLabel('Nome'))
  await expect(page.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('Maria')
  await press(page, 'Escape')
  await expect(page.getByRole('alertdialog')).toContainText('Descartar as alterações?')
  await expectFocus(page, page.getByRole('button', { name: 'Continuar editando' }))
  await press(page, 'Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByLabel('Nome')).toHaveValue('Maria')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await press(page, 'Escape')
  await tabTo(page, page.getByRole('button', { name: 'Descartar' }))
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocus(page, page.getByRole('button', { name: 'Novo Lead' }))
})

test.fixme('filters, and the whole window', async ({ page }) => {
  await withLeads(page, '/dashboard?aba=kanban')
  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('carla')
  await said(page, 'Mostrando 1 de 3 leads')
  const advanced = page.getByRole('button', { name: 'Filtros Avançados' })
  await tabTo(page, advanced)
  await press(page, 'Enter')
  await expect(advanced).toHaveAttribute('aria-expanded', 'true')
  await tabTo(page, page.getByLabel('Prospecção de'))
  await page.getByRole('button', { name: 'Limpar Filtros' }).focus()
  await press(page, 'Enter')
  await expect(page).not.toHaveURL(/q=/)
  await expect(page.getByRole('search', { name: 'Filtros' })).toBeFocused()

  const full = page.getByRole('button', { name: 'Tela cheia' })
  await tabTo(page, full)
  await press(page, 'Enter')
  const layer = page.getByRole('dialog', { name: 'Kanban - Gestão de Leads' })
  await expectFocus(page, layer.getByRole('button', { name: 'Fechar' }))
  for (let stop = 0; stop < 20; stop++) {
    await press(page, 'Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[inert]'))).toBeNull()
  }
  await page.locator('[data-open][tabindex="0"]').focus()
  await press(page, 'm')
  await expect(page.getByRole('menu')).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(layer).toBeVisible()
  await press(page, 'Escape')
  await expect(layer).toHaveCount(0)
  await expectFocus(page, full)
})

test.fixme('the list: sorting, its rows and their menus, its pages', async ({ page }) => {
  const { token } = await signedUp(page)
  for (let index = 10; index <= 22; index++) await addLead(page, token, { nome: `Lead ${index}`, valorServico: index })
  await page.goto('/dashboard?aba=lista')
  await expect(page.locator('[data-row]')).toHaveCount(10)
  const heading = page.getByRole('columnheader', { name: 'Valor' })
  await page.getByRole('searchbox').focus()
  await tabTo(page, heading.getByRole('button'))
  await press(page, 'Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expectFocus(page, heading.getByRole('button'))
  await press(page, 'Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('rowheader').first()).toContainText('Lead 10')

  await tabTo(page, nameOf(page, 'Lead 10'))
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Lead 10' })).toBeVisible()
  await press(page, 'Escape')
  await expectFocus(page, nameOf(page, 'Lead 10'))
  const actions = page.getByRole('button', { name: 'Ações de Lead 10' })
  await tabTo(page, actions)
  await press(page, 'Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await press(page, 'Escape')
  await expectFocus(page, actions)

  await page.getByRole('button', { name: 'Ações de Lead 19' }).focus()
  await tabTo(page, page.getByRole('button', { name: 'Página 2' }))
  await press(page, 'Enter')
  await said(page, 'Página 2 de 2')
  await expect(page.getByRole('rowheader').first()).toContainText('Lead 20')
  await expectFocus(page, page.getByRole('button', { name: 'Página 2' }))
})

test('the header’s menu, the profile, its dialogs, and out', async ({ page }) => {
  await withLeads(page, '/dashboard')
  const appearance = page.getByRole('button', { name: 'Aparência' })
  await tabTo(page, appearance)
  await press(page, 'Enter')
  await expect(page.getByRole('menu', { name: 'Aparência' })).toBeVisible()
  await page.keyboard.type('Escuro')
  await expectFocus(page, page.getByRole('menuitemradio', { name: 'Escuro' }))
  await press(page, 'Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectFocus(page, appearance)

  await page.reload()
  await tabTo(page, page.getByRole('link', { name: 'Perfil' }))
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeFocused()
  const edit = page.getByRole('button', { name: 'Editar' })
  await tabTo(page, edit)
  await press(page, 'Enter')
  await expectFocus(page, page.getByLabel('Nome'))
  await tabTo(page, page.getByRole('button', { name: 'Cancelar' }))
  await press(page, 'Enter')
  await expectFocus(page, edit)
  const remove = page.getByRole('button', { name: 'Excluir minha conta' })
  await tabTo(page, remove)
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Excluir minha conta' })).toBeVisible()
  await press(page, 'Escape')
  await expectFocus(page, remove)

  await page.getByRole('button', { name: 'Sair' }).focus()
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
