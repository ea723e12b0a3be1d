import { signUpViaApi } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { openState } from './support/open-state.ts'
import { stateGroups } from './support/state-groups.ts'
import { test } from './support/test.ts'

test.describe('axe finds nothing', () => {
  test.slow()

  // On phones, `phone.spec.ts` opens the same states.
  for (const { title, states, signIn, allowedErrors } of stateGroups) {
    test(title, async ({ page, product, allow }) => {
      allow(...allowedErrors)
      await signIn(page, product)
      for (const state of states) {
        await openState(page, state)
        await expectNoAxeViolations(page, state.name)
      }
    })
  }

  test('on the dashboard of an empty account @phone', async ({ page }) => {
    await signUpViaApi(page)
    await page.goto('/dashboard')
    await page.getByText('Seu funil começa aqui').waitFor()
    await expectNoAxeViolations(page, 'empty account')
  })
})
