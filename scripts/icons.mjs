// node scripts/icons.mjs: draws the icons of the installed app, in public/icons, from the mark in public/favicon.svg.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from './find-browser.mjs'
import { projectFolder } from './run-tool.mjs'

const mark = await readFile(join(projectFolder, 'public/favicon.svg'), 'utf8')
const target = join(projectFolder, 'public/icons')

/** To the edge, for devices that cut the shape themselves: the sign stays within the middle that none of them cuts. */
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
