import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractForBrowser } from './scripts/contract-for-browser.ts'
import { jspdfWithoutRenderers } from './scripts/patches/jspdf.ts'
import { routerWithoutNames } from './scripts/patches/react-router.ts'
import { sonnerWithoutStyleTag } from './scripts/patches/sonner.ts'
import { preloadedPages } from './scripts/preloaded-pages.mjs'
import { prerenderPages } from './scripts/prerender-pages.mjs'
import { serviceWorker } from './scripts/service-worker.mjs'
import { buildTargets } from './scripts/supported-browsers.mjs'

/** Writes .br and .gz next to each text asset, except index.html, which the server changes at startup. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) return
    const names = await readdir(dir, { recursive: true })
    const texts = names.filter(name => /\.(js|css|svg|json)$/.test(name) && !name.startsWith('.vite'))
    await Promise.all(texts.map(name => compressFile(join(dir, name))))
  },
})

const compressFile = async (path: string) => {
  const content = await readFile(path)
  await Promise.all([
    writeFile(`${path}.br`, await promisify(brotliCompress)(content)),
    writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })),
  ])
}

/** Preloads the font that the page's text waits for. */
const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter(name => name.endsWith('.woff2'))
        .map(name => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
          injectTo: 'head' as const,
        })),
  },
})

// Constants and functions without schemas that every page with a form shares, and those of pages about leads.
const plainValues = /\/src\/contract\/(zod|values\/(numbers|storable))\.ts$|\/lib\/when-idle\.ts$/
const leadValues = /\/src\/contract\/(values\/dates|leads\/(lead-status|filter-readers))\.ts$/

const textSchemas = /\/src\/contract\/values\/text\.ts$/
const leadSchemas = /\/src\/contract\/(values\/(date-inputs|id|query)|leads\/lead-filters)\.ts$/

const sharedWithLanding = /\/src\/contract\/auth\/auth\.ts$|\/src\/web\/(lib\/http\.ts|ui\/badge\.tsx)$/

// What every page of a session loads, so that its pages share one file.
const signedIn =
  /\/src\/web\/(app\/signed-in-shell|shell\/account-header|ui\/load-error)\.tsx$|\/src\/web\/(lib\/use-url-params|leads\/(cross-tab-refresh|filters\/lead-filters))\.ts$|\/react-query\/.*\/useQuery\./

export default defineConfig({
  resolve: { alias: jspdfWithoutRenderers },
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutStyleTag(),
    routerWithoutNames(),
    contractForBrowser(),
    preloadFont(),
    serviceWorker(),
    precompress(),
    prerenderPages(),
    preloadedPages(),
  ],
  cacheDir: '.cache/vite',
  build: {
    outDir: 'dist/web',
    target: buildTargets,
    manifest: true,
    modulePreload: { polyfill: false },
    // Few large files are smaller than many small ones. Each group holds the named sources with all that they import.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 7 },
            // zod and the schemas of single values, which only forms need, and before them what these share with others.
            { name: 'zod', test: /\/node_modules\/zod\//, priority: 6 },
            { name: 'values', test: plainValues, priority: 5 },
            { name: 'lead-values', test: leadValues, priority: 5 },
            { name: 'schemas', test: textSchemas, priority: 4 },
            { name: 'lead-schemas', test: leadSchemas, priority: 4 },
            // What the landing page shares with the two groups below, so that it loads nothing else of them.
            { name: 'calls', test: sharedWithLanding, priority: 3 },
            { name: 'session', test: /\/app\/session-shell\.tsx$/, priority: 2 },
            { name: 'signed-in', test: signedIn, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/f/': 'http://localhost:3000' } },
})
