import type { CDPSession, Page } from '@playwright/test'

const frameMs = 16

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not on the screen`)
  return box
}

/** Picks up the first card of the board and carries it over the columns for 90 steps. Returns where it was. */
const carryCard = async (page: Page) => {
  const from = await boxOf(page, '[data-stage="novo-lead"] [data-card]')
  await page.mouse.move(from.x + 60, from.y + 60)
  await page.mouse.down()
  await page.mouse.move(from.x + 80, from.y + 70, { steps: 4 })
  for (let step = 0; step <= 90; step++) {
    await page.mouse.move(from.x + 80 + step * 10, from.y + 100 + Math.sin(step / 8) * 60)
    await page.waitForTimeout(frameMs)
  }
  return from
}

/** Drops the card in its own column, which changes nothing. */
export const drag = async (page: Page): Promise<void> => {
  const from = await carryCard(page)
  await page.mouse.move(from.x + 60, from.y + 200, { steps: 10 })
  await page.mouse.up()
}

/** Drops the card on another column, and stays until the server has the move and the board shows it. */
export const dragToColumn = async (page: Page): Promise<void> => {
  const target = await boxOf(page, '[data-stage="qualificando"]')
  const count = page.locator('[data-stage="qualificando"] h2 span:last-child')
  const before = await count.textContent()
  await carryCard(page)
  const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
  await page.mouse.move(target.x + 150, target.y + 250, { steps: 10 })
  await page.mouse.up()
  await saved
  if ((await count.textContent()) === before) throw new Error('the drop moved no card')
  await page.waitForTimeout(300)
}

export const scrollColumn = async (page: Page): Promise<void> => {
  const column = await boxOf(page, '[data-stage="qualificando"] [data-list]')
  await page.mouse.move(column.x + 100, column.y + 200)
  for (let step = 0; step < 90; step++) {
    await page.mouse.wheel(0, step < 45 ? 120 : -120)
    await page.waitForTimeout(frameMs)
  }
}

/** Scrolls a column down and up for a second each, by a wheel that turns at `speed` px/s. */
export const scrollAt =
  (speed: number) =>
  async (page: Page, session: CDPSession): Promise<void> => {
    const column = await boxOf(page, '[data-stage="qualificando"] [data-list]')
    const at = { x: column.x + 100, y: column.y + 200, speed, gestureSourceType: 'mouse' as const }
    await session.send('Input.synthesizeScrollGesture', { ...at, yDistance: -speed })
    await session.send('Input.synthesizeScrollGesture', { ...at, yDistance: speed })
  }

export const pan = async (page: Page): Promise<void> => {
  const header = await boxOf(page, '[data-stage="contato-estabelecido"] header')
  await page.mouse.move(header.x + 200, header.y + 10)
  await page.mouse.down()
  for (let step = 0; step < 90; step++) {
    await page.mouse.move(header.x + 200 - Math.sin(step / 14) * 400, header.y + 10)
    await page.waitForTimeout(frameMs)
  }
  await page.mouse.up()
}
