// node scripts/media/icons.mjs: renders the icons of the installed app from public/favicon.svg into public/icons.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '../browsers/find-browser.mjs'
import { projectFolder } from '../run-tool.mjs'

const mark = await readFile(join(projectFolder, 'public/favicon.svg'), 'utf8')
const target = join(projectFolder, 'public/icons')

/** Fills the whole square for devices that mask icons. The sign stays within the safe zone. */
const fullBleed = scale =>
  mark.replace('rx="8"', '').replace('<path ', `<path transform="translate(16 16) scale(${scale}) translate(-16 -16)" `)

const icons = {
  'icon-192': { size: 192, drawing: mark },
  'icon-512': { size: 512, drawing: mark },
  'maskable-512': { size: 512, drawing: fullBleed(0.9) },
  'apple-touch': { size: 180, drawing: fullBleed(1) },
}

await mkdir(target, { recursive: true })
const browser = await launchBrowser()
for (const [name, { size, drawing }] of Object.entries(icons)) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`)
  await writeFile(join(target, `${name}.png`), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
