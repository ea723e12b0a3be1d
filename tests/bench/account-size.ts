// Compares request times of an account with 1,000 leads and one with 100,000, for the owner and for a seller who sees a fifth of
// them. The requests alternate, so that a change in the machine's speed affects both. Prints medians and their ratio, and fails
// if a search or a sort exceeds its budget. An argument selects the requests and writes whose names contain it.

import { leadSorts, type RestoredLead } from '#contract/leads/leads.ts'
import { demoLeads } from '#server/demo/demo-leads.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { addStays, seedTeam } from './seed-leads.ts'
import { median } from './timing.ts'

const part = process.argv[2] ?? ''
const rounds = 60
const writeRounds = 300

/** Times at 100,000 leads, as multiples of those at 1,000, and in milliseconds. */
const budgets: [name: RegExp, ratio: number, ms: number][] = [
  [/search/, 5, 40],
  [/^list, by/, 2, 40],
]
const requests: Record<string, ['owner' | 'seller', string]> = {
  'board, no filter': ['owner', '/api/leads/board?limit=50'],
  'stats, no filter': ['owner', '/api/leads/stats'],
  'list, first page': ['owner', '/api/leads?limit=10'],
  'board, search of a word (conceicao)': ['owner', '/api/leads/board?limit=50&search=conceicao'],
  'board, search of 2 letters (jo)': ['owner', '/api/leads/board?limit=50&search=jo'],
  'board, search of 2 letters (qx)': ['owner', '/api/leads/board?limit=50&search=qx'],
  'board, search of 2 letters (ar)': ['owner', '/api/leads/board?limit=50&search=ar'],
  'board, search that finds nothing (maria)': ['owner', '/api/leads/board?limit=50&search=maria'],
  'board, search that finds all (com)': ['owner', '/api/leads/board?limit=50&search=com'],
  'list, search of a word (conceicao)': ['owner', '/api/leads?limit=10&search=conceicao'],
  'list, search of 2 letters (qx)': ['owner', '/api/leads?limit=10&search=qx'],
  ...Object.fromEntries(
    leadSorts.flatMap(field =>
      [field, `-${field}`].map(
        sort => [`list, by ${sort}`, ['owner', `/api/leads?limit=10&sort=${sort}`] as ['owner', string]] as const,
      ),
    ),
  ),
  'list, search that finds all (com), by nome': ['owner', '/api/leads?limit=10&search=com&sort=nome'],
  'board, standing still': ['owner', '/api/leads/board?limit=50&stalled=true'],
  today: ['owner', '/api/today'],
  report: ['owner', '/api/reports/sales'],
  'stage limits': ['owner', '/api/stage-limits'],
  'seller, board': ['seller', '/api/leads/board?limit=50'],
  'seller, stats': ['seller', '/api/leads/stats'],
  'seller, list, first page': ['seller', '/api/leads?limit=10'],
  'seller, today': ['seller', '/api/today'],
  'seller, report': ['seller', '/api/reports/sales'],
  'seller, list, by nome': ['seller', '/api/leads?limit=10&sort=nome'],
  'seller, board, search of a word': ['seller', '/api/leads/board?limit=50&search=conceicao'],
}

const send = async ({ url }: BenchServer, token: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${token}`, ...(init.body ? { 'content-type': 'application/json' } : {}) }
  const startedAt = performance.now()
  const response = await fetch(url + path, { ...init, headers })
  const body = (await response.json()) as { _id: string }
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  return { body, ms: performance.now() - startedAt }
}

const writes = ['create', 'move'] as const

/** Creates a lead and moves it. Returns the time of each. */
const write = async (server: BenchServer, token: string): Promise<Record<(typeof writes)[number], number>> => {
  const [{ _id: _, createdAt, updatedAt, ...lead }] = demoLeads(1, 1, new Date()) as [RestoredLead]
  const form = { ...lead, status: 'novo-lead' }
  const created = await send(server, token, '/api/leads', { method: 'POST', body: JSON.stringify(form) })
  const change = { method: 'PATCH', body: JSON.stringify({ status: 'qualificando' }) }
  const moved = await send(server, token, `/api/leads/${created.body._id}`, change)
  return { create: created.ms, move: moved.ms }
}

let isOverBudget = false

const print = (name: string, small: number[], large: number[]): void => {
  const [a, b] = [median(small), median(large)]
  const [, ratio = Infinity, ms = Infinity] = budgets.find(([names]) => names.test(name)) ?? []
  const isOver = b > a * ratio || b > ms
  isOverBudget ||= isOver
  console.log(
    `${name.padEnd(42)} ${a.toFixed(2).padStart(7)} ${b.toFixed(2).padStart(12)} ${(b / a).toFixed(2).padStart(7)}${isOver ? `  over ${ratio} times or ${ms} ms` : ''}`,
  )
}

const server = await startBenchServer()
try {
  const small = await seedTeam(server.services, 1_000)
  const large = await seedTeam(server.services, 100_000)
  await addStays(server.services)
  await server.services.db.run('analyze')
  console.log('request                                   1,000 ms   100,000 ms   ratio')
  for (const [name, [who, path]] of Object.entries(requests).filter(([name]) => name.includes(part))) {
    const smallTimes: number[] = []
    const largeTimes: number[] = []
    for (let round = 0; round < rounds; round++) {
      smallTimes.push((await send(server, small[who], path)).ms)
      largeTimes.push((await send(server, large[who], path)).ms)
    }
    print(name, smallTimes, largeTimes)
  }
  const times: { small: Awaited<ReturnType<typeof write>>; large: Awaited<ReturnType<typeof write>> }[] = []
  const written = writes.filter(name => name.includes(part))
  for (let round = 0; written.length > 0 && round < writeRounds; round++)
    times.push({ small: await write(server, small.owner), large: await write(server, large.owner) })
  for (const name of written)
    print(
      name,
      times.map(({ small: time }) => time[name]),
      times.map(({ large: time }) => time[name]),
    )
} finally {
  await server.stop()
}
if (isOverBudget) process.exitCode = 1
