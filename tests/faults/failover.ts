/**
 * Kills the primary database 20 times while users write through the recipe of `docs/failover`, every other time with its whole
 * machine: no acknowledged lead is lost, and nobody has to sign in again. Then kills one of two processes of the product five
 * times: every request succeeds, at most when repeated. Takes about 15 minutes and needs Debian's packages:
 *
 *   apt-get install -y patroni etcd-server haproxy pgbouncer postgresql-15 && npm run faults -- failover
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { createDb } from '#server/db/client.ts'
import { aLeadForm, aRegistration } from '#server/testing/factories.ts'
import { findTwoFreePorts, Product, removeProduct } from '../e2e/support/product.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { postJson } from './post-json.ts'

const databaseKills = Number(process.env.KILLS ?? 20)
const processKills = 5
const writers = 6
const requestTimeoutMs = 20_000

const acknowledged = new Set<string>()
const statuses = new Map<number | 'no response', number>()
/** When the newest request that was acknowledged had begun. */
let lastWriteBegun = 0

const register = async (url: string): Promise<string> => {
  const response = await postJson(
    url,
    authApi.register.path,
    aRegistration({ email: `${crypto.randomUUID()}@exemplo.com` }),
  )
  if (!response.ok) throw new Error(`registration: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}

/** Creates one lead on a connection of its own. Returns the status. */
const createLead = async (url: string, token: string): Promise<number | 'no response'> => {
  const begunAt = Date.now()
  const response = await fetch(`${url}/api${leadsApi.create.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, connection: 'close' },
    body: JSON.stringify(aLeadForm()),
    signal: AbortSignal.timeout(requestTimeoutMs),
  }).catch(() => undefined)
  const lead = (await response?.json().catch(() => undefined)) as { _id: string } | undefined
  if (response?.status === 201 && lead) {
    acknowledged.add(lead._id)
    lastWriteBegun = Math.max(lastWriteBegun, begunAt)
  }
  return response?.status ?? 'no response'
}

const startWriters = (url: string, tokens: readonly string[], onFailure: (token: string) => Promise<void>) => {
  let isOver = false
  const work = tokens.map(async token => {
    while (!isOver) {
      const status = await createLead(url, token)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 201) await onFailure(token)
      await sleep(20)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(work)
  }
}

/** Resolves with the milliseconds until a write that begins now or later is acknowledged. */
const untilNextWrite = async (): Promise<number> => {
  const startedAt = Date.now()
  while (lastWriteBegun < startedAt) {
    if (Date.now() - startedAt > 120_000) throw new Error('no write for two minutes')
    await sleep(20)
  }
  return Date.now() - startedAt
}

const killDatabases = async (cluster: Cluster): Promise<number[]> => {
  const times: number[] = []
  for (let round = 1; round <= databaseKills; round++) {
    const primary = await cluster.untilProtected()
    await untilNextWrite()
    const wholeMachine = round % 2 === 1
    await (wholeMachine ? primary.killMachine() : primary.killPostgres())
    const ms = await untilNextWrite()
    times.push(ms)
    const what = wholeMachine ? 'machine' : 'PostgreSQL'
    console.log(`${round}: ${what} ${primary.name} killed, next write after ${(ms / 1000).toFixed(1)} s`)
    if (wholeMachine) primary.start()
  }
  await cluster.untilProtected()
  return times
}

const countLost = async (cluster: Cluster): Promise<number> => {
  const db = createDb(cluster.url, { poolSize: 1 })
  const stored = new Set((await db.rows<{ id: string }>('select id from leads')).map(row => row.id))
  await db.close()
  return [...acknowledged].filter(id => !stored.has(id)).length
}

const startProcess = async (port: number): Promise<Product> => {
  const [sandboxPort] = await findTwoFreePorts()
  const dataDir = await mkdtemp(join(tmpdir(), 'fechou-e2e-'))
  const product = new Product(port, sandboxPort, dataDir, {
    DATABASE_URL: cluster.url,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  await product.start()
  return product
}

const ports = await findTwoFreePorts()
const cluster = await startCluster(ports)
const products: Product[] = []
try {
  for (const port of ports) products.push(await startProcess(port))
  const tokens = await Promise.all(Array.from({ length: writers }, () => register(cluster.publicUrl)))

  const stopWriting = startWriters(cluster.publicUrl, tokens, () => sleep(100))
  const times = (await killDatabases(cluster)).toSorted((a, b) => a - b)
  await stopWriting()
  const lost = await countLost(cluster)
  console.log(`${acknowledged.size} leads acknowledged, ${lost} lost; statuses`, Object.fromEntries(statuses))
  const seconds = (ms = 0) => (ms / 1000).toFixed(1)
  console.log(
    `next write after ${seconds(times[0])} to ${seconds(times.at(-1))} s, median ${seconds(times[times.length >> 1])}`,
  )
  const sessionsEnded = statuses.get(401) ?? 0

  statuses.clear()
  let failedTwice = 0
  const stopAgain = startWriters(cluster.publicUrl, tokens, async token => {
    if ((await createLead(cluster.publicUrl, token)) !== 201) failedTwice++
  })
  for (let round = 0; round < processKills; round++) {
    const product = products[round % 2]
    await sleep(3000)
    await product?.kill()
    await sleep(3000)
    await product?.start()
  }
  await stopAgain()
  console.log(
    `a process killed ${processKills} times: statuses`,
    Object.fromEntries(statuses),
    `${failedTwice} failed twice`,
  )
  const lostInAll = await countLost(cluster)
  console.log(`${acknowledged.size} leads acknowledged in all, ${lostInAll} lost`)
  process.exitCode = lost + lostInAll + sessionsEnded + failedTwice === 0 ? 0 : 1
} finally {
  for (const product of products) await removeProduct(product)
  await cluster.stop()
}
