// node scripts/media/sharing-image.mjs: renders the image of link previews, with and without the product's name, into public.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build } from 'vite'
import { launchBrowser } from '../browsers/find-browser.mjs'
import { projectFolder } from '../run-tool.mjs'

const read = path => readFileSync(join(projectFolder, path), 'utf8')
const maxBytes = 120_000

/** Builds the product's stage icons for Node. */
const loadStageIcon = async () => {
  const outDir = mkdtempSync(join(projectFolder, '.cache', 'sharing-'))
  try {
    const ssr = 'src/web/lead-display/stage-icon.tsx'
    await build({ root: projectFolder, configFile: false, logLevel: 'warn', build: { ssr, outDir } })
    return (await import(pathToFileURL(join(outDir, 'stage-icon.js')).href)).StageIcon
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const columns = [
  {
    stage: 'proposta-enviada',
    name: 'Proposta Enviada',
    cards: [
      ['Luísa Peçanha', 'Padaria Bom Dia', 'R$ 6.400,00'],
      ['Rogério Galvão', 'Clínica Bem-Estar', 'R$ 12.750,00'],
      ['Íris Vasconcelos', 'Auto Peças Ipê', 'R$ 3.980,00'],
      ['Flávia Andrade', 'Studio Açaí & Cia', 'R$ 5.200,00'],
    ],
  },
  {
    stage: 'ganho',
    name: 'Ganho (Fechou)',
    cards: [
      ['João Queirós', 'Ótica Visão Clara', 'R$ 8.900,00'],
      ['Natália Ribeiro', 'Escola Girassol', 'R$ 18.500,00'],
      ['Zélia Nóbrega', 'Construtora Pinhão', 'R$ 22.000,00'],
      ['Otávio Cardoso', 'Academia Movimento', 'R$ 7.350,00'],
    ],
  },
]

const font = readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  ),
).toString('base64')

const styles = `
@font-face { font-family: Grotesk; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
${read('src/web/styles/tokens.css')
  .replace(/@custom-variant[\s\S]*?\n}\n/, '')
  .replace(/@variant dark \{[\s\S]*?\n {2}\}\n/, '')}
${columns.map(({ stage }) => `.text-stage-${stage}-dot { color: var(--stage-${stage}-dot) }`).join('\n')}
.stroke-surface { stroke: var(--surface) }
* { box-sizing: border-box; margin: 0 }
body { position: relative; width: 1200px; height: 630px; overflow: hidden; background: var(--bg); color: var(--text); font-family: Grotesk }
main { position: absolute; inset: 64px auto 64px 72px; display: flex; width: 550px; flex-direction: column }
header { display: flex; align-items: center; gap: 20px }
header svg { width: 72px; height: 72px }
header b { display: block; font-size: 40px; line-height: 44px; font-weight: 650; letter-spacing: -.02em }
header span { color: var(--text2); font-size: 24px; line-height: 30px }
h1 { margin: auto 0; font-size: 72px; line-height: 76px; font-weight: 600; letter-spacing: -.03em }
h1 u { text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: .08em; text-underline-offset: .13em }
p { color: var(--text2); font-size: 27px; line-height: 34px }
aside { position: absolute; top: 56px; left: 648px; display: flex; gap: 14px }
section { width: 270px; height: 640px; padding: 20px 12px; border-radius: 18px; background: var(--column) }
h2 { display: flex; align-items: center; gap: 10px; margin: 0 4px 16px; font-size: 21px; line-height: 28px; font-weight: 600; white-space: nowrap }
h2 svg { width: 26px; height: 26px; flex: none }
article { margin-bottom: 12px; padding: 16px 18px; border: 1.5px solid var(--border); border-radius: 13px; background: var(--surface); white-space: nowrap; overflow: hidden }
article b { display: block; font-size: 23px; line-height: 30px; font-weight: 600 }
article span { display: block; color: var(--text2); font-size: 19px; line-height: 26px }
article i { display: block; margin-top: 16px; font-size: 22px; line-height: 28px; font-style: normal; font-weight: 600; font-variant-numeric: tabular-nums }`

const card = ([name, business, value]) => `<article><b>${name}</b><span>${business}</span><i>${value}</i></article>`

const page = (icon, brand) => `<!doctype html><html lang="pt-BR"><style>${styles}</style><body>
<main>
  <header>${read('public/favicon.svg')}<div>${brand ? `<b>${brand}</b>` : ''}<span>Sistema de Gestão de Leads</span></div></header>
  <h1>Organize, acompanhe e <u>converta</u> mais leads</h1>
  <p>Teste grátis por 3 dias, sem cartão de crédito</p>
</main>
<aside>${columns
  .map(({ stage, name, cards }) => `<section><h2>${icon(stage)}${name}</h2>${cards.map(card).join('')}</section>`)
  .join('')}</aside></body></html>`

const StageIcon = await loadStageIcon()
const icon = status => renderToStaticMarkup(createElement(StageIcon, { status }))
const browser = await launchBrowser()
try {
  for (const [file, brand] of Object.entries({ 'sharing.png': 'Fechou', 'sharing-unbranded.png': '' })) {
    const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
    await tab.setContent(page(icon, brand))
    await tab.evaluate(() => document.fonts.ready)
    const path = join(projectFolder, 'public', file)
    await tab.screenshot({ path })
    const { size } = statSync(path)
    if (size > maxBytes) throw new Error(`${file} weighs ${size} bytes, more than ${maxBytes}`)
    console.log(`${file.padEnd(24)} ${(size / 1000).toFixed(1)} KB`)
  }
} finally {
  await browser.close()
}
