import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Source {
  /** As in "src/server/leads/store.ts". */
  path: string
  lines: number
  /** Paths of our own files, or names of packages. */
  imports: string[]
  /** Those of them that are imported for more than their types. */
  called: string[]
}

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const resolve = (from: string, specifier: string): string => {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.replace('#', 'src/')
  if (path.startsWith('.')) return join(dirname(from), path)
  return packageName(path)
}

const read = (path: string): Source => {
  const text = readFileSync(join(root, path), 'utf8')
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(match => match[1] ?? '')
  const typeOnly = [...text.matchAll(/\bimport type [^;]*? from ['"]([^'"\n]+)['"]/g)].map(match => match[1] ?? '')
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: specifiers.map(specifier => resolve(path, specifier)),
    called: specifiers.filter(specifier => !typeOnly.includes(specifier)).map(specifier => resolve(path, specifier)),
  }
}

const codeIn = (folder: string): Source[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => /\.(ts|tsx|mjs)$/.test(path))
    .map(read)

const all = [...codeIn('src'), ...codeIn('tests'), ...codeIn('scripts')]
const isTest = ({ path }: Source) => /\.test\.tsx?$|\/testing\//.test(path)
/** What is shipped: tests and what serves only them may import anything. */
const sources = all.filter(source => source.path.startsWith('src/') && !isTest(source))

const roomOf = (path: string) => /^src\/(\w+)\//.exec(path)?.[1]
/** Of "server", "src/server/leads/store.ts" → "leads" and "src/server/app.ts" → "app"; of any other, undefined. */
const partOf = (folder: string, path: string): string | undefined =>
  path.startsWith(`src/${folder}/`) ? path.split('/')[folder.split('/').length + 1]?.replace(/\.\w+$/, '') : undefined
const inRoom = (room: string) => sources.filter(source => roomOf(source.path) === room)

/** Imports that break a rule, as "who → what". */
const breaking = (some: Source[], isForbidden: (imported: string, source: Source) => boolean): string[] =>
  some.flatMap(source =>
    source.imports.filter(imported => isForbidden(imported, source)).map(imported => `${source.path} → ${imported}`),
  )

it('this test reads the whole code', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.flatMap(source => source.imports).length).toBeGreaterThan(200)
  for (const room of ['contract', 'server', 'web']) expect(inRoom(room).length, room).toBeGreaterThan(10)
  const store = sources.find(source => source.path === 'src/server/leads/store.ts')
  expect(store?.imports).toEqual(expect.arrayContaining(['src/contract/leads.ts', 'src/server/db/client.ts']))
})

/** The one thread between product and sandbox: with no key at hand, the server starts it beside itself. */
const startsSandbox = (line: string): boolean => line === 'src/server/start-payments.ts → src/sandbox/start-sandbox.ts'

describe('between the rooms', () => {
  it('the contract imports nothing but itself and zod', () => {
    expect(breaking(inRoom('contract'), imported => roomOf(imported) !== 'contract' && imported !== 'zod')).toEqual([])
  })

  it('web and server import the contract and never each other', () => {
    const isElsewhere = (own: string) => (imported: string) => {
      const room = roomOf(imported)
      return room !== undefined && room !== own && room !== 'contract'
    }
    expect(breaking(inRoom('web'), isElsewhere('web'))).toEqual([])
    expect(breaking(inRoom('server'), isElsewhere('server')).filter(line => !startsSandbox(line))).toEqual([])
  })

  it('the sandbox stands alone: it imports none of the three, and none imports it but to start it', () => {
    expect(breaking(inRoom('sandbox'), imported => ![undefined, 'sandbox'].includes(roomOf(imported)))).toEqual([])
    const others = sources.filter(source => roomOf(source.path) !== 'sandbox')
    expect(breaking(others, imported => roomOf(imported) === 'sandbox').filter(line => !startsSandbox(line))).toEqual(
      [],
    )
  })

  it('the web app uses nothing of Node', () => {
    expect(breaking(inRoom('web'), imported => imported.startsWith('node:'))).toEqual([])
  })
})

/**
 * From what everybody may use to what uses everybody, of a folder's parts: each line may import itself and the lines above
 * it. Where a folder has a line '.', that is the files directly in it.
 */
const orders: Record<string, string[][]> = {
  server: [
    ['db', 'http', 'jobs', 'mail', 'metrics', 'trail', 'env', 'errors', 'services'],
    ['auth'],
    ['billing'],
    ['leads'],
    ['account'],
    ['admin'],
    ['demo'],
    ['app'],
    ['start-payments'],
    ['main'],
  ],
  web: [
    ['lib', 'ui', 'styles'],
    ['lead-display'],
    ['session'],
    ['forms'],
    ['shell'],
    ['auth'],
    ['billing'],
    ['leads'],
    ['profile'],
    ['admin'],
    ['landing'],
    ['app'],
  ],
  'web/ui': [['.'], ['fields'], ['overlays'], ['toasts']],
  'web/billing': [['.'], ['checkout'], ['subscription']],
  'web/leads': [['.'], ['report'], ['stats'], ['filters'], ['lead'], ['board'], ['list'], ['dashboard']],
  'web/leads/board': [['gestures'], ['moves'], ['.']],
}

