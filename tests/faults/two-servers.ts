/**
 * Runs two products on one data directory in separate PID and IPC namespaces, like two containers with a shared volume. In
 * alternating rounds both start at once, or the second starts while the first serves and is then stopped or killed. In
 * every round the database opens and contains every acknowledged write. Needs Linux and the right to `unshare`; takes
 * about two minutes.
 *
 *   node tests/faults/two-servers.ts
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '#contract/auth/auth.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { createDb } from '#server/db/client.ts'
import { aLeadForm, aRegistration } from '#server/testing/factories.ts'
import { findTwoFreePorts } from '../e2e/support/product.ts'
import { postJson } from './post-json.ts'

const rounds = 20
const startTimeoutMs = 60_000
const rejectionMessage = 'já está em uso por outro Fechou'
const dataDir = await mkdtemp(join(tmpdir(), 'fechou-two-'))
const acknowledged = new Set<string>()
const containers: Container[] = []

interface Container {
  url: string
  process: ChildProcess
  log: string
}

const startContainer = async (): Promise<Container> => {
  const [port, sandboxPort] = await findTwoFreePorts()
  const unshare = ['--pid', '--ipc', '--mount-proc', '--fork', '--kill-child']
  const child = spawn('unshare', [...unshare, process.execPath, 'src/server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DEMO: '0',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const container = { url: `http://localhost:${port}`, process: child, log: '' }
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', text => {
      container.log += text
    })
  }
  containers.push(container)
  return container
}

const hasEnded = ({ process: { exitCode, signalCode } }: Container) => exitCode !== null || signalCode !== null

/** Waits until the product serves. Returns false if it exits instead. */
const isServing = async (container: Container): Promise<boolean> => {
  for (const until = Date.now() + startTimeoutMs; Date.now() < until && !hasEnded(container); await sleep(50)) {
    const response = await fetch(`${container.url}/api${healthApi.ready.path}`).catch(() => undefined)
    if (response?.ok) return true
  }
  return false
}

const stopContainer = async (container: Container, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
  if (hasEnded(container)) return
  const closed = once(container.process, 'close')
  const { pid } = container.process
  const inside = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  process.kill(Number(inside), signal)
  await closed
}

/** Creates leads one at a time until the server stops or `isStopped` returns true. */
const createLeadsUntil = async ({ url }: Container, isStopped: () => boolean): Promise<void> => {
  const registered = await postJson(
    url,
    authApi.register.path,
    aRegistration({ email: `${crypto.randomUUID()}@exemplo.com` }),
  )
  if (!registered.ok) return
  const { token } = (await registered.json()) as { token: string }
  while (!isStopped()) {
    const response = await fetch(`${url}/api${leadsApi.create.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(aLeadForm()),
    }).catch(() => undefined)
    const lead = (await response?.json().catch(() => undefined)) as { _id: string } | undefined
    if (response?.status !== 201 || !lead) return
    acknowledged.add(lead._id)
  }
}

const countLost = async (): Promise<number> => {
  const db = createDb({ host: join(dataDir, 'postgres'), user: 'postgres', database: 'fechou' }, { poolSize: 1 })
  const stored = new Set((await db.rows<{ id: string }>('select id from leads')).map(row => row.id))
  await db.close()
  return [...acknowledged].filter(id => !stored.has(id)).length
}

/** Restarts the container until it serves, like an orchestrator. */
const startUntilServing = async (onRefused: () => void): Promise<Container> => {
  for (let attempt = 0; attempt < 50; attempt++) {
    const container = await startContainer()
    if (await isServing(container)) return container
    if (!container.log.includes(rejectionMessage)) throw new Error(`The second server said:\n${container.log}`)
    onRefused()
  }
  throw new Error('The second server never got the data directory.')
}

/** Replaces a container while it serves. Throws if the new one serves before the old one was stopped. */
const replaceContainer = async (old: Container, signal: 'SIGTERM' | 'SIGKILL'): Promise<Container> => {
  const writing = createLeadsUntil(old, () => false)
  const rejected = Promise.withResolvers<void>()
  const starting = startUntilServing(rejected.resolve)
  const tooEarly = starting.then(() => Promise.reject(new Error('Both serve at the same time.')))
  await Promise.race([rejected.promise, tooEarly])
  await stopContainer(old, signal)
  await writing
  return starting
}

/** Starts two containers at once. Throws unless exactly one serves. */
const startBoth = async (): Promise<Container> => {
  const both = await Promise.all([startContainer(), startContainer()])
  const serving = await Promise.all(both.map(isServing))
  const [winner, other] = serving[0] ? both : both.toReversed()
  if (serving.filter(Boolean).length !== 1 || !winner)
    throw new Error(`${serving.filter(Boolean).length} of two served:\n${both.map(({ log }) => log).join('\n')}`)
  if (!other?.log.includes(rejectionMessage)) throw new Error(`The other one said:\n${other?.log}`)
  return winner
}

let current: Container | undefined
try {
  let lost = 0
  for (let round = 1; round <= rounds; round++) {
    const signal = round % 4 < 2 ? 'SIGTERM' : 'SIGKILL'
    let outcome: string
    if (current && round % 2 === 0) {
      current = await replaceContainer(current, signal)
      outcome = `one refused while the other worked, which then got ${signal}`
    } else {
      if (current) await stopContainer(current, signal)
      current = await startBoth()
      let isStopped = false
      const writing = createLeadsUntil(current, () => isStopped)
      await sleep(1000)
      isStopped = true
      await writing
      outcome = 'both at once, one served'
    }
    lost = await countLost()
    console.log(`round ${round}: ${outcome}; ${acknowledged.size} leads acknowledged so far, ${lost} lost`)
    if (lost > 0) break
  }
  process.exitCode = lost === 0 ? 0 : 1
} finally {
  for (const container of containers) await stopContainer(container, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
}
