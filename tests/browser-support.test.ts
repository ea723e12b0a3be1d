import { join, relative } from 'node:path'
import ts from '@typescript/typescript6'
import { expect, it } from 'vitest'
import { browsersLacking } from '../scripts/browsers/builtin-support.mjs'

const root = join(import.meta.dirname, '..')

/** Each is used only where the browser offers it. */
const guarded = new Map([
  ['Navigator.vibrate', 'Safari has none; other phones vibrate when a card is lifted'],
  ['PopStateEvent.hasUAVisualTransition', 'Where it is absent, the page animates itself'],
  ['TouchEvent', 'no touch on desktop Safari'],
  ['TouchEvent.touches', 'no touch on desktop Safari'],
  ['TouchList.length', 'no touch on desktop Safari'],
])

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

it('uses no built-in that the oldest supported browsers lack', () => {
  const used = findUsedBuiltins(createProgram())
  // A program that was not read would use nothing.
  expect(used.size).toBeGreaterThan(200)
  const missing = [...used].flatMap(([feature, { owner, name, file }]) => {
    const browsers = owner === undefined ? browsersLacking(name) : browsersLacking(owner, name)
    return browsers.length > 0 ? [{ feature, browsers, file }] : []
  })
  expect(missing.filter(({ feature }) => !guarded.has(feature))).toEqual([])
  expect(missing.map(({ feature }) => feature).sort()).toEqual([...guarded.keys()].sort())
})
