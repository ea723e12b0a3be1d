import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildTargets } from './scripts/browsers/supported-browsers.mjs'
import { codeGroups } from './scripts/web-build/code-groups.ts'
import { compileAhead } from './scripts/web-build/compile-ahead.mjs'
import { contractForBrowser } from './scripts/web-build/contract-for-browser.ts'
import { jspdfWithoutRenderers } from './scripts/web-build/patches/jspdf.ts'
import { routerWithoutNames } from './scripts/web-build/patches/react-router.ts'
import { sonnerWithoutStyleTag } from './scripts/web-build/patches/sonner.ts'
import { preloadedPages } from './scripts/web-build/preloaded-pages.mjs'
import { prerenderPages } from './scripts/web-build/prerender-pages.mjs'
import { serviceWorker } from './scripts/web-build/service-worker.mjs'

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
    compileAhead(),
    precompress(),
    prerenderPages(),
    preloadedPages(),
  ],
  cacheDir: '.cache/vite',
  build: {
    outDir: 'dist/web',
    target: buildTargets,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Only pages and tabs name the files that they need. Parts of a page need few that are not there, and each link takes a
      // slow phone some milliseconds.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || /(-page|\/lead-list|\/today)-[^/]*$/.test(file) ? files : [],
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: codeGroups },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/f/': 'http://localhost:3000' } },
})
