/**
 * Measures how one account's load affects another account that polls its small board. Each attack runs on a new product.
 * Prints the neighbor's p95 idle and during the attack, the attacker's responses, the peak memory (on Linux) and the growth
 * of the database. Takes about two minutes per copy.
 *
 *   node tests/faults/noisy-neighbor.ts [folder of another built copy to compare with, which runs first]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { findRunningServer } from '#server/db/embedded/find-running-server.ts'
import { databaseName } from '#server/db/embedded.ts'
import { readSettings } from '#server/env.ts'
import { createServices } from '#server/services.ts'
import { aRegistration } from '#server/testing/factories.ts'
import { memoryMb, watchPeak } from '../bench/memory.ts'
import { seedAccount } from '../bench/seed-leads.ts'
import { quantile } from '../bench/timing.ts'
import { createProduct, type Product, removeProduct } from '../e2e/support/product.ts'
import { startPolling } from './poll.ts'
import { postJson } from './post-json.ts'

const idleMs = 5000
const searchMs = 8000
const mistakesMs = 4000
const growMs = 7000
const searchedLeads = 200_000

interface AttackResponse {
  status: number
  bytes: number
}
interface AttackContext {
  product: Product
  db: Db
}
interface Attack {
  name: string
  /** Creates the attacker and returns its token. */
  attacker?: (context: AttackContext) => Promise<string>
  /** Bodies that are too costly to create during the measurement. */
  prepare?: () => string[]
  run: (send: Send, bodies: string[]) => Promise<AttackResponse[]>
}
type Send = (path: string, body?: string) => Promise<AttackResponse>

const register = async ({ product }: AttackContext): Promise<string> => {
  const response = await postJson(
    product.url,
    authApi.register.path,
    aRegistration({ email: `${uuidv7()}@exemplo.com.br` }),
  )
  return ((await response.json()) as { token: string }).token
}

const createLargeAccount = ({ db }: AttackContext): Promise<string> =>
  seedAccount(createServices(db, readSettings({ APP_SECRET: 'x'.repeat(32) })), searchedLeads)

const createSyncBody = (leads: number, descriptionLength: number): string =>
  JSON.stringify({
    leads: Array.from({ length: leads }, (_, index) => ({
      _id: uuidv7(),
      nome: `Vizinho ${index}`,
      negocio: 'Clínica Bem-Estar',
      telefone: '11987654321',
      email: `v${index}@exemplo.com.br`,
      descricaoServico: `${index} `.padEnd(descriptionLength, 'abc '),
      valorServico: 100,
      status: 'novo-lead',
      dataProspeccao: '2026-11-20',
    })),
  })

const runConcurrently = (count: number, work: (index: number) => Promise<AttackResponse>): Promise<AttackResponse[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Repeats `work` with `count` concurrent workers for `ms`. */
const repeatFor = async (ms: number, count: number, work: () => Promise<AttackResponse>): Promise<AttackResponse[]> => {
  const until = performance.now() + ms
  const responses: AttackResponse[] = []
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < until) responses.push(await work())
    }),
  )
  return responses
}

const sync = leadsApi.sync.path

const attacks: Attack[] = [
  {
    name: '20 restores of 9.5 MB at once',
    run: async send => {
      const body = createSyncBody(5000, 1660)
      return runConcurrently(20, () => send(sync, body))
    },
  },
  {
    name: '100 restores of 0.2 MB at once',
    run: async send => {
      const body = createSyncBody(500, 160)
      return runConcurrently(100, () => send(sync, body))
    },
  },
  {
    name: `20 sorted searches at a time, ${searchedLeads.toLocaleString('en')} leads`,
    attacker: createLargeAccount,
    run: send => repeatFor(searchMs, 20, () => send(`${leadsApi.list.path}?search=jo&sort=-nome`)),
  },
  {
    name: 'a body of 15 kB with 5,000 mistakes',
    run: send => {
      const body = JSON.stringify({ leads: Array.from({ length: 5000 }, () => ({})) })
      return repeatFor(mistakesMs, 1, () => send(sync, body))
    },
  },
  {
    name: 'a trial that grows for 7 s',
    prepare: () => Array.from({ length: 12 }, () => createSyncBody(2000, 4500)),
    run: (send, bodies) => {
      let count = 0
      return repeatFor(growMs, 4, () => send(sync, bodies[count++ % bodies.length] ?? ''))
    },
  },
]

