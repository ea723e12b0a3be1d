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

// Constants, functions and components without schemas that every page with a form shares, and those of pages about leads.
const plainValues =
  /\/src\/contract\/(zod|auth\/mailed-link|values\/(numbers|storable))\.ts$|\/src\/web\/(lib\/when-idle|ui\/(notice|fields\/field))\.tsx?$/
const leadValues = /\/src\/contract\/(values\/dates|leads\/(lead-status|filter-readers))\.ts$/

const textSchemas = /\/src\/contract\/values\/text\.ts$/
const leadSchemas = /\/src\/contract\/(values\/(date-inputs|id|query)|leads\/lead-filters)\.ts$/

const sharedWithLanding = /\/src\/contract\/auth\/auth\.ts$|\/src\/web\/(lib\/http\.ts|ui\/badge\.tsx)$/

const forms =
  /\/node_modules\/(react-hook-form|@hookform)\/|\/src\/web\/(ui\/fields\/text-field|forms\/apply-server-errors)\.tsx?$/

// What every page of a session loads, so that its pages share one file.
const signedIn =
  /\/src\/web\/(app\/signed-in-shell|shell\/account-header|ui\/load-error)\.tsx$|\/src\/web\/(lib\/use-url-params|ui\/overlays\/use-scroll-lock|leads\/(cross-tab-refresh|filters\/lead-filters))\.ts$|\/react-query\/.*\/useQuery\./

// What many pages share and the first cards do not need.
const leadContract = /\/src\/contract\/(leads\/lead|privacy\/lead-privacy)\.ts$/
const sharedByPages =
  /\/src\/web\/(ui\/(load-error-notice|relative-time|toasts\/show-failure|fields\/(date-field|text-area|field-error))|forms\/use-draft-form|leads\/api-on-demand|lost-reasons\/api|billing\/plans-link)\.tsx?$/

// What the dashboard loads next: around the cards, and then for the lead that opens.
const aroundCards =
  /\/src\/web\/(notifications\/notification-bell|shell\/bottom-bar|billing\/plan-limit-notice|leads\/(board\/stage-strip|dashboard\/offline-bar))\.tsx$/
const leadEditor =
  /\/src\/web\/leads\/(contact\/contacting|lead\/(editor\/lead-dialog|menu\/(team-lead-menu|remove-lead))|lost\/why-lost)\.tsx$/

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
            { name: 'base', tags: ['$initial'], priority: 17 },
            // zod and the schemas of single values, which only forms need, and before them what these share with others.
            { name: 'zod', test: /\/node_modules\/zod\//, priority: 16 },
            { name: 'values', test: plainValues, priority: 15 },
            { name: 'lead-values', test: leadValues, priority: 15 },
            { name: 'schemas', test: textSchemas, priority: 14 },
            { name: 'lead-schemas', test: leadSchemas, priority: 14 },
            // What the landing page shares with the groups below, so that it loads nothing else of them.
            { name: 'calls', test: sharedWithLanding, priority: 13 },
            { name: 'forms', test: forms, priority: 13 },
            { name: 'session', test: /\/app\/session-shell\.tsx$/, priority: 12 },
            { name: 'signed-in', test: signedIn, priority: 11 },
            // The dashboard's page imports the team's calls, but not these schemas.
            { name: 'team-settings', test: /\/contract\/team\/settings\.ts$/, priority: 11 },
            { name: 'dashboard', test: /\/leads\/dashboard\/dashboard-page\.tsx$/, priority: 10 },
            { name: 'overlays', test: /\/ui\/overlays\/(dialog|confirm-dialog)\.tsx$/, priority: 9 },
            { name: 'menu', test: /\/ui\/overlays\/menu\.tsx$/, priority: 8 },
            { name: 'writes', test: /\/react-query\/.*\/(useMutation|useInfiniteQuery)\./, priority: 8 },
            { name: 'link', test: /\/ui\/link-class\.ts$/, priority: 8 },
            { name: 'lead-contract', test: leadContract, priority: 7 },
            { name: 'shared', test: sharedByPages, priority: 6 },
            { name: 'around-cards', test: aroundCards, priority: 5 },
            { name: 'lead-editor', test: leadEditor, priority: 4 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/f/': 'http://localhost:3000' } },
})
