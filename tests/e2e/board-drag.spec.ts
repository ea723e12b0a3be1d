import type { Locator, Page } from '@playwright/test'
import { type Stage, stages } from '../../src/contract/leads/lead-status.ts'
import { addLead, fetchLead, signUpViaApi } from './support/accounts.ts'
import { cardOf, column, dragTo, holdCard, holdOverTarget, openBoard, recordMoveRequests } from './support/board.ts'
import { boxOf, centerOf } from './support/boxes.ts'
import { waitTwoFrames } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { createTouch } from './support/touch.ts'

const rejectMoves = (page: Page) =>
  page.route('**/api/leads/*', route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Não pode.', requestId: 'teste' } })
      : route.continue(),
  )

const closingTarget = (page: Page, stage: Stage): Locator => page.locator(`[data-target="${stage}"]`)

test('toasts lie outside the board and let a dragged card through @phone', async ({ page, allow }) => {
  allow(/status of 403/)
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await addLead(page, token, { nome: 'João Pedro' })
  await rejectMoves(page)
  await openBoard(page)
  await dragTo(page, 'Maria Aparecida', 'qualificando')
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Erro ao atualizar lead!')
  // The toast slides in.
  const board = await boxOf(page.locator('[data-board]'))
  await expect.poll(async () => (await boxOf(toast)).y + (await boxOf(toast)).height).toBeLessThanOrEqual(board.y)

  const hold = await holdCard(page, cardOf(page, 'João Pedro'))
  const { x, y } = await centerOf(toast)
  const isHit = () =>
    page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('li') !== null, [x, y] as const)
  expect(await isHit()).toBe(false)
  await hold.release()
  await expect.poll(isHit).toBe(true)
})

test('after a move by menu the board stays and the next card has the focus; [ and ] follow the card @phone', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  for (const nome of ['Carla Nóbrega', 'Bruno Sá', 'Ana Beatriz']) await addLead(page, token, { nome })
  await openBoard(page)
  const board = page.locator('[data-board]')
  const scrollLeft = () => board.evaluate(element => element.scrollLeft)
  const moveByMenu = async (nome: string, stage: string) => {
    await page.getByRole('button', { name: `Ações de ${nome}` }).click()
    await page.getByRole('menuitemradio', { name: stage }).click()
  }
  await moveByMenu('Bruno Sá', 'Nurturing / Reengajar')
  await expect(column(page, 'nurturing').getByText('Bruno Sá')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Carla Nóbrega', exact: true })).toBeFocused()
  await moveByMenu('Carla Nóbrega', 'Perdido')
  await expect(column(page, 'perdido').getByText('Carla Nóbrega')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Ana Beatriz', exact: true })).toBeFocused()
  expect(await scrollLeft()).toBe(0)
  for (const stage of ['qualificando', 'contato-estabelecido', 'proposta-enviada', 'negociacao', 'ganho'] as const) {
    await page.keyboard.press(']')
    await expect(column(page, stage).getByRole('button', { name: 'Ana Beatriz', exact: true })).toBeFocused()
  }
  await expect(cardOf(page, 'Ana Beatriz')).toBeInViewport()
  await moveByMenu('Ana Beatriz', 'Novo Lead')
  await expect(column(page, 'novo-lead').getByText('Ana Beatriz')).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Ganho (Fechou)' })).toBeFocused()
  await expect(column(page, 'ganho')).toBeInViewport()
})

test('while a card is dragged, a strip at the bottom takes Ganho, Perdido and Nurturing @phone', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  const stored = async () => (await fetchLead(page, token, lead._id)).status
  for (const stage of ['ganho', 'perdido', 'nurturing'] as const) {
    await expect(closingTarget(page, stage)).toHaveCount(0)
    const shown = cardOf(page, 'Maria Aparecida')
    await shown.scrollIntoViewIfNeeded()
    const hold = await holdCard(page, shown)
    const target = closingTarget(page, stage)
    await expect(target).toContainText(/Ganho \(Fechou\)|Perdido|Nurturing \/ Reengajar/)
    await holdOverTarget(page, hold, target)
    await hold.release()
    await expect(column(page, stage).getByText('Maria Aparecida')).toBeAttached()
    await expect.poll(stored).toBe(stage)
    if (stage === 'perdido') await page.getByRole('button', { name: 'Agora não' }).click()
  }
})

test('a card picked up at the bottom of the window is not closed by letting it go @phone', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  for (let index = 0; index < 12; index++) await addLead(page, token, { nome: `Lead ${index}` })
  await openBoard(page)
  const moves = recordMoveRequests(page)
  const id = await column(page, 'novo-lead').evaluate(element => {
    const cards = [...element.querySelectorAll<HTMLElement>('[data-card]')]
    const bottom = Math.min(innerHeight, element.getBoundingClientRect().bottom) - 20
    const distance = (card: HTMLElement) => card.getBoundingClientRect().bottom - bottom
    const lowest = cards.find(card => distance(card) >= 0)
    if (lowest) element.querySelector('[data-list]')?.scrollBy(0, distance(lowest))
    return lowest?.dataset.card
  })
  const card = page.locator(`[data-card="${id}"]`)
  // The list ignores the pointer while it scrolls.
  await waitTwoFrames(page)
  await expect.poll(() => card.evaluate(element => getComputedStyle(element).pointerEvents)).toBe('auto')
  const hold = await holdCard(page, card)
  await expect(closingTarget(page, 'ganho')).toBeVisible()
  await hold.release()
  await expect(closingTarget(page, 'ganho')).toHaveCount(0)
  await expect(card).not.toHaveAttribute('data-lifted')
  expect(moves).toEqual([])
})

