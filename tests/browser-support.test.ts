import { join, relative } from 'node:path'
import compatibility from '@mdn/browser-compat-data' with { type: 'json' }
import ts from 'typescript'
import { expect, it } from 'vitest'
import { browsersWithout } from '../scripts/supported-browsers.mjs'

const root = join(import.meta.dirname, '..')

/** Each is used only where the browser offers it. */
const guarded = new Map([
  ['Navigator.vibrate', 'no Safari: the lift of a card is felt where the phone can'],
  ['PopStateEvent.hasUAVisualTransition', 'read as absent: the page then animates by itself'],
  ['TouchEvent', 'no touch on desktop Safari'],
  ['TouchEvent.touches', 'no touch on desktop Safari'],
  ['TouchList.length', 'no touch on desktop Safari'],
])

type Features = Record<string, { __compat?: { support: object } } | undefined>
const builtins: Record<string, Features | undefined>[] = [
  compatibility.api as never,
  compatibility.javascript.builtins as never,
]

/** The interface that declares a member, as MDN names it. `undefined` for a global name. */
const ownerOf = ({ parent }: ts.Declaration): string | undefined => {
  const named = ts.isTypeLiteralNode(parent) ? parent.parent : parent
  if (!ts.isInterfaceDeclaration(named) && !ts.isVariableDeclaration(named)) return undefined
  const name = named.name
    .getText()
    .replace(/Constructor$/, '')
    .replace(/^ReadonlyArray$/, 'Array')
  return name === 'WindowOrWorkerGlobalScope' ? undefined : name
}

const browsersLacking = (owner: string | undefined, name: string): string[] =>
  builtins.flatMap(groups => {
    const members = owner === undefined ? groups : groups[owner]
    const feature = (members?.[`${name}_static`] ?? members?.[name]) as Features[string]
    return browsersWithout(feature?.__compat)
  })

const createProgram = (): ts.Program => {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.web.json'), {}, host)
  if (!config) throw new Error('tsconfig.web.json could not be read')
  return ts.createProgram(config.fileNames, { ...config.options, composite: false, noEmit: true })
}

/** Every built-in that the web app and the contract name: "Owner.member" or "Name", with one place that names it. */
const findUsedBuiltins = (program: ts.Program): Map<string, { owner?: string; name: string; file: string }> => {
  const checker = program.getTypeChecker()
  const used = new Map<string, { owner?: string; name: string; file: string }>()
  const visit = (node: ts.Node, file: string): void => {
    ts.forEachChild(node, child => visit(child, file))
    if (!ts.isIdentifier(node)) return
    for (const declaration of checker.getSymbolAtLocation(node)?.declarations ?? []) {
      if (!program.isSourceFileDefaultLibrary(declaration.getSourceFile())) continue
      const owner = ownerOf(declaration)
      const feature = owner === undefined ? node.text : `${owner}.${node.text}`
      used.set(feature, { ...(owner === undefined ? {} : { owner }), name: node.text, file })
    }
  }
  for (const source of program.getSourceFiles()) {
    const file = relative(root, source.fileName)
    if (/^src\/(web|contract)\//.test(file)) visit(source, file)
  }
  return used
}

it('uses no built-in that the oldest supported browsers lack', { timeout: 120_000 }, () => {
  const used = findUsedBuiltins(createProgram())
  // A program that was not read would use nothing.
  expect(used.size).toBeGreaterThan(200)
  const missing = [...used].flatMap(([feature, { owner, name, file }]) => {
    const browsers = [...new Set(browsersLacking(owner, name))]
    return browsers.length > 0 ? [{ feature, browsers, file }] : []
  })
  expect(missing.filter(({ feature }) => !guarded.has(feature))).toEqual([])
  expect(missing.map(({ feature }) => feature).sort()).toEqual([...guarded.keys()].sort())
})
