// Measures live changes in the product with two processes: 25 writers move five leads a second each while 200 streams are open,
// and while none is, in turns. With the argument `full`, they move as many as they can. Then streams stop reading, and the product stops with 500 open streams. Fails over the budget.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { createDb } from '#server/db/client.ts'
import { findRunningServer } from '#server/db/embedded/find-running-server.ts'
import { databaseName } from '#server/db/embedded.ts'
import { readSettings } from '#server/env.ts'
import { createServices } from '#server/services.ts'
import { createProduct, findTwoFreePorts, type Product, removeProduct } from '../e2e/support/product.ts'
import { type BenchStream, openBenchStream } from './live-stream.ts'
import { seedFullTeam } from './seed-leads.ts'
import { quantile } from './timing.ts'

const budget = { p95Ms: 500, commitShare: 0.95, stalledMegabytes: 64, stopMs: 5000 }
const teams = 10
const sessionsPerTeam = 10
const streamCount = 200
const writerCount = 25
const stalledCount = 50
const lastStreamCount = 500
const leadsPerTeam = 200
const leadsPerWriter = 20
const rounds = 4
const roundMs = 8000
const moveIntervalMs = process.argv.includes('full') ? 0 : 200
const settleMs = 10_000
const warmUpRounds = 10
const stalledTimeoutMs = 120_000

type Tokens = readonly string[]

const openDatabase = async ({ dataDir }: Product) => {
  const address = await findRunningServer(dataDir)
  if (!address) throw new Error('the database does not run')
  return createDb({ ...address, user: 'postgres', database: databaseName }, { poolSize: 4 })
}

const seed = async (product: Product): Promise<Tokens[]> => {
  const db = await openDatabase(product)
  const services = createServices(db, readSettings({ LOG_LEVEL: 'silent', DATA_DIR: product.dataDir }))
  const tokens: Tokens[] = []
  for (let n = 0; n < teams; n++) tokens.push(await seedFullTeam(services, leadsPerTeam, 4, sessionsPerTeam))
  await db.run('analyze')
  await db.close()
  return tokens
}