/** Delays a chunk until `release` is called. */
const delayChunk = async (page: Page, name: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const requested = page.waitForRequest(`**/assets/${name}*`)
  await page.route(`**/assets/${name}*`, async route => {
    await released
    await route.continue().catch(() => {})
  })
  return { release, requested }
}

test.describe('the first drag works', () => {
  const pressCard = async (page: Page) => {
    const { x, y } = await centerOf(cardOf(page, 'Maria Aparecida'))
    await page.mouse.move(x, y)
    await page.mouse.down()
    return { x, y }
  }
  const dropOnQualificando = async (page: Page, from: { x: number; y: number }) => {
    await page.mouse.move(from.x + 15, from.y + 8, { steps: 4 })
    const to = await centerOf(column(page, 'qualificando'))
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await page.mouse.up()
    await expect(column(page, 'qualificando').getByText('Maria Aparecida')).toBeVisible()
  }

  test('before its code has loaded', async ({ page }) => {
    const { token } = await signUpViaApi(page)
    await addLead(page, token, { nome: 'Maria Aparecida' })
    const chunk = await delayChunk(page, 'board-drag')
    await openBoard(page)
    await dropOnQualificando(page, await pressCard(page))
    chunk.release()
    await expect(page.locator('[data-stage][data-drop-target-for-element]')).toHaveCount(8)
    await dragTo(page, 'Maria Aparecida', 'negociacao')
    await expect(column(page, 'negociacao').getByText('Maria Aparecida')).toBeVisible()
  })

  test('when its code loads after the press', async ({ page }) => {
    const { token } = await signUpViaApi(page)
    await addLead(page, token, { nome: 'Maria Aparecida' })
    const chunk = await delayChunk(page, 'board-drag')
    await openBoard(page)
    const from = await pressCard(page)
    chunk.release()
    await expect(page.locator('[data-stage][data-drop-target-for-element]')).toHaveCount(8)
    await dropOnQualificando(page, from)
  })

  test('when its code fails to load', async ({ page, allow }) => {
    allow(/Failed to fetch dynamically imported module/, /net::ERR_FAILED/)
    const { token } = await signUpViaApi(page)
    await addLead(page, token, { nome: 'Maria Aparecida' })
    await page.route('**/assets/board-drag*', route => route.abort())
    await openBoard(page)
    await dropOnQualificando(page, await pressCard(page))
  })

  test('when the pointer leaves the card at once', async ({ page }) => {
    const { token } = await signUpViaApi(page)
    await addLead(page, token, { nome: 'João Pedro' })
    await addLead(page, token, { nome: 'Maria Aparecida' })
    await openBoard(page)
    await expect(page.locator('[data-stage][data-drop-target-for-element]')).toHaveCount(8)
    const { x, y } = await pressCard(page)
    // The card below.
    await page.mouse.move(x, y + 100)
    await dropOnQualificando(page, { x, y: y + 100 })
  })

  test('when its code loads below a resting finger @phone-only', async ({ page }) => {
    const { token } = await signUpViaApi(page)
    await addLead(page, token, { nome: 'Maria Aparecida' })
    const chunk = await delayChunk(page, 'touch-drag')
    await openBoard(page)
    const card = cardOf(page, 'Maria Aparecida')
    const { x, y } = await centerOf(card)
    const finger = await createTouch(page)
    await finger.down(x, y)
    chunk.release()
    await expect(card).toHaveAttribute('data-lifted', '')
    await finger.move(x + 10, y + 20)
    const target = await centerOf(closingTarget(page, 'perdido'))
    await finger.move(target.x, target.y)
    await expect(closingTarget(page, 'perdido')).toHaveAttribute('data-over', '')
    await finger.up()
    await expect(column(page, 'perdido').getByText('Maria Aparecida')).toBeAttached()
  })
})

test('Esc closes the full screen wherever the focus is', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  await page.getByRole('button', { name: 'Tela cheia' }).click()
  const fullScreen = page.getByRole('dialog', { name: 'Kanban - Gestão de Leads' })
  await expect(fullScreen.getByRole('button', { name: 'Fechar' })).toBeFocused()
  // As after a click on an empty part of the screen.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await expect(fullScreen).toHaveCount(0)
})

test('each move has one message: a toast where it offers an undo, an announcement otherwise @phone', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await openBoard(page)
  const toast = page.locator('[data-sonner-toast]')
  const announcement = page.locator('p[role=status][aria-live]')
  const card = page.getByRole('button', { name: 'Maria Aparecida', exact: true })
  await card.press(']')
  await expect(announcement).toHaveText('Maria Aparecida agora está em Qualificando.')
  await expect(toast).toHaveCount(0)
  for (const stage of stages.slice(2, 6)) {
    await card.press(']')
    // The card mounts again in each column, and takes no key before.
    await expect(column(page, stage).getByRole('button', { name: 'Maria Aparecida', exact: true })).toBeFocused()
  }
  await expect(toast).toContainText('Maria Aparecida agora está em Ganho (Fechou)')
  await expect(announcement).not.toContainText('Ganho')
})
