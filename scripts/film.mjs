import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireNode24 } from './node-version.mjs'
import { projectFolder } from './run-tool.mjs'

/**
 * Records what the landing page shows of the product, from the product itself on the demonstration's data: a film and
 * pictures, light and dark, into src/web/landing/media. Needs ffmpeg. `npm run film -- pictures` leaves the film alone.
 */
requireNode24('npm run film')
const { createProduct, removeProduct } = await import('../tests/e2e/support/product.ts')
const { encodeFilm, encodePhoto, encodePicture, requireFfmpeg } = await import('./film-encode.mjs')
const { playScene } = await import('./film-scene.mjs')
const { pictures, readme, sharing, takePicture } = await import('./film-pictures.mjs')
const { launchBrowser } = await import('./find-browser.mjs')
const { buildWeb, isBuildFresh } = await import('./web-build.mjs')

const media = join(projectFolder, 'src/web/landing/media')
const withFilm = process.argv[2] !== 'pictures'
const say = (name, bytes) => console.log(`${name.padEnd(34)} ${(bytes / 1000).toFixed(1).padStart(6)} KB`)

const takePictures = async (browser, product, theme, folder) => {
  for (const [name, picture] of Object.entries(pictures)) {
    const from = join(folder, `${name}.png`)
    const { width, height } = await takePicture(browser, product, { picture, theme, path: from })
    say(
      `${name}-${theme} ${width}×${height}`,
      encodePicture(from, join(media, `${name}-${theme}.avif`), picture.budgetKb),
    )
  }
}

const recordFilm = async (browser, product, theme, folder) => {
  const count = await playScene(browser, product, { theme, folder })
  const sizes = encodeFilm(folder, count, join(media, `film-${theme}`))
  for (const [format, bytes] of Object.entries(sizes)) say(`film-${theme}.${format}`, bytes)
  say(`poster-${theme}`, encodePicture(join(folder, '0000.png'), join(media, `poster-${theme}.avif`), 40))
}

/** For other sites, and for whoever reads the project: always light. */
const takePortraits = async (browser, product, folder) => {
  const path = join(folder, 'sharing.png')
  await takePicture(browser, product, { picture: sharing, theme: 'light', path })
  say('sharing.jpg', encodePhoto(path, join(projectFolder, 'public/sharing.jpg'), 120))
  await takePicture(browser, product, {
    picture: readme,
    theme: 'light',
    path: join(projectFolder, 'docs/dashboard.png'),
  })
}

const record = async (browser, theme) => {
  const folder = mkdtempSync(join(tmpdir(), 'fechou-film-'))
  const product = await createProduct({ DEMO: '1' })
  try {
    await product.start()
    await takePictures(browser, product, theme, folder)
    if (theme === 'light') await takePortraits(browser, product, folder)
    if (withFilm) await recordFilm(browser, product, theme, folder)
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
