/**
 * Records all statements that this build's tests send in `statements-of-NNN.sql`, where NNN is the last migration. Run it
 * before adding the first migration after a release. Takes some minutes.
 *
 *   node tests/released-states/record.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Combined filters yield hundreds of statements. Only those with a pair of words that no other statement has are needed. */
const withoutRepeats = (statements: string[]): string[] => {
  const seen = new Set<string>()
  return statements
    .toSorted((one, other) => one.length - other.length)
    .filter(statement => {
      const words = statement.replace(/\$\d+/g, '$').match(/\$|[\w.]+|[^\s\w]+/g) ?? []
      const pairs = words.map((word, index) => `${word} ${words[index + 1]}`)
      const isNew = pairs.some(pair => !seen.has(pair))
      for (const pair of pairs) seen.add(pair)
      return isNew
    })
}

const folder = await mkdtemp(join(tmpdir(), 'fechou-statements-'))
const recorded = join(folder, 'statements')
const config = 'tests/released-states/record.config.ts'
try {
  await writeFile(recorded, '')
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', config], {
    cwd: root,
    env: { ...process.env, RECORD_STATEMENTS_TO: recorded },
    stdio: 'inherit',
  })
  await once(vitest, 'close')
  const lines = new Set((await readFile(recorded, 'utf8')).split('\n').filter(line => line !== ''))
  if (lines.size === 0) throw new Error('No test has sent a statement.')
  const statements = withoutRepeats([...lines]).sort()
  const last = (await readdir(join(root, 'migrations'))).sort().at(-1)?.slice(0, 3)
  const file = fileURLToPath(new URL(`statements-of-${last}.sql`, import.meta.url))
  await writeFile(file, statements.map(statement => `${statement};\n`).join(''))
  console.log(`${statements.length} statements in ${file}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
