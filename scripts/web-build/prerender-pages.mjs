import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { projectFolder } from '../run-tool.mjs'
import { missingFiles } from './bundle-files.mjs'

const cache = join(projectFolder, '.cache')

/** Builds the public pages for Node and renders them. */
const renderPages = async () => {
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'prerender-'))
  try {
    const ssr = 'src/web/app/prerender.tsx'
    await build({
      root: projectFolder,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      build: { ssr, outDir },
    })
    const { renderPublicPages } = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    return await renderPublicPages()
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const promise = 'Organize, acompanhe e converta mais leads.'

/** Meta tags for search engines and link previews. The server replaces the placeholders in braces. */
const metaTags = ({ path, title, description, describesProduct }) => [
  `<link rel="canonical" href="{{public-url}}${path}" />`,
  '<meta property="og:type" content="website" />',
  '<meta property="og:locale" content="pt_BR" />',
  '<meta property="og:site_name" content="{{brand}}" />',
  `<meta property="og:title" content="${title} – {{brand}}" />`,
  `<meta property="og:description" content="${description}" />`,
  `<meta property="og:url" content="{{public-url}}${path}" />`,
  '<meta property="og:image" content="{{public-url}}/{{sharing-image}}" />',
  '<meta property="og:image:type" content="image/png" />',
  '<meta property="og:image:width" content="1200" />',
  '<meta property="og:image:height" content="630" />',
  `<meta property="og:image:alt" content="${promise}" />`,
  '<meta name="twitter:card" content="summary_large_image" />',
  `<meta name="twitter:title" content="${title} – {{brand}}" />`,
  `<meta name="twitter:description" content="${description}" />`,
  '<meta name="twitter:image" content="{{public-url}}/{{sharing-image}}" />',
  `<meta name="twitter:image:alt" content="${promise}" />`,
  ...(describesProduct ? ['{{structured-data}}'] : []),
]

const descriptionTag = /(name="description"\s+content=")([^"]+)"/

const readDescription = page => {
  const found = descriptionTag.exec(page)
  if (!found) throw new Error('index.html has no description')
  return found[2]
}

const codeTags = / *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/g

/** Moves the code, which only enhances the page, into a template. public/start.js loads it after the first paint, images first. */
const delayCode = page => {
  const tags = page
    .match(codeTags)
    .join('')
    .replaceAll(/<script|<link/g, '$& fetchpriority="low"')
  return page
    .replace(codeTags, '')
    .replace('  </head>', () => `    <template id="code">\n${tags}    </template>\n  </head>`)
}

/** Inserts a rendered page into index.html. */
const compose = (page, rendered, chunks) => {
  const description = rendered.description ?? readDescription(page)
  const links = [
    ...metaTags({ ...rendered, description }),
    ...rendered.images.map(({ href, media }) => `<link rel="preload" as="image" media="${media}" href="${href}">`),
    ...chunks.map(name => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ]
  const parts = [
    [/<title>.*?<\/title>/, `<title>${rendered.title} – {{brand}}</title>`],
    [descriptionTag, `name="description" content="${description}"`],
    ['  </head>', `    ${links.join('\n    ')}\n  </head>`],
    ['<div id="root"></div>', `<div id="root"${rendered.isForGuests ? ' data-guest' : ''}>${rendered.html}</div>`],
  ]
  const composed = parts.reduce((text, [from, to]) => {
    if (text.search(from) === -1) throw new Error(`index.html has no ${from}`)
    return text.replace(from, () => to)
  }, page)
  return delayCode(composed)
}

/** Throws for inline scripts and styles, which the content security policy blocks, and for missing files. */
const assertServable = ({ name, html }, page, dir) => {
  const forbidden = /<script|<style|\sstyle=|\son\w+=/.exec(html)
  if (forbidden) throw new Error(`the page ${name} holds ${forbidden[0]}, which the pages' policy refuses`)
  const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  const missing = assets.filter(path => !existsSync(join(dir, path)))
  if (assets.length === 0 || missing.length > 0)
    throw new Error(`the page ${name} names files that are not there: ${missing}`)
}

/** Writes an HTML file for each public page. */
export const prerenderPages = () => ({
  name: 'prerender-pages',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    for (const rendered of await renderPages()) {
      const composed = compose(page, rendered, missingFiles(bundle, rendered.sources, page))
      assertServable(rendered, composed, dir)
      writeFileSync(join(dir, `${rendered.name}.html`), composed)
    }
  },
})
