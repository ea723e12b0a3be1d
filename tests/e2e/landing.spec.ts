import { signUpViaApi } from './support/accounts.ts'
import { listRequests, scrollToEnd, waitForHydration } from './support/landing.ts'
import { expect, test } from './support/test.ts'

const trialLabel = 'Teste grátis por 3 dias'

test('hydration preserves the prerendered page without layout shifts @phone', async ({ page }) => {
  const requests = listRequests(page)
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const seen = window as unknown as { shifts: string[]; heading: Element | null }
    seen.shifts = []
    const rectOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ')
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        // The font moves a centered line by some pixels when it arrives late.
        if (value < 0.0001) continue
        for (const { node, previousRect, currentRect } of sources) {
          const text = `${node?.nodeName} "${node?.textContent?.slice(0, 40)}"`
          seen.shifts.push(`${value}: ${text} from ${rectOf(previousRect)} to ${rectOf(currentRect)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
    addEventListener('DOMContentLoaded', () => {
      seen.heading = document.querySelector('h1')
    })
  })
  await page.goto('/')
  await waitForHydration(page)
  await scrollToEnd(page)
  const seen = await page.evaluate(() => {
    const { shifts, heading } = window as unknown as { shifts: string[]; heading: Element | null }
    return { shifts, isSame: heading !== null && heading === document.querySelector('h1') }
  })
  expect(seen).toEqual({ shifts: [], isSame: true })
  const { host } = new URL(page.url())
  expect(requests.filter(address => new URL(address).host !== host)).toEqual([])
  await page.getByRole('link', { name: trialLabel }).last().click()
  await expect(page.getByRole('heading', { name: 'Criar conta' })).toBeVisible()
})

test('the HTML of "/" contains the content and meta tags, and other pages contain neither', async ({ page }) => {
  const body = await (await page.request.get('/')).text()
  const { origin } = new URL((await page.request.get('/')).url())
  expect(body).toMatch(/<h1[^>]*>Organize, acompanhe e/)
  expect(body.split(`>${trialLabel}<`)).toHaveLength(4)
  expect(body).toContain('<title>Sistema de Gestão de Leads – Fechou</title>')
  expect(body).toContain(`<link rel="canonical" href="${origin}/" />`)
  expect(body).not.toContain('{{')
  const picture = /property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? ''
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/png')
  expect(body).toContain('<script type="application/ld+json">')
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Allow: /')
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`<loc>${origin}/privacidade</loc>`)
  const other = await (await page.request.get('/reset-password')).text()
  expect(other).toContain('<div id="root"></div>')
  expect(other).not.toMatch(/canonical|og:/)
})

test('a configured brand name replaces Fechou, also after hydration', async ({ startProduct, page }) => {
  const product = await startProduct({ BRAND_NAME: 'Vende & Cia', SUPPORT_EMAIL: 'ajuda@exemplo.com.br' })
  await page.goto(product.url)
  await waitForHydration(page)
  await expect(page).toHaveTitle('Sistema de Gestão de Leads – Vende & Cia')
  await expect(page.getByRole('link', { name: 'Vende & Cia' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'ajuda@exemplo.com.br' })).toHaveAttribute(
    'href',
    'mailto:ajuda@exemplo.com.br',
  )
  await expect(page.getByText('Ganho (Fechou)').first()).toBeVisible()
})

test('the page works without scripts, including the link to the trial @phone', async ({ browser, baseURL, allow }) => {
  // Without JavaScript, the browser blocks the preloads of scripts.
  allow(/\.js failed: csp$/)
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profissional' })).toBeVisible()
  await page.getByText('Funciona no celular?').click()
  await expect(page.getByText('sem instalar nada')).toBeVisible()
  await page.getByRole('link', { name: trialLabel }).first().click()
  await expect(page).toHaveURL(/\/register$/)
  await context.close()
})

test('signed-in users see links to the dashboard instead of the trial', async ({ page }) => {
  await signUpViaApi(page)
  await page.goto('/')
  const dashboardLinks = page.getByRole('link', { name: 'Ir para o Dashboard' })
  await expect(dashboardLinks).toHaveCount(3)
  await expect(page.getByRole('link', { name: trialLabel })).toHaveCount(0)
  await dashboardLinks.first().click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the page shows the plans of the API @phone', async ({ page }) => {
  const { plans } = await (await page.request.get('/api/stripe/plans')).json()
  expect(plans).toHaveLength(3)
  await page.goto('/')
  for (const { name, price } of plans) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: false }) })
    await expect(card).toContainText(new RegExp(`R\\$\\s${price}/mês`))
  }
})

test('images match the theme, are not distorted, and nothing scrolls sideways @phone', async ({ page, isMobile }) => {
  const requests = listRequests(page)
  for (const width of isMobile ? [390, 320] : [1440, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await scrollToEnd(page)
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
    expect(widths[0], `at ${width} px`).toBeLessThanOrEqual(widths[1])
    const distortions = await page.evaluate(() =>
      [...document.images]
        .filter(image => image.checkVisibility())
        .map(image => image.width / image.height / (image.naturalWidth / image.naturalHeight)),
    )
    expect(distortions.length).toBe(6)
    for (const distortion of distortions) expect(Math.abs(1 - distortion), `at ${width} px`).toBeLessThan(0.01)
  }
  expect(requests.filter(address => address.endsWith('.avif')).length).toBeGreaterThan(5)
  expect(requests.filter(address => address.includes('-dark'))).toEqual([])
})

test('a chosen theme overrides the system theme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tema', 'dark'))
  await page.goto('/')
  await scrollToEnd(page)
  const shown = await page.evaluate(() =>
    [...document.images].filter(image => image.checkVisibility()).map(image => image.currentSrc),
  )
  expect(shown).toHaveLength(6)
  for (const address of shown) expect(address).toContain('-dark')
})

/** The tab stop of each column that has cards. */
const firstCards = [
  'Fernanda Lourenço',
  'Jônatas Corrêa',
  'Rogério Galvão',
  'Otávio Cardoso',
  'Íris Vasconcelos',
  'João Queirós',
]

test('Tab reaches every control in reading order', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const walk: string[] = []
  for (let stops = 0; stops < 45; stops++) {
    await page.keyboard.press('Tab')
    // The first Tab loads the board to try, so that the cards are in the order.
    await page.locator('[data-board]').waitFor()
    const name = await page.evaluate(() => {
      const { activeElement: at } = document
      if (!at || at === document.body) return null
      // The outline around a card belongs to its button.
      const { outlineStyle, outlineWidth } = getComputedStyle(at, at.hasAttribute('data-open') ? '::after' : null)
      const name = at.textContent || at.getAttribute('aria-label')
      return outlineStyle === 'none' || outlineWidth === '0px' ? `unseen: ${name}` : name
    })
    if (name === null) break
    walk.push(name)
  }
  expect(walk).toEqual([
    'Pular para o conteúdo',
    'FechouSistema de Gestão de Leads',
    ...['Recursos', 'Planos', 'Perguntas', 'Entrar'],
    ...[trialLabel, 'Ver vídeo'],
    ...firstCards.flatMap(name => [name, `Ações de ${name}`]),
    ...[trialLabel, ...['Básico', 'Profissional', 'Empresarial'].map(name => `Começar com o ${name}`)],
    ...(await page.locator('summary').allTextContents()),
    ...[trialLabel, 'Termos de uso', 'Política de privacidade', 'Instagram', 'LinkedIn'],
  ])
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: trialLabel }).first()).toBeFocused()
})
