import { openPage, Stage } from './film-stage.mjs'

/** The header is left out: it carries a name that operators may change. */
const headerHeight = 56
const filmSize = { width: 1120, height: 720 }
const filmScale = 1.5

const middleOf = async (locator, shift = { x: 0, y: 0 }) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`not on the screen: ${locator}`)
  return { x: box.x + box.width / 2 + shift.x, y: box.y + box.height / 2 + shift.y }
}

/** Twelve seconds of work: a card goes one stage further, a search finds a client, and that deal is won. */
export const playScene = async (browser, product, { theme, folder }) => {
  const viewport = { width: filmSize.width, height: filmSize.height + headerHeight }
  const page = await openPage(browser, product, { theme, viewport, scale: filmScale })
  await page.clock.install({ time: Date.now() })
  await page.goto('/dashboard')
  const column = stage => page.locator(`[data-stage="${stage}"]`)
  await column('negociacao').locator('[data-card]').first().waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)

  const offstage = { x: 700, y: viewport.height + 30 }
  const stage = new Stage(page, { folder, clip: { x: 0, y: headerHeight, ...filmSize }, at: offstage })
  await stage.open()
  await stage.hold(0.4)

  const first = column('novo-lead').locator('[data-card]').first()
  await stage.glide(await middleOf(first, { x: -60, y: 8 }), 0.9)
  await stage.lift(first)
  await stage.glide(await middleOf(column('qualificando').locator('[data-card]').first(), { x: -70, y: 12 }), 1)
  await stage.hold(0.15)
  await stage.drop()
  await stage.hold(1)

  const search = page.getByRole('searchbox')
  await stage.glide(await middleOf(search, { x: -60, y: 0 }), 0.7)
  await stage.click()
  await stage.type('clínica', 0.1)
  await stage.hold(1)

  const found = column('contato-estabelecido').locator('[data-card]').first()
  await stage.glide(await middleOf(found.getByRole('button', { name: /^Ações/ })), 0.8)
  await stage.click()
  await stage.hold(0.35)
  await stage.glide(await middleOf(page.getByRole('menuitemradio', { name: /Ganho/ }), { x: -30, y: 0 }), 0.6)
  await stage.hold(0.15)
  await stage.click()
  await stage.hold(1.4)

  await stage.glide(await middleOf(page.getByRole('button', { name: 'Limpar Filtros' })), 0.7)
  await stage.click()
  await stage.hold(0.9)
  await stage.glide(offstage, 0.7)
  await stage.hold(0.3)
  await page.context().close()
  return stage.count
}
