// Measures the admin API with 10,000 clients and 1,000,000 leads (set CLIENTS and LEADS_EACH for less), a seller's board
// while an administrator requests the metrics continuously, and how smooth the administrators' screens are.

import { setTimeout as sleep } from 'node:timers/promises'
import { measureScreens } from './admin-screens.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { seedAdmin, seedClients } from './seed-clients.ts'
import { seedAccount } from './seed-leads.ts'
import { median, quantile } from './timing.ts'

const rounds = 25
const clients = Number(process.env.CLIENTS ?? 10_000)
const leadsEach = Number(process.env.LEADS_EACH ?? 100)
const leads = clients * leadsEach
const limitMs = 150

const calls: Record<string, string> = {
  metrics: '/api/metrics/metrics-list',
  revenue: '/api/revenue/revenue-list',
  'clients, first page': '/api/users/users-list',
  'clients, last page': `/api/users/users-list?page=${clients / 50}`,
  'clients, search (conceicao)': '/api/users/users-list?search=conceicao',
  'clients, e-mail of one': '/api/users/users-list?search=cliente.77@',
  'leads, first page': '/api/admin/leads',
  'leads, page 1,000': '/api/admin/leads?page=1000',
  'leads, middle page': `/api/admin/leads?page=${leads / 40}`,
  'leads, last page': `/api/admin/leads?page=${leads / 20}`,
  'leads, status ganho': '/api/admin/leads?status=ganho',
  'leads, status that none has': '/api/admin/leads?status=em-negociacao',
  'leads, search in many (conceicao)': '/api/admin/leads?search=conceicao',
  'leads, page 50 of those': '/api/admin/leads?search=conceicao&page=50',
  'leads, search in few (thais simoes galvao)': '/api/admin/leads?search=thais%20simoes%20galvao',
  'leads, search in none (qwertyuiop)': '/api/admin/leads?search=qwertyuiop',
  'leads, search and status': '/api/admin/leads?search=conceicao&status=ganho',
  'leads, 2 letters that few have (qx)': '/api/admin/leads?search=qx',
  'leads, 2 letters that some have (oz)': '/api/admin/leads?search=oz',
  'leads, 2 letters that many have (jo)': '/api/admin/leads?search=jo',
  'leads, one sign that none has (#)': '/api/admin/leads?search=%23',
  'leads, page 50 of 2 letters (oz)': '/api/admin/leads?search=oz&page=50',
  'leads, e-mail of one owner': '/api/admin/leads?email=cliente.77@',
  'leads, e-mail of many owners': '/api/admin/leads?email=cliente.7',
  'leads, e-mail of all owners': '/api/admin/leads?email=exemplo',
  'leads, e-mail of many and search': '/api/admin/leads?email=cliente.7&search=conceicao',
  trail: '/api/admin/trail',
}

const measure = async ({ url }: BenchServer, path: string, token: string): Promise<number> => {
  const startedAt = performance.now()
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
  return performance.now() - startedAt
}

const measureRounds = async (server: BenchServer, path: string, token: string): Promise<number[]> => {
  const all: number[] = []
  for (let round = 0; round < rounds; round++) all.push(await measure(server, path, token))
  return all
}

const formatLine = (name: string, all: number[]): string =>
  `${name.padEnd(46)} ${median(all).toFixed(1).padStart(7)} ${quantile(all, 0.95).toFixed(1).padStart(7)}`

const server = await startBenchServer({ web: true })
try {
  const seller = await seedAccount(server.services, 1000)
  const startedAt = Date.now()
  await seedClients(server.services, clients, leadsEach)
  const admin = await seedAdmin(server.services)
  // Autovacuum would do this within a minute.
  await server.services.db.run('vacuum analyze')
  console.log(
    `${clients.toLocaleString('en')} clients, ${leads.toLocaleString('en')} leads: seeded in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  )
  console.log(`${'call'.padEnd(46)}  median     p95 ms`)
  const slow: string[] = []
  for (const [name, path] of Object.entries(calls)) {
    const all = await measureRounds(server, path, admin)
    console.log(formatLine(name, all))
    if (median(all) > limitMs) slow.push(name)
  }
  console.log(slow.length === 0 ? `all under ${limitMs} ms` : `over ${limitMs} ms: ${slow.join(', ')}`)

  const board = '/api/leads/board?limit=50'
  console.log(formatLine("a seller's board, alone", await measureRounds(server, board, seller)))
  let isOver = false
  const asking = (async () => {
    while (!isOver) await measure(server, calls.metrics ?? '', admin)
  })()
  await sleep(200)
  console.log(
    formatLine('the same while metrics are requested continuously', await measureRounds(server, board, seller)),
  )
  isOver = true
  await asking
  await measureScreens(server, admin)
} finally {
  await server.stop()
}
