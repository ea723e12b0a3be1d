/**
 * Measures the throughput of one, two and four processes on one embedded database, in turns: 32 connections read boards and lists
 * and move leads as fast as they are served. Prints requests a second, p95, and which share of the CPU time the processes, the
 * database and this load generator took. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const processCounts = [1, 2, 4]
const rounds = 3
const accounts = 16
const leadsPerAccount = 100
const connections = 32
const warmUpMs = 4_000
const measuredMs = 10_000

interface Session {
  token: string
  leadIds: string[]
}

/** Runs in a thread of its own. Returns the milliseconds of each request to the main thread when asked. */
const generateLoad = ({ url, sessions }: { url: string; sessions: Session[] }): void => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let times: number[] = []
  let failed = 0
  const send = (method: string, path: string, token: string, body?: string): Promise<void> =>
    new Promise(resolve => {
      const startedAt = performance.now()
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const end = (isOk: boolean) => {
        times.push(performance.now() - startedAt)
        if (!isOk) failed++
        resolve()
      }
      const call = request(`${url}/api${path}`, { method, agent, headers }, response => {
        response.resume().on('end', () => end(response.statusCode === 200))
      })
      call.on('error', () => end(false)).end(body)
    })
  const work = async (index: number) => {
    const { token, leadIds } = sessions[index % sessions.length] as Session
    for (let round = 0; ; round++) {
      await send('GET', '/leads/board', token)
      await send('GET', '/leads?limit=50', token)
      await send('GET', '/auth/me', token)
      const status = round % 2 === 0 ? 'negociacao' : 'novo-lead'
      // Each connection moves leads of its own.
      await send(
        'PATCH',
        `/leads/${leadIds[(index + accounts * round) % leadIds.length]}`,
        token,
        JSON.stringify({ status }),
      )
    }
  }
  for (let index = 0; index < connections; index++) void work(index)
  parentPort?.on('message', () => {
    parentPort?.postMessage({ times, failed })
    times = []
    failed = 0
  })
}

interface ProcessTime {
  name: string
  parent: number
  ticks: number
}

const readProcesses = (): Map<number, ProcessTime> => {
  const found = new Map<number, ProcessTime>()
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
      found.set(Number(pid), { name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) })
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found
}

/** CPU ticks so far of the product's own processes, of its database, and of this process. */
const readCpu = (productPid: number) => {
  const processes = readProcesses()
  const isOfProduct = (pid: number): boolean => {
    for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === productPid) return true
    return false
  }
  let [product, database] = [0, 0]
  for (const [pid, { name, ticks }] of processes) {
    if (!isOfProduct(pid)) continue
    if (name === 'postgres') database += ticks
    else product += ticks
  }
  return { product, database, client: processes.get(process.pid)?.ticks ?? 0 }
}

interface Run {
  perSecond: number
  p95: number
  failed: number
  shares: number[]
}

const main = async (): Promise<void> => {
  const { createProduct, removeProduct } = await import('../e2e/support/product.ts')
  const { aLeadForm, aRegistration } = await import('#server/testing/factories.ts')
  const { median, quantile } = await import('./timing.ts')

  const post = async <Result>(url: string, token: string, body: object): Promise<Result> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<Result>
  }

  const createSession = async (url: string): Promise<Session> => {
    const form = aRegistration({ email: `${crypto.randomUUID()}@exemplo.com` })
    const { token } = await post<{ token: string }>(`${url}/api/auth/register`, '', form)
    const leadIds: string[] = []
    for (let count = 0; count < leadsPerAccount; count++)
      leadIds.push((await post<{ _id: string }>(`${url}/api/leads`, token, aLeadForm()))._id)
    return { token, leadIds }
  }

  const measure = async (count: number): Promise<Run> => {
    const product = await createProduct({ WEB_CONCURRENCY: String(count), LOG_LEVEL: 'warn' })
    try {
      await product.start()
      const sessions = await Promise.all(Array.from({ length: accounts }, () => createSession(product.url)))
      const client = new Worker(new URL(import.meta.url), { workerData: { url: product.url, sessions } })
      const take = (): Promise<{ times: number[]; failed: number }> =>
        new Promise(resolve => {
          client.once('message', resolve)
          client.postMessage('take')
        })
      await sleep(warmUpMs)
      await take()
      const before = readCpu(product.pid ?? 0)
      await sleep(measuredMs)
      const { times, failed } = await take()
      const after = readCpu(product.pid ?? 0)
      await client.terminate()
      const ticks = [after.product - before.product, after.database - before.database, after.client - before.client]
      const sum = ticks.reduce((total, value) => total + value, 0)
      return {
        perSecond: times.length / (measuredMs / 1000),
        p95: quantile(times, 0.95),
        failed,
        shares: ticks.map(value => value / sum),
      }
    } finally {
      await removeProduct(product)
    }
  }

  const runs = new Map<number, Run[]>(processCounts.map(count => [count, []]))
  for (let round = 0; round < rounds; round++)
    for (const count of processCounts) runs.get(count)?.push(await measure(count))
  const perSecondOf = (count: number) => median((runs.get(count) ?? []).map(run => run.perSecond))
  for (const count of processCounts) {
    const all = runs.get(count) ?? []
    const [product, database, client] = [0, 1, 2].map(index => median(all.map(run => run.shares[index] ?? 0)) * 100)
    const ratio = perSecondOf(count) / perSecondOf(1)
    console.log(
      `${count} process${count > 1 ? 'es' : ''}: ${perSecondOf(count).toFixed(0)}/s (× ${ratio.toFixed(2)}), p95 ${median(all.map(run => run.p95)).toFixed(0)} ms, ` +
        `CPU ${product?.toFixed(0)} % processes, ${database?.toFixed(0)} % database, ${client?.toFixed(0)} % load; ` +
        `${all.reduce((sum, run) => sum + run.failed, 0)} failed`,
    )
  }
}

if (isMainThread) await main()
else generateLoad(workerData)
