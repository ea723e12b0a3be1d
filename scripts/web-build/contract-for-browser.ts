import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { api } from '../../src/contract/api.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { responseShape } from './response-shape.ts'

/** The fields of an endpoint that `src/web/lib/requests/http.ts` reads. */
export const readFields: readonly string[] = ['method', 'path', 'bodyLimit', 'callsPaymentProvider', 'fileMediaType']

interface Edit {
  start: number
  end: number
  text: string
}

const nameOf = (property: ESTree.ObjectPropertyKind): string | undefined =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined

const endpoints: Endpoint[] = Object.values(api).flatMap(group => Object.values(group))

/** In production, the browser checks the responses of `/auth/` only. */
const checkedResponses = new Map(
  endpoints.flatMap(({ method, path, response }) =>
    response && path.startsWith('/auth/') ? [[`${method} ${path}`, JSON.stringify(responseShape(response))]] : [],
  ),
)

const literalOf = (spec: ESTree.ObjectExpression, name: string): unknown => {
  const found = spec.properties.find(property => nameOf(property) === name)
  return found?.type === 'Property' && found.value.type === 'Literal' ? found.value.value : undefined
}

const trimEndpoint = (code: string, spec: ESTree.ObjectExpression, shapes: Set<string>): Edit => {
  const kept = spec.properties.filter(property => readFields.includes(nameOf(property) ?? ''))
  const parts = kept.map(({ start, end }) => code.slice(start, end))
  const shape = checkedResponses.get(`${literalOf(spec, 'method')} ${literalOf(spec, 'path')}`)
  if (shape) parts.push(`response: shapeSchema(shape${[...shapes.add(shape)].indexOf(shape)})`)
  return { start: spec.start, end: spec.end, text: `{${parts.join(', ')}}` }
}

const trimEndpoints = (code: string, program: ESTree.Program): Edit[] => {
  const edits: Edit[] = []
  const shapes = new Set<string>()
  new Visitor({
    CallExpression: ({ callee, arguments: [spec] }) => {
      const isEndpoint = callee.type === 'Identifier' && callee.name === 'endpoint'
      if (isEndpoint && spec?.type === 'ObjectExpression') edits.push(trimEndpoint(code, spec, shapes))
    },
  }).visit(program)
  return shapes.size > 0 ? [declareShapes(shapes), ...edits] : edits
}

const declareShapes = (shapes: Set<string>): Edit => {
  const constants = [...shapes].map((shape, index) => `const shape${index} = ${shape}\n`)
  return { start: 0, end: 0, text: `import { shapeSchema } from '#contract/json-shape.ts'\n${constants.join('')}` }
}

const isFunction = ({ type }: ESTree.Node): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

const initializers = (program: ESTree.Program): ESTree.Expression[] =>
  program.body
    .map(statement => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap(declared => (declared?.type === 'VariableDeclaration' ? declared.declarations : []))
    .flatMap(({ init }) => (init && !isFunction(init) && init.type !== 'Literal' ? [init] : []))

const markPure = ({ start, end }: ESTree.Expression): Edit[] => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
]

const applyEdits = (code: string, edits: Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)

/** The bundler puts what a file imports into the same chunk, used or not. */
const dropUnusedImports = (code: string): string => {
  const { program } = parseSync('contract.js', code)
  const used = new Set<string>()
  const noteUse = ({ name }: { name: string }) => used.add(name)
  const body = program.body.filter(({ type }) => type !== 'ImportDeclaration')
  new Visitor({ Identifier: noteUse }).visit({ ...program, body })
  const unused = program.body.filter(
    statement =>
      statement.type === 'ImportDeclaration' &&
      statement.specifiers.length > 0 &&
      statement.specifiers.every(({ local }) => !used.has(local.name)),
  )
  return applyEdits(
    code,
    unused.map(({ start, end }) => ({ start, end, text: '' })),
  )
}

/**
 * Cuts a file of the contract down to what the browser uses: removes the schemas and texts of endpoints that only the
 * server reads, replaces the schemas of checked responses with their shapes, and marks the constants as free of side effects, so that the bundler drops the unused ones.
 */
export const trimContract = (code: string): string => {
  const { program } = parseSync('contract.js', code)
  return dropUnusedImports(
    applyEdits(code, [...trimEndpoints(code, program), ...initializers(program).flatMap(markPure)]),
  )
}

/** Files that are trimmed: all of the contract. */
export const contractFiles = /\/src\/contract\/[\w/-]+\.ts$/

/** This file configures zod. */
const hasSideEffects = (id: string): boolean => id.endsWith('/zod.ts')

export const contractForBrowser = (): Plugin => ({
  name: 'contract-for-browser',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: contractFiles },
    handler: (code, id) => ({ code: trimContract(code), map: null, moduleSideEffects: hasSideEffects(id) }),
  },
})
