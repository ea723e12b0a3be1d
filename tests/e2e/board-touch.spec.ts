import type { Locator } from '@playwright/test'
import { addLead, signUpViaApi } from './support/accounts.ts'
import { column, dragTo, openBoard, recordMoveRequests, waitForSavedMoves } from './support/board.ts'
import { expect, test } from './support/test.ts'
import { createTouch } from './support/touch.ts'

/** Returns the scroll position after the momentum of the last swipe has ended. */
const settledScrollTop = (list: Locator): Promise<number> =>
  list.evaluate(async element => {
    let last = -1
    for (let stillFrames = 0; stillFrames < 5; stillFrames = element.scrollTop === last ? stillFrames + 1 : 0) {
      last = element.scrollTop
      await new Promise(requestAnimationFrame)
    }
    return last
  })

test('a long press picks up a card, and one gesture moves it from the first column to the last @phone-only', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  const saved = waitForSavedMoves(page)
  await dragTo(page, 'Maria Aparecida', 'nurturing')
  await expect(column(page, 'nurturing').getByText('Maria Aparecida')).toBeVisible()
  await saved
  await page.reload()
  await expect(column(page, 'nurturing').getByText('Maria Aparecida')).toBeAttached()
})

test('a swipe that starts on a card scrolls the column, 20 out of 20 times @phone-only', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  for (let index = 0; index < 40; index++) await addLead(page, token, { nome: `Lead ${index}` })
  await openBoard(page)
  const list = column(page, 'novo-lead').locator('[data-list]')
  const touch = await createTouch(page)
  const moves = recordMoveRequests(page)
  for (let round = 0; round < 20; round++) {
    const before = await settledScrollTop(list)
    const step = round % 2 === 0 ? -18 : 18
    // Send all events at once: on a slow machine, a round trip per event would look like a resting finger.
    const down = touch.down(150, 450)
    const path = Array.from({ length: 10 }, (_, index) => touch.move(150, 450 + step * (index + 1)))
    await Promise.all([down, ...path])
    await touch.up()
    await expect
      .poll(async () => Math.abs((await list.evaluate(element => element.scrollTop)) - before), `swipe ${round + 1}`)
      .toBeGreaterThan(60)
  }
  expect(moves).toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a tap opens the lead @phone-only', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  await page.locator('[data-card]').tap()
  await expect(page.getByRole('dialog', { name: 'Maria Aparecida' })).toBeVisible()
})