describe.each(Object.entries(orders))('inside %s', (folder, order) => {
  const isDirect = (path: string) => path.split('/').length === folder.split('/').length + 2
  const levelOf = (path: string) => {
    const part = partOf(folder, path) ?? ''
    const level = order.findIndex(parts => parts.includes(part))
    return level === -1 && isDirect(path) ? order.findIndex(parts => parts.includes('.')) : level
  }
  const own = sources.filter(source => partOf(folder, source.path) !== undefined)

  it('every folder has its place in the order', () => {
    expect(own.filter(source => levelOf(source.path) === -1).map(source => source.path)).toEqual([])
  })

  it('nothing imports what stands above it', () => {
    const isAbove = (imported: string, source: Source) =>
      partOf(folder, imported) !== undefined && levelOf(imported) > levelOf(source.path)
    expect(breaking(own, isAbove)).toEqual([])
  })
})

describe('inside a feature of the server', () => {
  const isRoutes = (path: string) => /\/routes\.ts$/.test(path)
  const isStore = (path: string) => /(\/|-)store\.ts$/.test(path)
  const server = inRoom('server')
  /** Files that call a store without being one: they decide in which order things happen. */
  const flows = new Set(
    server
      .filter(({ path, called }) => !isRoutes(path) && !isStore(path) && called.some(isStore))
      .map(({ path }) => path),
  )
  const calling = (isForbidden: (called: string, source: Source) => boolean) =>
    server.flatMap(source =>
      source.called.filter(called => isForbidden(called, source)).map(called => `${source.path} → ${called}`),
    )

  it('only the app calls routes', () => {
    expect(calling((called, { path }) => isRoutes(called) && path !== 'src/server/app.ts')).toEqual([])
  })

  it('a store calls no flow', () => {
    expect(flows.size).toBeGreaterThan(20)
    expect(calling((called, { path }) => isStore(path) && flows.has(called))).toEqual([])
  })
})

describe('imports', () => {
  it('never run in a circle', () => {
    const byPath = new Map(sources.map(source => [source.path, source]))
    const circles: string[] = []
    const finished = new Set<string>()
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (finished.has(path) || trail.includes(path)) return
      for (const imported of byPath.get(path)?.imports ?? []) visit(imported, [...trail, path])
      finished.add(path)
    }
    for (const { path } of sources) visit(path, [])
    expect(circles).toEqual([])
  })

  it.each([
    ['zod', /^src\/contract\/zod\.ts$/],
    ['pg', /^src\/server\/db\//],
    ['@node-rs/argon2', /^src\/server\/auth\/password\.ts$/],
    ['nodemailer', /^src\/server\/mail\//],
    ['prom-client', /^src\/server\/metrics\//],
    ['stripe', /^src\/server\/billing\/stripe\.ts$/],
    ['cockatiel', /^src\/server\/billing\/stripe\.ts$/],
    ['jspdf', /^src\/web\/leads\/report\//],
    ['jspdf-autotable', /^src\/web\/leads\/report\//],
    ['@atlaskit/pragmatic-drag-and-drop', /^src\/web\/leads\/board\/gestures\//],
    ['@atlaskit/pragmatic-drag-and-drop-auto-scroll', /^src\/web\/leads\/board\/gestures\//],
  ])('of %s have one owner', (sdk, owner) => {
    const product = sources.filter(source => roomOf(source.path) !== 'sandbox')
    expect(breaking(product, (imported, { path }) => imported === sdk && !owner.test(path))).toEqual([])
  })
})

it('lead endpoints are called in the two API files of leads, and in billing for the export', () => {
  const callers = inRoom('web').filter(({ path }) => /\bleadsApi\b/.test(readFileSync(join(root, path), 'utf8')))
  expect(callers.map(({ path }) => path).sort()).toEqual([
    'src/web/billing/api.ts',
    'src/web/leads/api-on-demand.ts',
    'src/web/leads/api.ts',
  ])
})

describe('module-level state of the web app', () => {
  it('is listed in ARCHITECTURE.md, and only there where it exists', () => {
    const isStateful = ({ path }: Source) =>
      /^(export )?(let |const \w+ = new (Map|Set|WeakMap|AbortController)\b)/m.test(
        readFileSync(join(root, path), 'utf8'),
      )
    const stateful = inRoom('web').filter(source => isStateful(source) && /\.tsx?$/.test(source.path))
    const [, section = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## Module-level state in `web`')
    const rows =
      section
        .split('\n## ')[0]
        ?.split('\n')
        .filter(line => line.startsWith('| `')) ?? []
    const listed = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(match => match[1]))
    expect(listed.map(path => `src/web/${path}`).sort()).toEqual(stateful.map(({ path }) => path).sort())
  })
})

describe('a file', () => {
  it('says by its name what it is about', () => {
    const empty = /^(utils?|helpers?|common|misc|shared|managers?|service|types?|constants?|index)$/
    expect(
      all.map(source => source.path).filter(path => empty.test(path.split('/').at(-1)?.split('.')[0] ?? '')),
    ).toEqual([])
  })

  it('has a name in kebab-case', () => {
    expect(
      all.map(source => source.path).filter(path => !/^[a-z0-9-]+(\.[a-z]+)+$/.test(path.split('/').at(-1) ?? '')),
    ).toEqual([])
  })

  it('has at most 300 lines', () => {
    expect(all.filter(source => source.lines > 300).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  })
})
