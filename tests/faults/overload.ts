/**
 * Two kinds of too much: two hundred clients that send their requests a byte at a time, and five hundred sign-ins at once.
 * Whoever behaves is answered as before, and nobody gets anything but an answer or a refusal. Takes about a minute.
 *
 *   node tests/faults/overload.ts
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createProduct, removeProduct } from '../e2e/support/product.ts'
import { askAgain } from './ask-again.ts'

const slowClients = 200
const signIns = 500
const watchMs = 20_000

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

const product = await createProduct()
await product.start()
const { port } = new URL(product.url)
const person = { nome: 'Ana Souza', email: 'ana@exemplo.com.br', password: 'segredo1', confirmPassword: 'segredo1' }
const json = { 'content-type': 'application/json' }
const post = (path: string, body: object) =>
  fetch(`${product.url}/api${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
const { token } = (await (await post('/auth/register', person)).json()) as { token: string }

const dribble = (): Socket => {
  const socket = connect(Number(port), '127.0.0.1', () =>
    socket.write('GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Slow: '),
  )
  const timer = setInterval(() => socket.writable && socket.write('a'), 1000)
  socket.on('error', () => {}).on('close', () => clearInterval(timer))
  return socket
}

const memoryMb = (): number => {
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const board = `${product.url}/api/leads/board`
const askFor = async (url: string, ms: number) => {
  const end = askAgain(url, token)
  await sleep(ms)
  return end()
}
const calm = await askFor(board, watchMs / 2)
const sockets = Array.from({ length: slowClients }, dribble)
const besideSlow = await askFor(board, watchMs)
for (const socket of sockets) socket.destroy()

const memoryBefore = memoryMb()
const watching = askAgain(`${product.url}/api/health/live`)
await sleep(500)
const statuses = await Promise.all(
  Array.from({ length: signIns }, async (_, index) => {
    const password = index % 2 === 0 ? person.password : 'outra-senha'
    return (await post('/auth/login', { email: person.email, password })).status
  }),
)
const alive = await watching()
const growthMb = memoryMb() - memoryBefore
await removeProduct(product)

const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, some]) => `${some?.length} × ${status}`)
console.log(
  `board: p95 ${percentile(calm.times, 0.95).toFixed(1)} ms alone, ${percentile(besideSlow.times, 0.95).toFixed(1)} ms beside ${slowClients} slow clients, ${besideSlow.failed} of ${besideSlow.times.length} failed`,
)
console.log(`${signIns} sign-ins at once: ${counts.join(', ')}; memory grew by ${growthMb.toFixed(0)} MB`)
console.log(
  `is it alive, meanwhile: p99 ${percentile(alive.times, 0.99).toFixed(1)} ms, ${alive.failed} of ${alive.times.length} failed`,
)

const isWell =
  percentile(besideSlow.times, 0.95) <= percentile(calm.times, 0.95) * 2 + 5 &&
  besideSlow.failed + alive.failed === 0 &&
  statuses.every(status => [200, 401, 429, 503].includes(status)) &&
  growthMb <= 200 &&
  percentile(alive.times, 0.99) <= 200
process.exit(isWell ? 0 : 1)
