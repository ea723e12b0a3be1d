import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pages and the chunks or sources whose code a first visit needs. vite.config.ts names the chunks. */
const pages = { dashboard: ['session', 'signed-in', '/dashboard/dashboard-page.tsx'] }

const findChunk = (bundle, source) => {
  const chunk = Object.values(bundle).find(
    ({ name, facadeModuleId }) => facadeModuleId?.endsWith(source) || name === source,
  )
  if (!chunk) throw new Error(`the build has no ${source}`)
  return chunk
}

const collectFiles = (bundle, { fileName, imports }, found = new Set()) => {
  if (found.has(fileName)) return found
  found.add(fileName)
  for (const name of imports) collectFiles(bundle, bundle[name], found)
  return found
}

/**
 * Writes an HTML file for each of these pages: index.html, with links to their code. Without them, a browser requests it only
 * after it ran the first script.
 */
export const preloadedPages = () => ({
  name: 'preloaded-pages',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    for (const [name, sources] of Object.entries(pages)) {
      const files = new Set(sources.flatMap(source => [...collectFiles(bundle, findChunk(bundle, source))]))
      const links = [...files]
        .filter(file => !page.includes(file))
        .map(file => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`)
      writeFileSync(
        join(dir, `${name}.html`),
        page.replace('  </head>', () => `${links.join('')}  </head>`),
      )
    }
  },
})
