/**
 * Fills the data folder of a release like years of use, records all figures that it shows, and later compares a newer build
 * with them. A folder contains `data/` and `figures.json`, with passwords and session tokens of invented users. Takes some
 * minutes; not part of `npm test`.
 *
 *   node tests/released-states/fill-release.ts fill <folder> [<checkout of the release, built>]
 *   node tests/released-states/fill-release.ts compare <folder> [<checkout>]
 *
 * Default checkout: this one, built by `npm run build`. `compare` works on a copy of the data.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findTwoFreePorts, Product } from '../e2e/support/product.ts'
import { checkSessions, differences, readFigures } from './figures.ts'
import { type FilledAccount, fillAccounts } from './filled-accounts.ts'

interface Record {
  filledAt: string
  accounts: FilledAccount[]
  figures: unknown
}

/** Differences that a later release means, by their path, with the reason. */
const intended: [path: RegExp, reason: string][] = [
  [
    /^\/administrator\/metrics\/avgLeadsPerClient:/,
    'the average is taken over clients only, see docs/specification.md',
  ],
]

const productOn = async (dataDir: string, checkout?: string): Promise<Product> => {
  const [port, sandboxPort] = await findTwoFreePorts()
  return new Product(port, sandboxPort, dataDir, { LOG_LEVEL: 'error' }, checkout)
}

const fill = async (folder: string, checkout: string | undefined): Promise<void> => {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const product = await productOn(dataDir, checkout)
  try {
    await product.start()
    const accounts = await fillAccounts(product, console.log)
    // A start of its own: what is done only then has been done before the figures are read.
    await product.restart()
    const figures = await readFigures(product, accounts)
    const record: Record = { filledAt: new Date().toISOString(), accounts, figures }
    await writeFile(join(folder, 'figures.json'), JSON.stringify(record, null, 1))
    const wrong = differences(figures, await readFigures(product, accounts))
    console.log(wrong.length === 0 ? `Filled and recorded: ${folder}` : `Not stable:\n${wrong.join('\n')}`)
    process.exitCode = wrong.length === 0 ? 0 : 1
  } finally {
    await product.stop()
  }
}

const compare = async (folder: string, checkout: string | undefined): Promise<void> => {
  const { filledAt, accounts, figures } = JSON.parse(await readFile(join(folder, 'figures.json'), 'utf8')) as Record
  const copy = await mkdtemp(join(tmpdir(), 'fechou-compare-'))
  const product = await productOn(copy, checkout)
  try {
    await cp(join(folder, 'data'), copy, { recursive: true })
    const begun = performance.now()
    await product.start()
    console.log(`Started on the data of ${filledAt} after ${Math.round(performance.now() - begun)} ms`)
    const found = differences(figures, await readFigures(product, accounts))
    const reasonOf = (line: string) => intended.find(([path]) => path.test(line))?.[1]
    for (const line of found) console.log(reasonOf(line) ? `as meant: ${line} (${reasonOf(line)})` : `DIFFERS ${line}`)
    const sessions = await checkSessions(product, accounts)
    for (const line of sessions) console.log(`DIFFERS ${line}`)
    const count = found.filter(line => !reasonOf(line)).length + sessions.length
    const open = accounts.flatMap(({ tokens }) => tokens).length
    console.log(`${accounts.length} accounts, ${open} open sessions: ${count} differences`)
    process.exitCode = count === 0 ? 0 : 1
  } finally {
    await product.stop()
    await rm(copy, { recursive: true, force: true })
  }
}

const [action, folder, checkout] = process.argv.slice(2)
if (action === 'fill' && folder) await fill(resolve(folder), checkout && resolve(checkout))
else if (action === 'compare' && folder) await compare(resolve(folder), checkout && resolve(checkout))
else {
  console.error('Usage: node tests/released-states/fill-release.ts fill|compare <folder> [<checkout>]')
  process.exitCode = 2
}
