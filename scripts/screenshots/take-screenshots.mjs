// npm run screenshots -- [folder] [part of a name] [width]: every screen and state, light and dark, at 390, 768, 1440 and 1920 px.
// Exits with 0 when no screenshot failed.

import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { requireNode24 } from '../node-version.mjs'

requireNode24('npm run screenshots')
const { createProduct, removeProduct } = await import('../../tests/e2e/support/product.ts')
const { launchBrowser } = await import('../browsers/find-browser.mjs')
const { createAccounts } = await import('./accounts.mjs')
const { scenes } = await import('./scenes.mjs')
const { buildWeb, isBuildFresh } = await import('../web-build/build-web.mjs')

const [folder = 'screenshots', part = '', width = ''] = process.argv.slice(2)
const target = resolve(folder)
const runTimeoutMs = 30 * 60_000
const sceneTimeoutMs = 30_000
const concurrency = 2

const sizes = {
  1920: { viewport: { width: 1920, height: 1080 } },
  1440: { viewport: { width: 1440, height: 900 } },
  768: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  390: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}

const failures = []
const taken = []

const openPage = async (browser, product, accounts, { account: accountName, preferences = {} }, size) => {
  const context = await browser.newContext({
    ...sizes[size],
    baseURL: product.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(sceneTimeoutMs)
  const account = accountName ? accounts[accountName] : undefined
  const stored = { ...preferences, ...(account && { token: account.token, user: JSON.stringify(account.user) }) }
  await context.addInitScript(entries => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(stored))
  const page = await context.newPage()
  const api = (method, path, data) =>
    page.request.fetch(`/api${path}`, { method, data, headers: { authorization: `Bearer ${account?.token}` } })
  return { context, page, account, api, isPhone: size === '390' }
}

/** The other theme has images of its own, which load when they come into view. */
const loadImages = page =>
  page.evaluate(() => {
    const shown = [...document.images].filter(image => image.checkVisibility())
    return Promise.all(
      shown.map(image => {
        image.loading = 'eager'
        return image.decode()
      }),
    )
  })

/** Parts such as the bottom bar load after the first paint. Waits until nothing new has been requested for a while. */
const waitForLateParts = async page => {
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  let known = -1
  for (let round = 0; round < 10; round++) {
    const now = await count()
    if (now === known) return
    known = now
    await page.waitForTimeout(300)
  }
}

const takeThemes = async (page, name, { fullPage = false }) => {
  // A header that stays at the top would be in the middle of the whole page.
  if (fullPage) await page.evaluate(() => window.scrollTo(0, 0))
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme })
    await loadImages(page)
    const path = join(target, `${name}-${theme}.png`)
    await page.screenshot({ path, fullPage, caret: 'initial' })
    taken.push(`${name}-${theme}.png`)
  }
}

const takeScene = async (browser, product, accounts, scene, size) => {
  const name = `${scene.name}-${size}`
  const sceneContext = await openPage(browser, product, accounts, scene, size)
  try {
    await scene.before?.(sceneContext)
    await sceneContext.page.goto(scene.path)
    await scene.act?.(sceneContext)
    await sceneContext.page.evaluate(() => document.fonts.ready)
    await waitForLateParts(sceneContext.page)
    await takeThemes(sceneContext.page, name, scene)
  } catch (error) {
    failures.push(`${name}: ${String(error.message).split('\n').slice(0, 3).join(' ')}`)
  } finally {
    await sceneContext.context.close()
  }
}

const takeAll = async (browser, product) => {
  const accounts = await createAccounts(product)
  const queue = (width ? [width] : Object.keys(sizes)).flatMap(size =>
    scenes
      .filter(({ name, only }) => name.includes(part) && (only === undefined || only === Number(size)))
      .map(scene => [scene, size]),
  )
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await takeScene(browser, product, accounts, ...next)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

const writeIndex = async () => {
  const figure = name => `<figure><figcaption>${name}</figcaption><img src="${name}" alt="" loading="lazy"></figure>`
  const style =
    'body{font:13px sans-serif;display:grid;grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:16px}img{width:100%;border:1px solid #999}figure{margin:0}'
  const page = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Telas</title><style>${style}</style>${taken.sort().map(figure).join('\n')}`
  await writeFile(join(target, 'index.html'), page)
}

if (!isBuildFresh() && (await buildWeb()) !== 0) process.exit(1)
await mkdir(target, { recursive: true })
const product = await createProduct({ DEMO: '1', PAYMENT_METHODS: 'card,boleto,pix' })
let browser
// Closing the browser fails the remaining scenes at once, so that the product is still stopped.
const runTimeout = setTimeout(() => void browser?.close(), runTimeoutMs)
try {
  await product.start()
  browser = await launchBrowser()
  await takeAll(browser, product)
  await writeIndex()
} catch (error) {
  failures.push(String(error.stack))
} finally {
  await browser?.close()
  await removeProduct(product)
  clearTimeout(runTimeout)
}
for (const failure of failures) console.error(failure)
console.log(`${taken.length} telas em ${target}, ${failures.length} falhas`)
process.exit(failures.length === 0 && taken.length > 0 ? 0 : 1)
