import { expect, type Locator, type Page } from '@playwright/test'
import type { Stage } from '../../../src/contract/lead-status.ts'

export const column = (page: Page, stage: Stage): Locator => page.locator(`[data-stage="${stage}"]`)

export const cardOf = (page: Page, nome: string): Locator => page.locator('[data-card]').filter({ hasText: nome })

/** Drags a card with the mouse onto a column. */
export const dragTo = async (page: Page, nome: string, stage: Stage): Promise<void> => {
  const card = cardOf(page, nome)
  // On a busy machine the first press may come before the board listens.
  await expect(() => pickUp(page, card)).toPass()
  await carryTo(page, stage)
  await page.mouse.up()
}

const pickUp = async (page: Page, card: Locator): Promise<void> => {
  await card.hover({ position: { x: 60, y: 60 } })
  const box = await card.boundingBox()
  if (!box) throw new Error('the card is not on the screen')
  await page.mouse.down()
  await page.mouse.move(box.x + 75, box.y + 68, { steps: 4 })
  try {
    await expect(card).toHaveAttribute('data-lifted', '', { timeout: 2000 })
  } catch (error) {
    await page.mouse.up()
    throw error
  }
}

const edgePx = 24
const maxSteps = 400

/** Moves the held card over a column; one that is out of sight comes near while the pointer rests at the board's edge. */
const carryTo = async (page: Page, stage: Stage): Promise<void> => {
  const board = await page.locator('[data-board]').boundingBox()
  if (!board) throw new Error('no board')
  for (let step = 0; step < maxSteps; step++) {
    const target = await column(page, stage).boundingBox()
    const middle = target ? target.x + target.width / 2 : 0
    const y = board.y + Math.min(board.height, 600) / 2
    if (middle > board.x + edgePx && middle < board.x + board.width - edgePx) {
      await page.mouse.move(middle, y, { steps: 5 })
      await page.mouse.move(middle + 2, y + 2)
      return
    }
    const edge = middle > board.x ? board.x + board.width - edgePx : board.x + edgePx
    await page.mouse.move(edge, y + (step % 2))
    await page.waitForTimeout(16)
  }
  throw new Error(`the board never scrolled to ${stage}`)
}