const send = async (url: string, token: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${token}`, ...(init.body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(`${url}/api${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  return response.json()
}

/** Sums a metric over all processes. */
const readMetric = async (metricsUrl: string, name: string): Promise<number> => {
  const text = await (await fetch(metricsUrl)).text()
  const values = text.split('\n').filter(line => new RegExp(`^${name}[ {]`).test(line))
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

/** The newest version of each lead, when its write was sent, and what the streams received. */
const createLog = () => {
  const sentAt = new Map<string, number>()
  const newest = new Map<string, number>()
  const delays: number[] = []
  let resyncs = 0
  return {
    delays,
    newest,
    resyncs: () => resyncs,
    send: (id: string, version: number) => {
      sentAt.set(`${id} ${version}`, performance.now())
    },
    /** Returns what to do with the events of a stream, and whether it has received the newest version of `ids`. */
    follow: () => {
      const received = new Map<string, number>()
      return {
        onVersion: (id: string, version: number) => {
          const sent = sentAt.get(`${id} ${version}`)
          if (sent !== undefined) delays.push(performance.now() - sent)
          received.set(id, version)
        },
        onResync: () => {
          resyncs++
        },
        isMissing: (ids: readonly string[]) => ids.filter(id => (received.get(id) ?? 0) < (newest.get(id) ?? 0)),
      }
    },
  }
}
type Log = ReturnType<typeof createLog>

interface Writer {
  token: string
  team: number
  leads: Lead[]
}

/** Each writer has leads of its own. */
const createWriters = async (url: string, tokens: readonly Tokens[]): Promise<Writer[]> => {
  const writers: Writer[] = []
  for (let n = 0; n < writerCount; n++) {
    const team = n % teams
    const page = Math.floor(n / teams) + 1
    const token = tokens[team]?.[page] ?? ''
    const path = `${leadsApi.list.path}?limit=${leadsPerWriter}&page=${page}`
    writers.push({ token, team, leads: ((await send(url, token, path)) as { leads: Lead[] }).leads })
  }
  return writers
}

/** Moves leads one after the other until the time is over. Returns the number of commits. */
const write = async (url: string, { token, leads }: Writer, log: Log, until: number, body = {}): Promise<number> => {
  let commits = 0
  const startedAt = performance.now()
  while (performance.now() < until) {
    const early = startedAt + commits * moveIntervalMs - performance.now()
    if (early > 0) await sleep(early)
    const lead = leads[commits % leads.length] as Lead
    const status = lead.status === 'ganho' ? 'negociacao' : 'ganho'
    log.send(lead._id, lead.version + 1)
    const change = { method: 'PATCH', body: JSON.stringify({ status, ...body }) }
    const saved = (await send(url, token, `${leadsApi.list.path}/${lead._id}`, change)) as Lead
    Object.assign(lead, { status: saved.status, version: saved.version })
    log.newest.set(lead._id, saved.version)
    commits++
  }
  return commits
}

const writeAll = async (url: string, writers: readonly Writer[], log: Log, ms: number, body = {}): Promise<number> => {
  const until = performance.now() + ms
  const commits = await Promise.all(writers.map(writer => write(url, writer, log, until, body)))
  return commits.reduce((sum, one) => sum + one, 0)
}

const openStreams = async (
  url: string,
  tokens: readonly Tokens[],
  count: number,
  follow?: Log['follow'],
): Promise<{ stream: BenchStream; team: number; events: ReturnType<Log['follow']> | undefined }[]> => {
  const opened = []
  for (let n = 0; n < count; n++) {
    const team = n % teams
    const events = follow?.()
    const token = tokens[team]?.[Math.floor(n / teams) % sessionsPerTeam] ?? ''
    opened.push({ stream: await openBenchStream(url, token, events), team, events })
  }
  return opened
}

const until = async (isDone: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(50))
    if (await isDone()) return true
  return false
}

const failures: string[] = []
const check = (isKept: boolean, text: string): void => {
  console.log(`${isKept ? 'ok  ' : 'MISS'} ${text}`)
  if (!isKept) failures.push(text)
}

const measureDelivery = async (url: string, tokens: readonly Tokens[], writers: readonly Writer[]): Promise<void> => {
  const commits = { off: 0, on: 0 }
  const delays: number[] = []
  let resyncs = 0
  let missing = 0
  let dropped = 0
  await writeAll(url, writers, createLog(), roundMs / 4)
  for (let round = 0; round < rounds; round++) {
    const off = await writeAll(url, writers, createLog(), roundMs)
    const log = createLog()
    const streams = await openStreams(url, tokens, streamCount, log.follow)
    const on = await writeAll(url, writers, log, roundMs)
    const idsOf = (team: number) =>
      writers.filter(one => one.team === team).flatMap(one => one.leads.map(lead => lead._id))
    const behind = () => streams.filter(({ events, team }) => events?.isMissing(idsOf(team)).length)
    if (log.resyncs() === 0 && !(await until(() => behind().length === 0, settleMs))) missing += behind().length
    dropped += streams.filter(({ stream }) => stream.isOver()).length
    for (const { stream } of streams) stream.close()
    commits.off += off
    commits.on += on
    delays.push(...log.delays)
    resyncs += log.resyncs()
    console.log(
      `     round ${round + 1}: ${off} commits without streams, ${on} with ${streamCount}; p95 ${quantile(log.delays, 0.95).toFixed(0)} ms`,
    )
  }
  const p95 = quantile(delays, 0.95)
  const share = commits.on / commits.off
  check(
    missing === 0,
    `${missing} streams lack the last version of a lead, ${dropped} were dropped (${delays.length} events, ${resyncs} resyncs)`,
  )
  check(
    p95 <= budget.p95Ms,
    `from sending a move to another stream: p50 ${quantile(delays, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, max ${quantile(delays, 1).toFixed(0)} ms`,
  )
  check(
    share >= budget.commitShare,
    `commits with ${streamCount} streams: ${(share * 100).toFixed(1)} % of those without`,
  )
}

const measureStalled = async (
  url: string,
  metricsUrl: string,
  tokens: readonly Tokens[],
  writers: readonly Writer[],
): Promise<void> => {
  const isOpen = () => readMetric(metricsUrl, 'fechou_live_streams')
  const write = () => writeAll(url, writers, createLog(), 1000, { descricaoServico: 'x'.repeat(4000) })
  await until(async () => (await isOpen()) === 0, settleMs)
  // The same writes without streams, so that only the streams make a difference.
  for (let n = 0; n < warmUpRounds; n++) await write()
  const memory = async () => (await readMetric(metricsUrl, 'process_resident_memory_bytes')) / 2 ** 20
  const before = await memory()
  await openStreams(url, tokens, stalledCount)
  let highest = before
  let left = stalledCount
  const startedAt = performance.now()
  const end = startedAt + stalledTimeoutMs
  while (left > 0 && performance.now() < end) {
    await write()
    highest = Math.max(highest, await memory())
    left = await isOpen()
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  check(
    left === 0,
    `${stalledCount - left} of ${stalledCount} streams that do not read were dropped within ${seconds} s`,
  )
  const grown = highest - before
  check(
    grown <= budget.stalledMegabytes,
    `memory of both processes grew by ${grown.toFixed(0)} MB at most, from ${before.toFixed(0)} MB`,
  )
}

const measureStop = async (product: Product, tokens: readonly Tokens[]): Promise<void> => {
  const streams = await openStreams(product.url, tokens, lastStreamCount, createLog().follow)
  const open = streams.filter(({ stream }) => !stream.isOver()).length
  const startedAt = performance.now()
  const code = await product.stop()
  const ms = performance.now() - startedAt
  check(
    code === 0 && open === lastStreamCount && ms <= budget.stopMs,
    `SIGTERM with ${open} open streams: exit code ${code} after ${ms.toFixed(0)} ms`,
  )
}

const [metricsPort] = await findTwoFreePorts()
const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
const product = await createProduct({ WEB_CONCURRENCY: '2', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' })
try {
  await product.start()
  const tokens = await seed(product)
  const writers = await createWriters(product.url, tokens)
  await measureDelivery(product.url, tokens, writers)
  await measureStalled(product.url, metricsUrl, tokens, writers)
  await measureStop(product, tokens)
} finally {
  await removeProduct(product)
}
if (failures.length > 0) process.exitCode = 1
