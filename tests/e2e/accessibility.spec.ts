import type { Page } from '@playwright/test'
import { expectNoFinding } from './support/axe.ts'
import { signedUp } from './support/people.ts'
import {
  accountStates,
  adminStates,
  goTo,
  leadStates,
  publicStates,
  type State,
  signInAsAdmin,
  signInWithLeads,
  troubleStates,
} from './support/states.ts'
import { test } from './support/test.ts'

const expectNoFindings = async (page: Page, states: State[]): Promise<void> => {
  for (const state of states) {
    await goTo(page, state)
    await expectNoFinding(page, state.name)
  }
}

test.describe('axe finds nothing', { tag: '@phone' }, () => {
  test.slow()

  test('on the screens that anybody sees', async ({ page, allow }) => {
    allow(/status of 401/)
    await expectNoFindings(page, publicStates)
  })

  test('on the tabs of the dashboard, their menus and dialogs', async ({ page, allow }) => {
    allow(/status of 404/)
    await signInWithLeads(page)
    await expectNoFindings(page, leadStates)
  })

  test('on the dashboard of an empty account', async ({ page }) => {
    await signedUp(page)
    await page.goto('/dashboard')
    await page.getByText('Seu funil começa aqui').waitFor()
    await expectNoFinding(page, 'empty account')
  })

  test('on what shows while one waits and when something fails', async ({ page, allow }) => {
    allow(/status of 400/, /net::ERR_FAILED/, /Failed to fetch dynamically imported module/)
    await signInWithLeads(page)
    await expectNoFindings(page, troubleStates)
  })

  test('on the screens of an account', async ({ page }) => {
    await signedUp(page)
    await expectNoFindings(page, accountStates)
  })

  test('on the screens of administrators', async ({ page, product }) => {
    await signInAsAdmin(page, product)
    await expectNoFindings(page, adminStates)
  })
})
