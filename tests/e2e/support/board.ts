import { expect, type Locator, type Page } from '@playwright/test'
import { type Stage, stages, statusLabels } from '../../../src/contract/leads/lead-status.ts'
import { boxOf, centerOf } from './boxes.ts'
import { createTouch, type Touch } from './touch.ts'

export const column = (page: Page, stage: Stage): Locator => page.locator(`[data-stage="${stage}"]`)

export const cardOf = (page: Page, nome: string): Locator => page.locator('[data-card]').filter({ hasText: nome })

export const openBoard = async (page: Page): Promise<void> => {
  await page.goto('/dashboard?aba=kanban')
  await expect(page.locator('[data-card]').first()).toBeVisible()
}

/** Expects the number of leads and their rounded sum in a column's header. */
export const expectColumnTotals = async (
  page: Page,
  stage: Stage,
  { count, sum }: { count: number; sum: string },
): Promise<void> => {
  const header = column(page, stage).locator('header')
  await expect(header.getByRole('heading')).toHaveText(`${statusLabels[stage]}: ${count}`)
  await expect(header.locator('[title^="R$"]')).toHaveText(sum)
}

/** Records the URLs of all later move requests. */
export const recordMoveRequests = (page: Page): string[] => {
  const moves: string[] = []
  page.on('request', request => {
    if (request.method() === 'PATCH') moves.push(request.url())
  })
  return moves
}

/**
 * Resolves when the server has saved `count` moves and the page knows it. A page that reloads earlier sends its unconfirmed
 * moves again, which the server answers with 412.
 */
export const waitForSavedMoves = async (page: Page, count = 1): Promise<void> => {
  let saved = 0
  await page.waitForResponse(response => {
    if (response.request().method() === 'PATCH' && response.ok()) saved += 1
    return saved === count
  })
  await expectMovesConfirmed(page)
}

/** Waits until the page has no unconfirmed moves. */
export const expectMovesConfirmed = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('movimentos:'))))
    .toEqual([])

/** Drags a card to a column with the mouse, or with a long press on touch screens. */
export const dragTo = async (page: Page, nome: string, stage: Stage): Promise<void> => {
  const card = cardOf(page, nome)
  if (await hasTouch(page)) return dragByTouch(page, card, stage)
  await pickUpCard(page, card)
  await dragOver(page, stage, (x, y) => page.mouse.move(x, y, { steps: 3 }))
  await page.mouse.up()
}

/** A card that the mouse or a finger holds. */
interface HeldCard {
  moveTo: (x: number, y: number) => Promise<void>
  release: () => Promise<void>
}

/** Picks a card up with the mouse, or with a long press on touch screens. */
export const holdCard = async (page: Page, card: Locator): Promise<HeldCard> => {
  if (!(await hasTouch(page))) {
    await pickUpCard(page, card)
    return { moveTo: (x, y) => page.mouse.move(x, y, { steps: 3 }), release: () => page.mouse.up() }
  }
  const finger = await pressCard(page, card)
  return { moveTo: finger.move, release: finger.up }
}

/** Holds a card over a target of the strip at the bottom, which takes drops once it has seen the card above it. */
export const holdOverTarget = async (page: Page, hold: HeldCard, target: Locator): Promise<void> => {
  const bottom = async () => {
    const { y, height } = await boxOf(target)
    return Math.floor(y + height)
  }
  // The strip slides in. Its place counts once all of it is on the screen.
  await expect.poll(bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  const { x, y } = await centerOf(target)
  await hold.moveTo(x, y - 100)
  // Chromium in a test reports a held card only when it moves.
  await expect(target).toHaveCSS('pointer-events', 'auto')
  await hold.moveTo(x, y)
  await expect(target).toHaveAttribute('data-over', '')
}

const hasTouch = (page: Page): Promise<boolean> => page.evaluate(() => matchMedia('(pointer: coarse)').matches)

const dragByTouch = async (page: Page, card: Locator, stage: Stage): Promise<void> => {
  const finger = await pressCard(page, card)
  await dragOver(page, stage, finger.move)
  await finger.up()
}

const pressCard = async (page: Page, card: Locator): Promise<Touch> => {
  await card.scrollIntoViewIfNeeded()
  const box = await boxOf(card)
  const finger = await createTouch(page)
  await finger.down(box.x + 60, box.y + 50)
  await expect(card).toHaveAttribute('data-lifted', '')
  await finger.move(box.x + 70, box.y + 70)
  return finger
}

const pickUpCard = async (page: Page, card: Locator): Promise<void> => {
  // The drag code loads after the cards. The library marks the columns as drop targets when it starts.
  await expect(page.locator('[data-stage][data-drop-target-for-element]')).toHaveCount(stages.length)
  await card.hover({ position: { x: 60, y: 60 } })
  const box = await boxOf(card)
  await page.mouse.down()
  await page.mouse.move(box.x + 75, box.y + 68, { steps: 4 })
  await expect(card).toHaveAttribute('data-lifted', '')
}

const edgeOffsetPx = 24
const marginPx = 40
const maxSteps = 400

/** Moves the dragged card over a column. Holds the pointer at the board's edge until the column has scrolled into view. */
const dragOver = async (page: Page, stage: Stage, moveTo: (x: number, y: number) => Promise<void>): Promise<void> => {
  const board = await boxOf(page.locator('[data-board]'))
  const [left, right] = [board.x + edgeOffsetPx, board.x + board.width - edgeOffsetPx]
  const y = board.y + Math.min(board.height, 600) / 2
  for (let step = 0; step < maxSteps; step++) {
    const target = await column(page, stage).boundingBox()
    const middle = target ? target.x + target.width / 2 : 0
    const isNear = middle > left + marginPx && middle < right - marginPx
    await moveTo(isNear ? middle : middle > left ? right : left, y + (step % 2))
    // The board may still be scrolling under the pointer.
    if (isNear && (await column(page, stage).boundingBox())?.x === target?.x) {
      await moveTo(middle + 2, y + 2)
      return
    }
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  throw new Error(`the board never scrolled to ${stage}`)
}
