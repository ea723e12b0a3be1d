import { DemoRecorder, openPage } from './demo-recorder.mjs'

/** The video excludes the header, because operators can change the brand name. */
const headerHeight = 56
const videoSize = { width: 1120, height: 720 }
const videoScale = 1.5

const middleOf = async (locator, shift = { x: 0, y: 0 }) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`not on the screen: ${locator}`)
  return { x: box.x + box.width / 2 + shift.x, y: box.y + box.height / 2 + shift.y }
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
