import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { layerOrders } from './layer-orders.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Source {
  /** Such as "src/server/leads/read/store.ts". */
  path: string
  lines: number
  /** Paths of own files, or package names. */
  imports: string[]
  /** Imports that are not only types. */
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
/** Shipped code. Tests and test helpers may import anything. */
const sources = all.filter(source => source.path.startsWith('src/') && !isTest(source))

const layerOf = (path: string) => /^src\/(\w+)\//.exec(path)?.[1]
/** Returns the part of a folder: in "server", "src/server/leads/read/store.ts" → "leads", "src/server/app.ts" → "app". */
const partOf = (folder: string, path: string): string | undefined =>
  path.startsWith(`src/${folder}/`) ? path.split('/')[folder.split('/').length + 1]?.replace(/\.\w+$/, '') : undefined
const inLayer = (layer: string) => sources.filter(source => layerOf(source.path) === layer)

/** Returns imports that violate a rule, as "importer → imported". */
const findViolations = (some: Source[], isForbidden: (imported: string, source: Source) => boolean): string[] =>
  some.flatMap(source =>
    source.imports.filter(imported => isForbidden(imported, source)).map(imported => `${source.path} → ${imported}`),
  )

it('the test reads all code', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.flatMap(source => source.imports).length).toBeGreaterThan(200)
  for (const layer of ['contract', 'server', 'web']) expect(inLayer(layer).length, layer).toBeGreaterThan(10)
  const store = sources.find(source => source.path === 'src/server/leads/read/store.ts')
  expect(store?.imports).toEqual(expect.arrayContaining(['src/contract/leads/leads.ts', 'src/server/db/client.ts']))
})

/** The only import between product and sandbox: the server starts the sandbox when there is no Stripe key. */
const startsSandbox = (line: string): boolean => line === 'src/server/start-payments.ts → src/sandbox/start-sandbox.ts'

describe('layers', () => {
  it('the contract imports only itself and zod', () => {
    expect(
      findViolations(inLayer('contract'), imported => layerOf(imported) !== 'contract' && imported !== 'zod'),
    ).toEqual([])
  })

  it('web and server import the contract but never each other', () => {
    const isElsewhere = (own: string) => (imported: string) => {
      const layer = layerOf(imported)
      return layer !== undefined && layer !== own && layer !== 'contract'
    }
    expect(findViolations(inLayer('web'), isElsewhere('web'))).toEqual([])
    expect(findViolations(inLayer('server'), isElsewhere('server')).filter(line => !startsSandbox(line))).toEqual([])
  })

  it('the sandbox imports no other layer and is imported only to be started', () => {
    expect(findViolations(inLayer('sandbox'), imported => ![undefined, 'sandbox'].includes(layerOf(imported)))).toEqual(
      [],
    )
    const others = sources.filter(source => layerOf(source.path) !== 'sandbox')
    expect(
      findViolations(others, imported => layerOf(imported) === 'sandbox').filter(line => !startsSandbox(line)),
    ).toEqual([])
  })

  it('the web app does not import Node modules', () => {
    expect(findViolations(inLayer('web'), imported => imported.startsWith('node:'))).toEqual([])
  })
})

describe.each(Object.entries(layerOrders))('the order of parts in %s', (folder, order) => {
  const isDirect = (path: string) => path.split('/').length === folder.split('/').length + 2
  const levelOf = (path: string) => {
    const part = partOf(folder, path) ?? ''
    const level = order.findIndex(parts => parts.includes(part))
    return level === -1 && isDirect(path) ? order.findIndex(parts => parts.includes('.')) : level
  }
  const own = sources.filter(source => partOf(folder, source.path) !== undefined)

  it('contains every part', () => {
    expect(own.filter(source => levelOf(source.path) === -1).map(source => source.path)).toEqual([])
  })

  it('is followed by all imports', () => {
    const isAbove = (imported: string, source: Source) =>
      partOf(folder, imported) !== undefined && levelOf(imported) > levelOf(source.path)
    expect(findViolations(own, isAbove)).toEqual([])
  })
})

