import type { Locator } from '@playwright/test'
import { addLead, signUpViaApi } from './support/accounts.ts'
import { column, dragTo, openBoard, recordMoveRequests } from './support/board.ts'
import { expect, test } from './support/test.ts'
import { createTouch } from './support/touch.ts'

/** Where the list stands once it no longer glides on from the last swipe. */
const settledScrollTop = async (list: Locator): Promise<number> => {
  let place = -1
  await expect(async () => {
    const before = place
    place = await list.evaluate(element => element.scrollTop)
    expect(place).toBe(before)
  }).toPass({ intervals: [150] })
  return place
}

test('5. holding a card picks it up, and one gesture carries it from the first column to the last @phone-only', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  await dragTo(page, 'Maria Aparecida', 'nurturing')
  await expect(column(page, 'nurturing').getByText('Maria Aparecida')).toBeVisible()
  await page.reload()
  await expect(column(page, 'nurturing').getByText('Maria Aparecida')).toBeAttached()
})

test('5. a swipe that begins on a card scrolls, twenty times out of twenty @phone-only', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  for (let index = 0; index < 40; index++) await addLead(page, token, { nome: `Lead ${index}` })
  await openBoard(page)
  const list = column(page, 'novo-lead').locator('[data-list]')
  const touch = await createTouch(page)
  const moves = recordMoveRequests(page)
  for (let round = 0; round < 20; round++) {
    const before = await settledScrollTop(list)
    const step = round % 2 === 0 ? -18 : 18
    // Not one by one: on a slow machine each answer takes so long that the finger would seem to rest.
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

test('4. a tap opens the lead @phone-only', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  await page.locator('[data-card]').tap()
  await expect(page.getByRole('dialog', { name: 'Maria Aparecida' })).toBeVisible()
})
