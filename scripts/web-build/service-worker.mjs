import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src/web/app/service-worker.js', import.meta.url))
/** Precached files without a hash in their name. */
const unhashed = ['../../index.html', '../../public/start.js', '../../public/favicon.svg'].map(name =>
  fileURLToPath(new URL(name, import.meta.url)),
)

// Most users never open these screens, so do not precache them.
const isRarelyUsed = name => /\/(report|admin|all-leads|landing|legal)/.test(name)
const isPrecached = name => /^assets\/.*\.(js|css|woff2)$/.test(name) && !isRarelyUsed(name)

/** A Vite plugin that writes /sw.js. It contains a hash of the build, so that browsers detect updates. */
export const serviceWorker = () => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const files = Object.keys(bundle).filter(isPrecached).sort()
    const code = await readFile(source, 'utf8')
    const hash = createHash('sha256').update(files.join()).update(code)
    for (const path of unhashed) hash.update(await readFile(path))
    const version = hash.digest('hex').slice(0, 12)
    const build = { version, files: files.map(name => `/${name}`) }
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: `self.build = ${JSON.stringify(build)}\n${code}` })
  },
})
