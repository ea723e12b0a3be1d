import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireNode24 } from '../node-version.mjs'
import { projectFolder } from '../run-tool.mjs'

/**
 * Records the landing page's videos and screenshots, light and dark, from the product with demo data into
 * src/web/landing/media. Needs ffmpeg, and on Debian chromium-l10n for Brazilian date fields. `npm run demo-video -- film-phone filters` makes only those.
 */
requireNode24('npm run demo-video')
const { createProduct, removeProduct } = await import('../../tests/e2e/support/product.ts')
const { encodeVideo, encodeAvif, requireFfmpeg } = await import('./demo-video-encode.mjs')
const { recordDemo, recordPhoneDemo } = await import('./demo-video-scene.mjs')
const { screenshots, readme, takeScreenshot } = await import('./landing-screenshots.mjs')
const { launchBrowser } = await import('../browsers/find-browser.mjs')
const { buildWeb, isBuildFresh } = await import('../web-build/build-web.mjs')

const media = join(projectFolder, 'src/web/landing/media')
const names = process.argv.slice(2)
const isWanted = ([name]) => names.length === 0 || names.includes(name)
const printSize = (name, bytes) => console.log(`${name.padEnd(34)} ${(bytes / 1000).toFixed(1).padStart(6)} KB`)

const takeScreenshots = async (browser, product, theme, folder) => {
  for (const [name, screenshot] of Object.entries(screenshots).filter(isWanted)) {
    const from = join(folder, `${name}.png`)
    const { width, height } = await takeScreenshot(browser, product, { screenshot, theme, path: from })
    printSize(
      `${name}-${theme} ${width}×${height}`,
      encodeAvif(from, join(media, `${name}-${theme}.avif`), screenshot.budgetKb),
    )
  }
}

const videos = {
  film: { record: recordDemo, poster: 'poster', posterKb: 40, budgetsKb: { webm: 320, mp4: 900 } },
  'film-phone': { record: recordPhoneDemo, poster: 'poster-phone', posterKb: 25, budgetsKb: { webm: 200, mp4: 450 } },
}

const recordVideos = async (browser, product, theme) => {
  for (const [name, { record, poster, posterKb, budgetsKb }] of Object.entries(videos).filter(isWanted)) {
    const folder = mkdtempSync(join(tmpdir(), 'fechou-demo-frames-'))
    try {
      const count = await record(browser, product, { theme, folder })
      const sizes = encodeVideo(folder, count, join(media, `${name}-${theme}`), budgetsKb)
      for (const [format, bytes] of Object.entries(sizes)) printSize(`${name}-${theme}.${format}`, bytes)
      const from = join(folder, '0000.png')
      printSize(`${poster}-${theme}`, encodeAvif(from, join(media, `${poster}-${theme}.avif`), posterKb))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Takes the image for the README. It is always light. */
const takeReadmeImage = (browser, product) =>
  takeScreenshot(browser, product, {
    screenshot: readme,
    theme: 'light',
    path: join(projectFolder, 'docs/dashboard.png'),
  })

const record = async (browser, theme) => {
  const folder = mkdtempSync(join(tmpdir(), 'fechou-demo-video-'))
  const product = await createProduct({ DEMO: '1' })
  try {
    await product.start()
    await takeScreenshots(browser, product, theme, folder)
    if (theme === 'light' && isWanted(['readme'])) await takeReadmeImage(browser, product)
    await recordVideos(browser, product, theme)
  } finally {
    await removeProduct(product)
    rmSync(folder, { recursive: true, force: true })
  }
}

requireFfmpeg()
if (!isBuildFresh() && (await buildWeb()) !== 0) process.exit(1)
mkdirSync(media, { recursive: true })
const browser = await launchBrowser()
try {
  for (const theme of ['light', 'dark']) await record(browser, theme)
} finally {
  await browser.close()
}
