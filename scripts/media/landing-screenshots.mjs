import { openPage } from './demo-recorder.mjs'

const waitUntilReady = async (page, ready) => {
  await ready.first().waitFor()
  await page.evaluate(async () => {
    document.activeElement?.blur()
    await document.fonts.ready
  })
  await page.waitForTimeout(400)
}

const boxOf = async locator => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`not on the screen: ${locator}`)
  return box
}

const cards = page => page.locator('[data-stage="contato-estabelecido"] [data-card]')
const phone = { viewport: { width: 390, height: 844 }, scale: 2, phone: true }

/** The board in full screen, without title and filters. */
const board = {
  viewport: { width: 1640, height: 840 },
  scale: 1.5,
  take: async page => {
    await page.goto('/dashboard?aba=kanban&tela=cheia')
    await waitUntilReady(page, cards(page))
    const { y } = await boxOf(page.getByRole('dialog').locator('[data-board]'))
    return { x: 0, y: y - 16, width: 1640, height: 720 }
  },
}

const boardPhone = {
  ...phone,
  take: async page => {
    await page.goto('/dashboard?aba=kanban')
    await waitUntilReady(page, cards(page))
    const { y } = await boxOf(page.locator('[data-board]'))
    return { x: 0, y: y - 16, width: 390, height: 460 }
  },
}

const dayMs = 24 * 60 * 60 * 1000

/** Date fields follow the language of the browser's interface, which may be installed in English only. */
const showDatesAsInBrazil = () => {
  for (const input of document.querySelectorAll('input[type=date]')) {
    const day = input.value.split('-').reverse().join('/')
    input.type = 'text'
    input.value = day
    input.placeholder = 'dd/mm/aaaa'
  }
}

/** The list, searched and filtered by date. */
const takeFilters = (height, isOpen) => async page => {
  const since = new Date(Date.now() - 90 * dayMs).toISOString().slice(0, 10)
  await page.goto(`/dashboard?aba=lista&q=cl%C3%ADnica&prospeccao_de=${since}`)
  const advanced = page.getByRole('button', { name: 'Filtros Avançados' })
  await advanced
    .or(page.getByRole('button', { name: 'Filtros e ações' }))
    .first()
    .waitFor()
  if (!(await advanced.isVisible())) await page.getByRole('button', { name: 'Filtros e ações' }).click()
  if ((await advanced.getAttribute('aria-expanded')) !== String(isOpen)) await advanced.click()
  await waitUntilReady(page, page.locator('[data-row]'))
  await page.evaluate(showDatesAsInBrazil)
  const { y } = await boxOf(page.getByRole('searchbox'))
  return { x: 0, y: y - 16, width: page.viewportSize().width, height }
}

const filters = { viewport: { width: 1168, height: 900 }, scale: 1.5, take: takeFilters(456, true) }

const filtersPhone = { ...phone, viewport: { width: 390, height: 1000 }, take: takeFilters(560, false) }

const insideBorder = ({ x, y, width, height }) => ({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 })

const funnel = {
  viewport: { width: 1060, height: 800 },
  scale: 1.5,
  take: async page => {
    await page.goto('/dashboard')
    await waitUntilReady(page, cards(page))
    return insideBorder(await boxOf(page.getByRole('region', { name: 'Funil' })))
  },
}

const funnelPhone = {
  ...phone,
  viewport: { width: 390, height: 1200 },
  take: async page => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Por etapa' }).click()
    await waitUntilReady(page, cards(page))
    return insideBorder(await boxOf(page.getByRole('region', { name: 'Funil' })))
  },
}

/** The board at the moment when a colleague has moved a lead. */
const showColleaguesMove = height => async page => {
  await page.goto('/dashboard?aba=kanban')
  await waitUntilReady(page, cards(page))
  const data = { email: 'juliana@fechou.example', password: 'demonstracao' }
  const { token } = await (await page.request.post('/api/auth/login', { data })).json()
  const headers = { authorization: `Bearer ${token}` }
  const query = 'limit=1&stage=contato-estabelecido&sort=-updatedAt'
  const { leads } = await (await page.request.get(`/api/leads?${query}`, { headers })).json()
  await page.request.patch(`/api/leads/${leads[0]._id}`, { headers, data: { status: 'ganho' } })
  await page.getByText(/^Juliana .*moveu/).waitFor()
  await page.waitForTimeout(400)
  return { x: 0, y: 0, width: page.viewportSize().width, height }
}

const team = { viewport: { width: 720, height: 700 }, scale: 1.5, take: showColleaguesMove(520) }

const teamPhone = { ...phone, take: showColleaguesMove(520) }

const devices = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
]

const showActiveSessions = width => async page => {
  await page.goto('/profile/aparelhos')
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  await page.request.delete('/api/auth/sessions', { headers })
  const data = { email: 'ines@fechou.example', password: 'demonstracao' }
  for (const device of devices) await page.request.post('/api/auth/login', { headers: { 'user-agent': device }, data })
  await page.reload()
  const end = page.getByRole('button', { name: 'Desconectar os outros' })
  await waitUntilReady(page, end)
  await end.scrollIntoViewIfNeeded()
  const { y, height } = await boxOf(page.locator('section').filter({ has: end }))
  return { x: 0, y: y + 1, width, height: height + 15 }
}

const sessions = { viewport: { width: 560, height: 1400 }, scale: 1.5, mailbox: 'ines', take: showActiveSessions(560) }

const sessionsPhone = { ...phone, mailbox: 'ines', take: showActiveSessions(390) }

export const readme = {
  viewport: { width: 1440, height: 900 },
  scale: 1,
  take: async page => {
    await page.goto('/dashboard')
    await waitUntilReady(page, cards(page))
    return { x: 0, y: 0, width: 1440, height: 900 }
  },
}

/** Keyed by file name. */
export const screenshots = {
  board: { ...board, budgetKb: 60 },
  'board-phone': { ...boardPhone, budgetKb: 20 },
  filters: { ...filters, budgetKb: 40 },
  'filters-phone': { ...filtersPhone, budgetKb: 30 },
  funnel: { ...funnel, budgetKb: 20 },
  'funnel-phone': { ...funnelPhone, budgetKb: 20 },
  team: { ...team, budgetKb: 30 },
  'team-phone': { ...teamPhone, budgetKb: 25 },
  sessions: { ...sessions, budgetKb: 20 },
  'sessions-phone': { ...sessionsPhone, budgetKb: 20 },
}

/** Saves a PNG at `path`. Returns its size in CSS pixels. */
export const takeScreenshot = async (browser, product, { screenshot, theme, path }) => {
  const page = await openPage(browser, product, { theme, ...screenshot })
  const { x, y, width, height } = await screenshot.take(page)
  const clip = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
  await page.screenshot({ path, clip })
  await page.context().close()
  return clip
}