describe('in a feature of the server', () => {
  const isRoutes = (path: string) => /\/routes\.ts$/.test(path)
  const isStore = (path: string) => /(\/|-)store\.ts$/.test(path)
  const server = inLayer('server')
  /** Files that call a store but are neither stores nor routes. */
  const flows = new Set(
    server
      .filter(({ path, called }) => !isRoutes(path) && !isStore(path) && called.some(isStore))
      .map(({ path }) => path),
  )
  const calling = (isForbidden: (called: string, source: Source) => boolean) =>
    server.flatMap(source =>
      source.called.filter(called => isForbidden(called, source)).map(called => `${source.path} → ${called}`),
    )

  it('only the app imports routes', () => {
    expect(calling((called, { path }) => isRoutes(called) && path !== 'src/server/app.ts')).toEqual([])
  })

  it('stores do not call flows', () => {
    expect(flows.size).toBeGreaterThan(20)
    expect(calling((called, { path }) => isStore(path) && flows.has(called))).toEqual([])
  })
})

describe('imports', () => {
  it('have no cycles', () => {
    const byPath = new Map(sources.map(source => [source.path, source]))
    const cycles: string[] = []
    const finished = new Set<string>()
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (finished.has(path) || trail.includes(path)) return
      for (const imported of byPath.get(path)?.imports ?? []) visit(imported, [...trail, path])
      finished.add(path)
    }
    for (const { path } of sources) visit(path, [])
    expect(cycles).toEqual([])
  })

  it.each([
    ['zod', /^src\/contract\/zod\.ts$/],
    ['pg', /^src\/server\/db\//],
    ['fast-json-stringify', /^src\/server\/http\/serializer\.ts$/],
    ['@node-rs/argon2', /^src\/server\/auth\/password\.ts$/],
    ['sharp', /^src\/server\/brand\//],
    ['undici', /^src\/server\/outbound\//],
    ['standardwebhooks', /^src\/server\/webhooks\//],
    ['lean-qr', /^src\/server\/capture\//],
    ['nodemailer', /^src\/server\/mail\//],
    ['prom-client', /^src\/server\/metrics\//],
    ['stripe', /^src\/server\/billing\/stripe\/stripe\.ts$/],
    ['cockatiel', /^src\/server\/billing\/stripe\/stripe\.ts$/],
    ['jspdf', /^src\/web\/leads\/report\//],
    ['jspdf-autotable', /^src\/web\/leads\/report\//],
    ['@atlaskit/pragmatic-drag-and-drop', /^src\/web\/leads\/board\/gestures\//],
  ])('of %s are limited to one owner', (sdk, owner) => {
    const product = sources.filter(source => layerOf(source.path) !== 'sandbox')
    expect(findViolations(product, (imported, { path }) => imported === sdk && !owner.test(path))).toEqual([])
  })
})

it('lead endpoints are called in the two API files of leads, and in billing for the export', () => {
  const callers = sources.filter(
    ({ path }) => layerOf(path) === 'web' && /\bleadsApi\b/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(callers.map(({ path }) => path).sort()).toEqual([
    'src/web/billing/api.ts',
    'src/web/leads/api-on-demand.ts',
    'src/web/leads/api.ts',
  ])
})

describe('module-level state of the web app', () => {
  it('is listed in ARCHITECTURE.md exactly where it exists', () => {
    const isStateful = ({ path }: Source) =>
      /^(export )?(let |const \w+ = new (Map|Set|WeakMap|AbortController)\b)/m.test(
        readFileSync(join(root, path), 'utf8'),
      )
    const stateful = inLayer('web').filter(source => isStateful(source) && /\.tsx?$/.test(source.path))
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

// The selector of `group-last:` makes the browser restyle all of an element that is no longer the last child.
it('classes depend on what is around by `in-[…]:`, not by `group-` or `peer-`', () => {
  const hasGroup = ({ path }: Source) => /['"` :](group|peer)-[\w[\]/=-]+:/.test(readFileSync(join(root, path), 'utf8'))
  expect(
    inLayer('web')
      .filter(hasGroup)
      .map(({ path }) => path),
  ).toEqual([])
})

describe('a file', () => {
  it('has a specific name', () => {
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
