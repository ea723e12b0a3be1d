import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { prerenderLanding } from './scripts/prerender-landing.mjs'
import { serviceWorker } from './scripts/service-worker.mjs'
import { withoutSummaries } from './scripts/without-summaries.mjs'

/** Writes .br and .gz beside each text asset; not beside index.html, which the server rewrites when it starts. */
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

/** The text of the page waits for this one font, so the page asks for it at once. */
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

/** Sonner injects its styles as a <style> without a nonce, which our policy refuses; ui/toaster.tsx imports the file. */
const sonnerWithoutStyleTag = (): Plugin => ({
  name: 'sonner-without-style-tag',
  apply: 'build',
  transform: {
    filter: { id: /\/sonner\/dist\/index\.mjs$/ },
    handler(code) {
      const call = /^__insertCSS\(".*"\);?$/m
      if (!call.test(code)) this.error('sonner no longer inserts its styles the way this expects')
      return { code: code.replace(call, ''), map: null }
    },
  },
})

/** What the router's parts are called in developer tools would keep all of them in the bundle, used or not. */
const routerWithoutNames = (): Plugin => ({
  name: 'router-without-names',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\/.*\.js$/, code: /^\w+\.displayName = /m },
    handler: code => ({
      code: code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (?=React\$1\.forwardRef\()/g, '= /* @__PURE__ */ '),
      map: null,
    }),
  },
})

const emptyModule = fileURLToPath(new URL('src/web/leads/report/report-empty-module.ts', import.meta.url))

export default defineConfig({
  // Half of jspdf is for HTML and SVG, which it would load on demand and the report never draws.
  resolve: { alias: { html2canvas: emptyModule, canvg: emptyModule, dompurify: emptyModule } },
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutStyleTag(),
    routerWithoutNames(),
    withoutSummaries(),
    preloadFont(),
    serviceWorker(),
    precompress(),
    prerenderLanding(),
  ],
  cacheDir: '.cache/vite',
  build: {
    outDir: 'dist/web',
    manifest: true,
    modulePreload: { polyfill: false },
    // Every screen needs all of what the page starts with: in one file it is smaller than in ten.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
