import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingFiles } from './bundle-files.mjs'

/** Pages and the chunks or sources whose code a first visit needs. code-groups.ts names the chunks. */
export const pages = {
  dashboard: ['session', 'signed-in', 'dashboard'],
  profile: ['session', 'signed-in', '/profile-page.tsx'],
  subscription: ['session', 'signed-in', '/subscription-page.tsx'],
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
      const links = missingFiles(bundle, sources, page).map(
        file => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`,
      )
      writeFileSync(
        join(dir, `${name}.html`),
        page.replace('  </head>', () => `${links.join('')}  </head>`),
      )
    }
  },
})
