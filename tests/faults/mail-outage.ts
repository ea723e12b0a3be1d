/**
 * A mail server that is down while a hundred people register: requests answer as fast as with it, and once it is back a
 * hundred mails arrive, each once. Takes about two minutes.
 *
 *   node tests/faults/mail-outage.ts
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type MailServer, mailServer } from '#server/testing/mail-server.ts'
import { createProduct, removeProduct } from '../e2e/support/product.ts'

const people = 100
const patienceMs = 150_000

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

const registerAll = async (url: string, round: string): Promise<number[]> => {
  const times: number[] = []
  for (let index = 0; index < people; index++) {
    const body = {
      nome: 'Ana',
      email: `${round}.${index}@exemplo.com.br`,
      password: 'segredo1',
      confirmPassword: 'segredo1',
    }
    const headers = { 'content-type': 'application/json' }
    const begun = performance.now()
    const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(`registering was answered with ${answer.status}`)
    times.push(performance.now() - begun)
  }
  return times
}

const arrivals = (mails: MailServer['mails'], round: string): string[] =>
  mails.flatMap(({ to }) => to).filter(address => address.startsWith(`${round}.`))

const untilAllArrived = async (mails: MailServer['mails'], round: string): Promise<void> => {
  const until = Date.now() + patienceMs
  while (arrivals(mails, round).length < people && Date.now() < until) await sleep(200)
}

let server = await mailServer()
const product = await createProduct({ SMTP_URL: server.url })
await product.start()
const up = await registerAll(product.url, 'com')
await untilAllArrived(server.mails, 'com')
await server.stop()

const down = await registerAll(product.url, 'sem')
await sleep(5000)
const backAt = Date.now()
server = await mailServer(server.port)
await untilAllArrived(server.mails, 'sem')
const seconds = ((Date.now() - backAt) / 1000).toFixed(0)
// Whatever would come twice has time to.
await sleep(5000)
const arrived = arrivals(server.mails, 'sem')
await removeProduct(product)
await server.stop()

const isOnce = arrived.length === people && new Set(arrived).size === people
const isFast = percentile(down, 0.95) <= percentile(up, 0.95) * 1.5 + 10
console.log(
  `with mail: p95 ${percentile(up, 0.95).toFixed(1)} ms; without: p95 ${percentile(down, 0.95).toFixed(1)} ms`,
)
console.log(`${arrived.length} mails arrived, to ${new Set(arrived).size} people, ${seconds} s after it was back`)
process.exit(isOnce && isFast ? 0 : 1)
