import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { projectFolder } from '../run-tool.mjs'
import { browsersLacking } from './builtin-support.mjs'

const folder = join(projectFolder, 'dist/web')

/** Used only where they exist. */
const guarded = new Set(['Error.captureStackTrace'])

const children = node =>
  Object.values(node).flatMap(value => (value && typeof value === 'object' ? [value].flat() : []))

/** Yields "Owner.member" for members of global names, and "Owner" for constructors. */
function* globalFeatures(node) {
  if (node?.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier')
    yield [node.object.name, node.property.name]
  if (node?.type === 'NewExpression' && node.callee.type === 'Identifier') yield [node.callee.name]
  for (const child of children(node ?? {})) yield* globalFeatures(child)
}

/**
 * Prints the built-ins in the built files, those of libraries included, that a supported browser lacks. Returns the exit
 * code. What instances offer is invisible here; tests/browser-support.test.ts checks it in our own code.
 */
export const checkBrowserSupport = () => {
  const missing = new Map()
  for (const file of readdirSync(folder, { recursive: true }).filter(name => name.endsWith('.js'))) {
    for (const names of globalFeatures(parseAst(readFileSync(join(folder, file), 'utf8')))) {
      const feature = names.join('.')
      const browsers = browsersLacking(...names)
      if (browsers.length > 0 && !guarded.has(feature)) missing.set(feature, `${browsers.join(', ')}: ${file}`)
    }
  }
  for (const [feature, where] of missing) console.error(`${feature} falta em ${where}`)
  if (missing.size === 0) console.log('Todos os recursos usados existem nos navegadores mais antigos que atendemos.')
  return missing.size > 0 ? 1 : 0
}