const sizeMb = async (db: Db): Promise<number> => {
  const row = await db.row<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  return (row?.bytes ?? 0) / 1_000_000
}

const createSender =
  (url: string, token: string): Send =>
  async (path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body ?? null,
    }).catch(() => undefined)
    const bytes = (await response?.arrayBuffer().catch(() => undefined))?.byteLength ?? 0
    return { status: response?.status ?? 0, bytes }
  }

const countStatuses = (responses: AttackResponse[]): string =>
  Object.entries(Object.groupBy(responses, ({ status }) => String(status)))
    .map(([status, some]) => `${some?.length} × ${status === '0' ? 'no response' : status}`)
    .join(', ')

/** Returns whether the neighbor's p95 stayed within the limit and no request failed. */
const runAttack = async (attack: Attack, folder: string | undefined): Promise<boolean> => {
  const product = await createProduct({}, folder)
  try {
    await product.start()
    const running = await findRunningServer(product.dataDir)
    if (!running) throw new Error('the product has no database of its own')
    const db = createDb({ ...running, user: 'postgres', database: databaseName }, { poolSize: 1 })
    const context = { product, db }
    const neighborToken = await register(context)
    await createSender(product.url, neighborToken)(sync, createSyncBody(20, 100))
    const send = createSender(product.url, await (attack.attacker ?? register)(context))
    await db.run('vacuum analyze')
    const board = `${product.url}/api${leadsApi.board.path}`
    const stopIdlePolling = startPolling(board, neighborToken)
    await sleep(idleMs)
    const idle = await stopIdlePolling()
    const before = { memory: memoryMb(product.pid), size: await sizeMb(db) }
    const peak = watchPeak(() => memoryMb(product.pid))
    const bodies = attack.prepare?.() ?? []
    const stopPolling = startPolling(board, neighborToken)
    await sleep(200)
    const startedAt = performance.now()
    const responses = await attack.run(send, bodies)
    const seconds = (performance.now() - startedAt) / 1000
    const underAttack = await stopPolling()
    const grown = (await sizeMb(db)) - before.size
    await db.close()
    const [a, b] = [quantile(idle.times, 0.95), quantile(underAttack.times, 0.95)]
    console.log(`${attack.name}: ${countStatuses(responses)} in ${seconds.toFixed(1)} s`)
    console.log(
      `  neighbor's p95 ${a.toFixed(1)} ms idle, ${b.toFixed(1)} ms during the attack (× ${(b / a).toFixed(1)}), slowest ${Math.max(...underAttack.times).toFixed(0)} ms, ${underAttack.failed} of ${underAttack.times.length} failed`,
    )
    console.log(
      `  memory ${before.memory.toFixed(0)} → ${peak().toFixed(0)} MB, database + ${grown.toFixed(0)} MB, largest response ${(Math.max(...responses.map(({ bytes }) => bytes)) / 1000).toFixed(0)} kB`,
    )
    return b <= 2 * a + 5 && underAttack.failed === 0
  } finally {
    await removeProduct(product)
  }
}

const [other] = process.argv.slice(2)
let isUnharmed = true
for (const folder of other === undefined ? [undefined] : [other, undefined]) {
  console.log(folder === undefined ? '\n— this copy' : `— ${folder}`)
  for (const attack of attacks) {
    const isAttackHarmless = await runAttack(attack, folder)
    if (folder === undefined) isUnharmed &&= isAttackHarmless
  }
}
process.exitCode = isUnharmed ? 0 : 1
