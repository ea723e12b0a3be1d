import type { Page } from '@playwright/test'
import { signUpViaApi } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { openState } from './support/open-state.ts'
import { stateGroups } from './support/state-groups.ts'
import type { State } from './support/states.ts'
import { test } from './support/test.ts'

const expectNoViolations = async (page: Page, states: State[]): Promise<void> => {
  for (const state of states) {
    await openState(page, state)
    await expectNoAxeViolations(page, state.name)
  }
}

test.describe('axe finds nothing', { tag: '@phone' }, () => {
  test.slow()

  for (const { title, states, signIn, allowedErrors } of stateGroups) {
    test(title, async ({ page, product, allow }) => {
      allow(...allowedErrors)
      await signIn(page, product)
      await expectNoViolations(page, states)
    })
  }

  test('on the dashboard of an empty account', async ({ page }) => {
    await signUpViaApi(page)
    await page.goto('/dashboard')
    await page.getByText('Seu funil começa aqui').waitFor()
    await expectNoAxeViolations(page, 'empty account')
  })
})
