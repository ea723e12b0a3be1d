import type { Page } from '@playwright/test'
import type { Stage } from '../../src/contract/leads/lead-status.ts'
import type { Lead } from '../../src/contract/leads/leads.ts'
import { addLead, restoreLeads, signUpViaApi } from './support/accounts.ts'
import { cardOf, column, openBoard } from './support/board.ts'
import { centerOf } from './support/boxes.ts'
import { cardButton } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { createTouch } from './support/touch.ts'

/** Opens the board of a new account with so many new leads of R$ 0,10. */
const openColumn = async (page: Page, count: number): Promise<void> => {
  const { token } = await signUpViaApi(page)
  const lead = await addLead(page, token, { nome: 'Lead 0', valorServico: 0.1 })
  const others = Array.from({ length: count - 1 }, (_, index) => ({
    ...lead,
    _id: crypto.randomUUID(),
    nome: `Lead ${index + 1}`,
  }))
  await restoreLeads(page, token, others)
  await openBoard(page)
}

test('a column of 10,001 leads shows the totals of all, renders few cards and scrolls to the last one @phone', async ({
  page,
}) => {
  await openColumn(page, 10_001)
  const first = column(page, 'novo-lead')
  await expect(first.getByRole('heading').first()).toHaveText('Novo Lead: 10.001')
  await expect(first.locator('header')).toContainText(/R\$\s1\.000$/)
  expect(await page.locator('[data-card]').count()).toBeLessThan(120)
  const last = 'li[aria-posinset="10001"]'
  // Scroll inside the page: 200 round trips would take longer than the scrolling.
  await first.locator('[data-list]').evaluate(async (list, last) => {
    for (let frame = 0; frame < 5000 && !list.querySelector(last); frame++) {
      list.scrollTo(0, list.scrollHeight)
      await new Promise(requestAnimationFrame)
    }
  }, last)
  await expect(first.locator(last)).toBeVisible()
  expect(await page.locator('[data-card]').count()).toBeLessThan(120)
})

test('cards that scroll below a resting pointer are not hovered, and a press on one of them opens it', async ({
  page,
}) => {
  await openColumn(page, 61)
  const list = column(page, 'novo-lead').locator('[data-list]')
  const { x, y } = await centerOf(list)
  await page.mouse.move(x, y)
  // Scrolls until a lead opens, at most for a minute and a half.
  await list.evaluate(element => {
    const end = performance.now() + 90_000
    let scrolledAt = Number.NEGATIVE_INFINITY
    element.addEventListener('scroll', () => {
      scrolledAt = performance.now()
    })
    // The list counts as still 100 ms after a scroll event. On busy cores, two frames may be further apart.
    const isScrolling = () => performance.now() - scrolledAt < 90
    element.addEventListener('pointerover', ({ target }) => {
      if (isScrolling() && (target as Element).closest('[data-card]')) element.dataset.hovered = ''
    })
    const scroll = () => {
      element.scrollTop += 8
      if (performance.now() < end && !document.querySelector('[role=dialog]')) requestAnimationFrame(scroll)
    }
    scroll()
  })
  await expect.poll(() => list.evaluate(element => element.scrollTop), { timeout: 60_000 }).toBeGreaterThan(1200)
  expect(await list.getAttribute('data-hovered')).toBeNull()
  // Again if the first press met the gap between two cards.
  await expect(async () => {
    await page.mouse.down()
    await page.mouse.up()
    await expect(page.getByRole('dialog')).toContainText('Lead', { timeout: 3000 })
  }).toPass()
})

test('a card can be dragged from a list that still moves below a resting pointer', async ({ page }) => {
  await openColumn(page, 61)
  const list = column(page, 'novo-lead').locator('[data-list]')
  await expect(list.locator('li').nth(5)).toBeVisible()
  const [from, to] = [
    await centerOf(list.locator('li').nth(3)),
    await centerOf(column(page, 'qualificando').locator('[data-list]')),
  ]
  await page.mouse.move(from.x, from.y)
  await list.evaluate(element => {
    let pressed = false
    addEventListener('mousedown', () => (pressed = true), { once: true })
    // By whole rows, so that the pointer stays on a card.
    const scroll = () => {
      if (pressed) return
      element.scrollTop += element.scrollTop < 500 ? 116 : -116
      requestAnimationFrame(scroll)
    }
    scroll()
  })
  await expect(list).toHaveAttribute('data-scrolling')
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  await expect(column(page, 'qualificando').locator('[data-card]')).toHaveCount(1)
})

