import { createFinger, DemoRecorder, openPage } from './demo-recorder.mjs'

/** The video excludes the header, because operators can change the brand name. */
const headerHeight = 56
/** As wide as the landing page's content, and whole on a laptop's screen. */
const videoSize = { width: 1168, height: 624 }
const phoneVideoSize = { width: 390, height: 512 }
const videoScale = 1.5

const middleOf = async (locator, shift = { x: 0, y: 0 }) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`not on the screen: ${locator}`)
  return { x: box.x + box.width / 2 + shift.x, y: box.y + box.height / 2 + shift.y }
}

/** Toasts stand where the header is, which the video excludes. */
const showToastsBelowHeader = height => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`[data-sonner-toaster] { margin-top: ${height}px }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Records twelve seconds: moves a card, searches for a client and wins that deal. Returns the number of frames. */
export const recordDemo = async (browser, product, { theme, folder }) => {
  const viewport = { width: videoSize.width, height: videoSize.height + headerHeight }
  const page = await openPage(browser, product, { theme, viewport, scale: videoScale })
  await page.clock.install({ time: Date.now() })
  await page.goto('/dashboard')
  const column = stage => page.locator(`[data-stage="${stage}"]`)
  await column('negociacao').locator('[data-card]').first().waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(showToastsBelowHeader, headerHeight)

  const outsideFrame = { x: 700, y: viewport.height + 30 }
  const recorder = new DemoRecorder(page, {
    folder,
    clip: { x: 0, y: headerHeight, ...videoSize },
    position: outsideFrame,
  })
  await recorder.start()
  await recorder.wait(0.4)

  const first = column('novo-lead').locator('[data-card]').first()
  await recorder.moveTo(await middleOf(first, { x: -60, y: 8 }), 0.9)
  await recorder.pickUpCard(first)
  await recorder.moveTo(await middleOf(column('qualificando').locator('[data-card]').first(), { x: -70, y: 12 }), 1)
  await recorder.wait(0.15)
  await recorder.dropCard()
  await recorder.wait(1)

  const search = page.getByRole('searchbox')
  await recorder.moveTo(await middleOf(search, { x: -60, y: 0 }), 0.7)
  await recorder.click()
  await recorder.type('clínica', 0.1)
  await recorder.wait(1)

  const found = column('contato-estabelecido').locator('[data-card]').first()
  await recorder.moveTo(await middleOf(found.getByRole('button', { name: /^Ações/ })), 0.8)
  await recorder.click()
  await recorder.wait(0.35)
  await recorder.moveTo(await middleOf(page.getByRole('menuitemradio', { name: /Ganho/ }), { x: -30, y: 0 }), 0.6)
  await recorder.wait(0.15)
  await recorder.click()
  await recorder.wait(1.4)

  await recorder.moveTo(await middleOf(page.getByRole('button', { name: 'Limpar Filtros' })), 0.7)
  await recorder.click()
  await recorder.wait(0.9)
  await recorder.moveTo(outsideFrame, 0.7)
  await recorder.wait(0.3)
  await page.context().close()
  return recorder.frameCount
}

/** Records six seconds on a phone: holds a card and carries it to the next stage. Returns the number of frames. */
export const recordPhoneDemo = async (browser, product, { theme, folder }) => {
  const viewport = { width: phoneVideoSize.width, height: 844 }
  const page = await openPage(browser, product, { theme, viewport, scale: 2, phone: true })
  await page.clock.install({ time: Date.now() })
  await page.goto('/dashboard?aba=kanban')
  const card = page.locator('[data-stage="novo-lead"] [data-card]')
  await card.first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const board = await page.locator('[data-board]').boundingBox()
  if (!board) throw new Error('the board is not on the screen')
  // The video shows the board down to the window's bottom, without the filters above it.
  const top = Math.round(board.y) - 8
  viewport.height = top + phoneVideoSize.height
  await page.setViewportSize(viewport)
  const recorder = new DemoRecorder(page, {
    folder,
    clip: { x: 0, y: top, ...phoneVideoSize },
    position: { x: 200, y: viewport.height + 40 },
    finger: await createFinger(page),
  })
  await recorder.start()
  await recorder.wait(0.6)
  const from = await middleOf(card.nth(1), { x: -40, y: 10 })
  await recorder.moveTo(from, 0.8)
  await recorder.holdCard()
  await recorder.moveTo({ x: 372, y: from.y - 20 }, 0.9)
  await recorder.wait(0.7)
  await recorder.moveTo({ x: 230, y: from.y - 40 }, 0.5)
  await recorder.wait(0.2)
  await recorder.releaseCard()
  await recorder.wait(0.3)
  await recorder.moveTo({ x: 260, y: viewport.height + 40 }, 0.7)
  await recorder.wait(1)
  await page.context().close()
  return recorder.frameCount
}
