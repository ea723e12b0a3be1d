import type { Page } from '@playwright/test'
import { adminLeadsPageSize } from '../../src/contract/admin.ts'
import type { Stage } from '../../src/contract/leads/lead-status.ts'
import { addLead, signUpViaApi } from './support/accounts.ts'
import { runAdminCli } from './support/admin.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { column } from './support/board.ts'
import { doubleTextSize, expectFitsScreen } from './support/fits-screen.ts'
import { openState } from './support/open-state.ts'
import { stateGroups } from './support/state-groups.ts'
import { leadStates, type State, signInWithLeads } from './support/states.ts'
import { expect, test } from './support/test.ts'

/** Returns the controls smaller than 44 px as "name: width × height". */
const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const minSize = 44
    const pressable = 'a[href], button, input, select, textarea, summary, [role^=menuitem], [role=tab], [role=option]'
    // The whole card or row is the target of its name, and a label is the target of its radio or checkbox.
    const targetOf = (element: Element): Element =>
      (element.matches('[data-open]') && element.closest('[data-card]')) ||
      (element.matches('[data-row] button:first-child') && element.closest('[data-row]')) ||
      (element.matches('[type=radio], [type=checkbox]') && element.closest('label')) ||
      element
    // Links within a sentence are exempt.
    const isInSentence = (element: Element): boolean =>
      element.matches('a') &&
      getComputedStyle(element).display.startsWith('inline') &&
      (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0)
    const isThere = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]') &&
      element.getBoundingClientRect().width > 1
    const rest = (element: Element): string => {
      const { width, height } = targetOf(element).getBoundingClientRect()
      if (Math.round(width) >= minSize && Math.round(height) >= minSize) return ''
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      return `${element.tagName.toLowerCase()} ${name}: ${Math.round(width)} × ${Math.round(height)}`
    }
    const all = [...document.querySelectorAll(pressable)].filter(element => isThere(element) && !isInSentence(element))
    return [...new Set(all.map(rest).filter(text => text !== ''))]
  })

/** Returns the fields with text below 16 px. Phones zoom the page when they get the focus. */
const findZoomingFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=radio], [type=checkbox]), select, textarea')]
      .filter(field => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map(field => `${field.tagName.toLowerCase()} ${field.getAttribute('aria-label') ?? field.id}`),
  )

const expectStatesFitPhones = async (page: Page, states: State[]): Promise<void> => {
  for (const state of states) {
    await page.setViewportSize({ width: 360, height: 740 })
    await openState(page, state)
    expect.soft(await findSmallTargets(page), `${state.name}: too small for a finger`).toEqual([])
    expect.soft(await findZoomingFields(page), `${state.name}: fields that zoom`).toEqual([])
    await expectNoAxeViolations(page, state.name)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFitsScreen(page, `${state.name} at 320`)
    await doubleTextSize(page)
    await expectFitsScreen(page, `${state.name} at 320 with text of twice the size`)
  }
}

test.describe('axe finds nothing, targets have at least 44 px and everything fits 320 px and 200 % text', {
  tag: '@phone-only',
}, () => {
  test.slow()

  for (const { title, states, signIn, allowedErrors } of stateGroups) {
    test(title, async ({ page, product, allow }) => {
      allow(...allowedErrors)
      await signIn(page, product)
      await expectStatesFitPhones(page, states)
    })
  }
})

test('long words do not overflow the screen @phone-only', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  const nome = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft'
  await addLead(page, token, { nome, negocio: nome, telefone: 'x'.repeat(30), email: `${'x'.repeat(60)}@exemplo.com` })
  for (const state of leadStates) {
    if (!['list', 'lead', 'menu of a card', 'question before deleting'].includes(state.name)) continue
    await openState(page, state)
    await expectFitsScreen(page, state.name)
    await doubleTextSize(page)
    await expectFitsScreen(page, `${state.name} with text of twice the size`)
  }
})

test('the pagination wraps when the text is larger @phone-only', async ({ page, product }) => {
  const { token, email } = await signUpViaApi(page)
  const nome = 'Maria Aparecida da Conceição'
  for (let count = 0; count <= adminLeadsPageSize; count++) await addLead(page, token, { nome })
  expect(runAdminCli(product, email).status).toBe(0)
  for (const path of ['/dashboard?aba=lista', '/admin/leads']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Próxima' }).waitFor()
    await doubleTextSize(page)
    await expectFitsScreen(page, path)
  }
})

test('the board shows one column at a time, and its stage strip scrolls to any stage @phone-only', async ({ page }) => {
  await signInWithLeads(page)
  await page.addInitScript(() => localStorage.setItem('primeiros-passos', 'done'))
  await page.goto('/dashboard?aba=kanban')
  const inView = async (stage: Stage): Promise<void> => {
    const box = await column(page, stage).boundingBox()
    expect(box?.x).toBeLessThan(60)
    expect(box?.width).toBeGreaterThan(280)
  }
  const card = page.locator('[data-card]').first()
  await expect(card).toBeVisible()
  // The filters do not push the board down.
  expect((await card.boundingBox())?.y).toBeLessThan(220)
  await inView('novo-lead')
  const strip = page.getByRole('navigation', { name: 'Etapas' })
  await expect(strip.getByRole('button')).toHaveCount(8)
  const first = strip.getByRole('button', { name: 'Novo Lead 1' })
  await expect(first).toHaveAttribute('aria-current', 'true')

  const won = strip.getByRole('button', { name: 'Ganho (Fechou) 1' })
  await won.tap()
  await expect(won).toHaveAttribute('aria-current', 'true')
  await expect(first).not.toHaveAttribute('aria-current')
  await expect(() => inView('ganho')).toPass()
  await expect(column(page, 'ganho').getByText('Maria Aparecida ganho')).toBeInViewport()

  await page.locator('[data-board]').evaluate(board => board.scrollTo(board.scrollWidth, 0))
  await expect(strip.getByRole('button', { name: 'Nurturing / Reengajar 0' })).toHaveAttribute('aria-current', 'true')
})