test('a card that comes into view restyles nothing but itself', async ({ page, browser }) => {
  await openColumn(page, 61)
  const list = column(page, 'novo-lead').locator('[data-list]')
  const elements = await list.locator('li').first().locator('*').count()
  await expect(list.locator('li').nth(7)).toBeVisible()
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await list.evaluate(async element => {
    for (let row = 0; row < 30; row++) {
      element.scrollTop += 116
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[]
  }
  const restyled = traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0)
    .filter(count => count >= elements)
    .toSorted((a, b) => a - b)
  expect(restyled.length).toBeGreaterThan(10)
  // The texts of a card count too. The browser may restyle something else now and then, so the median decides.
  expect(restyled[Math.floor(restyled.length / 2)]).toBeLessThan(2 * elements)
})

test('a card costs a scrolling board no layer and no clip, and only a text that is long is cut @phone', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  const short = await addLead(page, token)
  const capitals = await addLead(page, token, { nome: 'MARCENARIA WAGNER', negocio: 'MÓVEIS SOB MEDIDA WAGNER' })
  const long = await addLead(page, token, {
    nome: 'Wanderley Guimarães de Albuquerque Cavalcanti Sobrinho',
    negocio: 'Distribuidora de Materiais de Construção do Vale do Paraíba',
    valorServico: 999_999_999.99,
  })
  await openBoard(page)
  /** What the browser keeps for each card on every frame; and texts that reach into what is beside them. */
  const inspect = ({ _id }: Lead) =>
    page.locator(`[data-card="${_id}"]`).evaluate(card => {
      const elements = [...card.querySelectorAll('*')]
      const isCostly = (element: Element) => {
        const { position, overflowX } = getComputedStyle(element)
        return element instanceof SVGElement || position !== 'static' || overflowX !== 'visible'
      }
      const texts = [...card.querySelectorAll('[data-open], p, time, div:last-child')]
      return {
        costly: elements.filter(isCostly).map(element => element.textContent),
        tooWide: texts
          .filter(text => getComputedStyle(text).overflowX === 'visible' && text.scrollWidth > text.clientWidth)
          .map(text => text.textContent),
      }
    })
  expect(await inspect(short)).toEqual({ costly: [], tooWide: [] })
  expect(await inspect(capitals)).toEqual({ costly: [], tooWide: [] })
  expect(await inspect(long)).toEqual({ costly: [long.nome, long.negocio], tooWide: [] })
  await expect(page.locator(`[data-card="${short._id}"]`)).toMatchAriaSnapshot(`- time: agora nesta etapa`)
})

test('on a phone, a stage far from the screen shows its first card, and all of them when it comes near or keys go there @phone-only', async ({
  page,
}) => {
  const { token } = await signUpViaApi(page)
  for (const status of ['novo-lead', 'qualificando', 'ganho', 'nurturing'] as const)
    for (let index = 0; index < 4; index++) await addLead(page, token, { nome: `${status} ${index}`, status })
  await openBoard(page)
  const cards = (stage: Stage) => column(page, stage).locator('[data-card]')
  await expect(cards('qualificando')).toHaveCount(4)
  await expect(cards('ganho')).toHaveCount(1)
  await expect(cards('nurturing')).toHaveCount(1)
  // The next stages are empty.
  await cardButton(page, 'qualificando 0').focus()
  await page.keyboard.press('ArrowRight')
  await expect(cardButton(page, 'ganho 0')).toBeFocused()
  await expect(cardButton(page, 'ganho 0')).toBeInViewport()
  await page
    .getByRole('navigation', { name: 'Etapas' })
    .getByRole('button', { name: /Nurturing/ })
    .tap()
  await expect(cards('nurturing')).toHaveCount(4)
  await expect(cards('novo-lead')).toHaveCount(4)
})

test('above the card of a short column, the board scrolls sideways and the page down @phone', async ({
  page,
  isMobile,
}) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Joana' })
  await page.goto('/dashboard')
  const card = cardOf(page, 'Joana')
  await expect(card).toBeVisible()
  const touch = await createTouch(page)
  const scroll = async (right: number, down: number) => {
    const { x, y } = await centerOf(card)
    if (isMobile) {
      const path = Array.from({ length: 10 }, (_, index) => (index + 1) / 10)
      await Promise.all([touch.down(x, y), ...path.map(part => touch.move(x - right * part, y - down * part))])
      await touch.up()
    } else {
      await page.mouse.move(x, y)
      await page.mouse.wheel(right, down)
    }
  }
  await scroll(0, 120)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(40)
  await scroll(180, 0)
  await expect.poll(() => page.locator('[data-board]').evaluate(board => board.scrollLeft)).toBeGreaterThan(60)
})
