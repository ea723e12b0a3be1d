/**
 * Runs slow fault tests, which `npm test` leaves out: all of them, or those that you name. `--list` describes
 * them.
 *
 *   npm run faults -- [--list] [name …]
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./', import.meta.url)
const helpers = new Set(['run.ts', 'cluster.ts', 'poll.ts', 'post-json.ts'])
const tests = readdirSync(folder)
  .filter(name => name.endsWith('.ts') && !helpers.has(name))
  .map(name => name.replace('.ts', ''))

const describe = (name: string): string => {
  const text = readFileSync(new URL(`${name}.ts`, folder), 'utf8')
  return /\/\*\*\n \* ([\s\S]*?\.)\s/.exec(text)?.[1]?.replaceAll('\n * ', ' ') ?? ''
}

const named = process.argv.slice(2)
const unknown = named.filter(name => name !== '--list' && !tests.includes(name))
if (unknown.length > 0) {
  console.error(`There is no fault test ${unknown.join(', ')}: choose of ${tests.join(', ')}.`)
  process.exit(1)
}
if (named.includes('--list')) {
  for (const name of tests) console.log(`${name}: ${describe(name)}`)
  process.exit(0)
}

const failed: string[] = []
for (const name of named.length > 0 ? named : tests) {
  console.log(`── ${name}: ${describe(name)}`)
  const { status } = spawnSync(process.execPath, [`tests/faults/${name}.ts`], { stdio: 'inherit' })
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'failed'}`)
  if (status !== 0) failed.push(name)
}
console.log(failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
