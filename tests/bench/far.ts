/**
 * Compares a database of 10,000,000 leads in 2,000 accounts, one of them of 1,000,000, with one of 100,000 in 20: the same requests of
 * an account of 5,000 leads, in turns. Fails if one takes more than twice as long, or one of an administrator more than 150 ms.
 *
 * `--leads 1000000` and `--accounts 200` for less. `--data <folder>` keeps both databases there for the next run, which else are
 * deleted: 10,000,000 leads take 18 GB and about half an hour. `--only <text>` measures the requests whose names contain the text.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { adminRequests, type Measure, memberRequests, send, type Target } from './far-requests.ts'
import { printMoves, printSizes } from './far-storage.ts'
import { measuredAccount } from './far-texts.ts'
import { seedAdmin } from './seed-clients.ts'
import { type FarSize, largestAccount, measuredLeads, openFarAccount, seedFar } from './seed-far.ts'
import { median } from './timing.ts'

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '10000000' },
    accounts: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '30' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(options.rounds)
const warmUpRounds = 3
/** For all rounds of a request, and for those of the largest account. */
const maxMsOfRequest = 5_000
const maxRatio = 2
const maxAdminMs = 150

const smallSize: FarSize = { accounts: 20, leads: 100_000, largest: measuredLeads }
const farLeads = Number(options.leads)
const farSize: FarSize = { accounts: Number(options.accounts), leads: farLeads, largest: farLeads / 10 }

const start = (name: string): Promise<BenchServer> =>
  startBenchServer({ keptDir: options.data === undefined ? undefined : join(options.data, name) })

const openTarget = async (server: BenchServer, number: number): Promise<Target> => ({
  server,
  ...(await openFarAccount(server.services, number)),
})

/** Returns the median of each target, infinite if a request failed. Ends early where requests are slow. */
const measureInTurns = async (targets: readonly Target[], measure: Measure): Promise<number[]> => {
  const times = targets.map((): number[] => [])
  const until = performance.now() + maxMsOfRequest
  for (let round = -warmUpRounds; round < rounds; round++) {
    if (performance.now() > until) round = Math.max(round, 0)
    if (round > 0 && performance.now() > until) break
    for (const [index, target] of targets.entries()) {
      if (times[index]?.includes(Number.POSITIVE_INFINITY)) continue
      const ms = await measure(target, round + warmUpRounds).catch(() => Number.POSITIVE_INFINITY)
      if (round >= 0 || ms === Number.POSITIVE_INFINITY) times[index]?.push(ms)
    }
  }
  return times.map(all => (all.includes(Number.POSITIVE_INFINITY) ? Number.POSITIVE_INFINITY : median(all)))
}

/** By number, only a typed address gets there: the pager goes on from the page before, with its cursor. */
const middlePage = 'leads, middle page'
const nextAfterMiddle = 'leads, the page after that, by cursor'

const over: string[] = []

const printRow = (name: string, cells: string[]): void =>
  console.log(name.padEnd(50) + cells.map(cell => cell.padStart(11)).join(''))

const compareMembers = async (small: Target, far: Target, largest: Target): Promise<void> => {
  printRow('request of a member, ms', ['small', 'far', 'ratio', 'largest'])
  for (const [name, measure] of Object.entries(memberRequests).filter(([name]) =>
    `member: ${name}`.includes(options.only),
  )) {
    const [a = 0, b = 0] = await measureInTurns([small, far], measure)
    const [apart = 0] = await measureInTurns([largest], measure)
    printRow(name, [a.toFixed(1), b.toFixed(1), (b / a).toFixed(2), apart.toFixed(1)])
    if (b / a > maxRatio) over.push(`${name} (× ${(b / a).toFixed(2)})`)
  }
}

const compareAdmins = async (small: Target, far: Target): Promise<void> => {
  const tokens = new Map([
    [small, await seedAdmin(small.server.services)],
    [far, await seedAdmin(far.server.services)],
  ])
  printRow('request of an administrator, ms', ['small', 'far'])
  const afterMiddle = new Map<Target, string>()
  const pathOf = async (target: Target, name: string): Promise<string> => {
    const paths = adminRequests((target === small ? smallSize : farSize).leads)
    if (name !== nextAfterMiddle) return paths[name] ?? ''
    const known = afterMiddle.get(target)
    if (known) return known
    const { text } = await send(target, tokens.get(target) ?? '', paths[middlePage] ?? '')
    const path = `/api/admin/leads?page=2&cursor=${(JSON.parse(text) as { next: string }).next}`
    afterMiddle.set(target, path)
    return path
  }
  const names = [...Object.keys(adminRequests(0)), nextAfterMiddle]
  for (const name of names.filter(name => `admin: ${name}`.includes(options.only))) {
    const [a = 0, b = 0] = await measureInTurns([small, far], async target => {
      const path = await pathOf(target, name)
      return (await send(target, tokens.get(target) ?? '', path)).ms
    })
    printRow(name, [a.toFixed(1), b.toFixed(1)])
    if (b > maxAdminMs && name !== middlePage) over.push(`admin: ${name} (${b.toFixed(0)} ms)`)
  }
}

const [smallServer, farServer] = [await start('small'), await start('far')]
try {
  await seedFar(smallServer.services, smallSize)
  await seedFar(farServer.services, farSize)
  const small = await openTarget(smallServer, measuredAccount)
  const far = await openTarget(farServer, measuredAccount)
  const largest = await openTarget(farServer, largestAccount)
  if (options.only === '') await printSizes(far, farSize.leads)
  await compareMembers(small, far, largest)
  await compareAdmins(small, far)
  if (options.only === '')
    for (const [name, target] of Object.entries({ small, far, largest })) await printMoves(name, target)
  console.log(over.length === 0 ? 'all within their limits' : `over their limits: ${over.join('; ')}`)
  if (over.length > 0) process.exitCode = 1
} finally {
  await smallServer.stop()
  await farServer.stop()
}
