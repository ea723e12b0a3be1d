import type { Page } from '@playwright/test'
import { expectNoFinding } from './support/axe.ts'
import { signedUp } from './support/people.ts'
import { stateGroups } from './support/state-groups.ts'
import { goTo, type State } from './support/states.ts'
import { test } from './support/test.ts'

const expectNoFindings = async (page: Page, states: State[]): Promise<void> => {
  for (const state of states) {
    await goTo(page, state)
    await expectNoFinding(page, state.name)
  }
}

test.describe('axe finds nothing', { tag: '@phone' }, () => {
  test.slow()

  for (const { title, states, signIn, expected } of stateGroups) {
    test(title, async ({ page, product, allow }) => {
      allow(...expected)
      await signIn(page, product)
      await expectNoFindings(page, states)
    })
  }

  test('on the dashboard of an empty account', async ({ page }) => {
    await signedUp(page)
    await page.goto('/dashboard')
    await page.getByText('Seu funil começa aqui').waitFor()
    await expectNoFinding(page, 'empty account')
  })
})
