/**
 * Overloads the product with 200 clients that send one byte per second and with 500 concurrent logins. Other clients are
 * served as before, and every login gets a result or a limit error. Takes about a minute; measures memory on Linux only.
 *
 *   node tests/faults/overload.ts
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '#contract/auth/auth.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aRegistration } from '#server/testing/factories.ts'
import { quantile } from '../bench/timing.ts'
import { createProduct, removeProduct } from '../e2e/support/product.ts'
import { startPolling } from './poll.ts'
import { postJson } from './post-json.ts'

const slowClients = 200
const signIns = 500
const watchMs = 20_000

const product = await createProduct()

const openSlowSocket = (): Socket => {
  const { port } = new URL(product.url)
  const socket = connect(Number(port), '127.0.0.1', () =>
    socket.write('GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Slow: '),
  )
  const timer = setInterval(() => socket.writable && socket.write('a'), 1000)
  socket.on('error', () => {}).on('close', () => clearInterval(timer))
  return socket
}

const memoryMb = (): number => {
  if (process.platform !== 'linux') return 0
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const pollBesideSlowClients = async (token: string) => {
  const pollFor = async (ms: number) => {
    const stopPolling = startPolling(`${product.url}/api${leadsApi.board.path}`, token)
    await sleep(ms)
    return stopPolling()
  }
  const alone = await pollFor(watchMs / 2)
  const sockets = Array.from({ length: slowClients }, openSlowSocket)
  const beside = await pollFor(watchMs)
  for (const socket of sockets) socket.destroy()
  return { alone, beside }
}

/** Sends all logins at once while polling the liveness probe. */
const sendLogins = async ({ email, password }: { email: string; password: string }) => {
  const memoryBefore = memoryMb()
  const stopPolling = startPolling(`${product.url}/api${healthApi.live.path}`)
  await sleep(500)
  const statuses = await Promise.all(
    Array.from({ length: signIns }, async (_, index) => {
      const credentials = { email, password: index % 2 === 0 ? password : 'outra-senha' }
      return (await postJson(product.url, authApi.login.path, credentials)).status
    }),
  )
  return { statuses, alive: await stopPolling(), growthMb: memoryMb() - memoryBefore }
}

try {
  await product.start()
  const registration = aRegistration()
  const { token } = (await (await postJson(product.url, authApi.register.path, registration)).json()) as {
    token: string
  }
  const { alone, beside } = await pollBesideSlowClients(token)
  const { statuses, alive, growthMb } = await sendLogins(registration)

  const p95 = { alone: quantile(alone.times, 0.95), beside: quantile(beside.times, 0.95) }
  const p99 = quantile(alive.times, 0.99)
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, some]) => `${some?.length} × ${status}`)
  console.log(
    `board: p95 ${p95.alone.toFixed(1)} ms alone, ${p95.beside.toFixed(1)} ms beside ${slowClients} slow clients, ${beside.failed} of ${beside.times.length} failed`,
  )
  console.log(`${signIns} concurrent logins: ${counts.join(', ')}; memory grew by ${growthMb.toFixed(0)} MB`)
  console.log(
    `liveness probe during the logins: p99 ${p99.toFixed(1)} ms, ${alive.failed} of ${alive.times.length} failed`,
  )
  const isHealthy =
    p95.beside <= p95.alone * 2 + 5 &&
    beside.failed + alive.failed === 0 &&
    statuses.every(status => [200, 401, 429, 503].includes(status)) &&
    growthMb <= 200 &&
    p99 <= 200
  process.exitCode = isHealthy ? 0 : 1
} finally {
  await removeProduct(product)
}
