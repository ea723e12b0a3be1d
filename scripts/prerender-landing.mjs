import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')

/** Builds the landing page for Node and renders it. */
const renderLanding = async () => {
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'prerender-'))
  try {
    const ssr = 'src/web/landing/prerender.tsx'
    await build({ root, configFile: false, logLevel: 'warn', plugins: [react()], build: { ssr, outDir } })
    const { renderLandingHtml, preloadedImages } = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    return { html: await renderLandingHtml(), pictures: preloadedImages }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const title = 'Sistema de Gestão de Leads – {{brand}}'
const picture = '{{public-url}}/sharing.jpg'

/** Meta tags for search engines and link previews. The server replaces the placeholders in braces. */
const metaTags = description => `
    <link rel="canonical" href="{{public-url}}/" />
    <meta property="og:type" content="website" />
    <meta property="og:locale" content="pt_BR" />
    <meta property="og:site_name" content="{{brand}}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="{{public-url}}/" />
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="O Dashboard com os totais, o funil e o quadro kanban." />
    <meta name="twitter:card" content="summary_large_image" />`

const readDescription = page => {
  const found = /name="description"\s+content="([^"]+)"/.exec(page)
  if (!found) throw new Error('index.html has no description')
  return found[1]
}

/** Inserts the landing page into index.html. */
const compose = (page, { html, pictures }, chunks) => {
  const links = [
    metaTags(readDescription(page)).trim(),
    ...pictures.map(({ href, media }) => `<link rel="preload" as="image" media="${media}" href="${href}">`),
    ...chunks.map(name => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ]
  const parts = [
    [/<title>.*?<\/title>/, `<title>${title}</title>`],
    ['  </head>', `    ${links.join('\n    ')}\n  </head>`],
    ['<div id="root"></div>', `<div id="root">${html}</div>`],
  ]
  const composed = parts.reduce((text, [from, to]) => {
    if (text.search(from) === -1) throw new Error(`index.html has no ${from}`)
    return text.replace(from, () => to)
  }, page)
  // Load the content before the scripts, which only enhance it.
  return composed.replace(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
}

/** Throws for inline scripts and styles, which the content security policy blocks, and for missing files. */
const assertServable = (html, page, dir) => {
  const forbidden = /<script|<style|\sstyle=|\son\w+=/.exec(html)
  if (forbidden) throw new Error(`the landing page holds ${forbidden[0]}, which the pages' policy refuses`)
  const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  const missing = assets.filter(path => !existsSync(join(dir, path)))
  if (assets.length === 0 || missing.length > 0)
    throw new Error(`the landing page names files that are not there: ${missing}`)
}

/** Returns the landing page's chunks that index.html does not load. */
const chunksOf = (bundle, page) => {
  const landing = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith('/landing-page.tsx'))
  if (!landing) throw new Error('the build has no landing page')
  return [landing.fileName, ...landing.imports].filter(name => !page.includes(name))
}

/** Writes `landing.html`, the prerendered page of `/`. */
export const prerenderLanding = () => ({
  name: 'prerender-landing',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    const rendered = await renderLanding()
    const landing = compose(page, rendered, chunksOf(bundle, page))
    assertServable(rendered.html, landing, dir)
    writeFileSync(join(dir, 'landing.html'), landing)
  },
})
