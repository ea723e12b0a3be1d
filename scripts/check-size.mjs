import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { projectFolder } from './run-tool.mjs'

/**
 * The sources and named chunks that must load before a screen can be used, including their static imports. Add a
 * dynamically imported part here if a screen waits for it. code-groups.ts names the chunks.
 */
const screens = [
  { name: 'Página inicial', budget: 95, needs: ['src/web/landing/landing-page.tsx'] },
  {
    name: 'Inicial inteira',
    budget: 107,
    needs: ['src/web/landing/landing-page.tsx', 'src/web/landing/landing-sections.tsx'],
  },
  { name: 'Login', budget: 125, needs: ['session', 'src/web/auth/login-page.tsx'] },
  { name: 'Cadastro', budget: 125, needs: ['session', 'src/web/auth/register-page.tsx'] },
  {
    name: 'Painel',
    budget: 150,
    needs: ['session', 'signed-in', 'dashboard'],
  },
]
const entry = 'index.html'

/** Chunks of the board and of an opened lead. Other pages must not load them: code-groups.ts keeps what they share elsewhere. */
const ofLeads = ['dashboard', 'lead-editor', 'around-cards']

const folder = join(projectFolder, 'dist/web')

const findChunk = (manifest, source) => {
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name, src }) => name === source && !src)
  if (!chunk) throw new Error(`${source} não está entre os arquivos gerados`)
  return chunk
}

const collectFiles = (manifest, source, found = new Set()) => {
  const chunk = findChunk(manifest, source)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, found)
  return found
}

/** Returns the pages that load code of the board or of an opened lead, each with these chunks. */
const findPagesWithLeads = manifest => {
  const files = new Map(ofLeads.map(name => [findChunk(manifest, name).file, name]))
  return Object.keys(manifest)
    .filter(source => /-page\.tsx$|\/landing-sections\.tsx$/.test(source))
    .flatMap(source => {
      const found = [...collectFiles(manifest, source)].flatMap(file => files.get(file) ?? [])
      return found.length > 0 ? [`${source}: ${found.join(', ')}`] : []
    })
}

const gzipKilobytes = file => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000

const formatKilobytes = value => `${value.toFixed(1).replace('.', ',')} KB`

/** Prints the gzip size of each screen. Returns 0 if all are within their budgets and no page loads the board's code for nothing. */
export const checkBundleSize = () => {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const overBudget = screens.filter(({ name, budget, needs }) => {
    const files = new Set([entry, ...needs].flatMap(source => [...collectFiles(manifest, source)]))
    const size = [...files].reduce((sum, file) => sum + gzipKilobytes(file), 0)
    const verdict = size > budget ? 'acima' : 'ok'
    console.log(
      `${name.padEnd(15)} ${formatKilobytes(size).padStart(9)} de ${formatKilobytes(budget).padStart(9)}  ${verdict}`,
    )
    return size > budget
  })
  if (overBudget.length > 0)
    console.error(`JavaScript acima do limite: ${overBudget.map(({ name }) => name).join(', ')}`)
  const withLeads = findPagesWithLeads(manifest)
  if (withLeads.length > 0) console.error(`Páginas que carregam o código do quadro:\n${withLeads.join('\n')}`)
  return overBudget.length + withLeads.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(checkBundleSize())
