/**
 * Stops the mail server while a hundred users register. Requests are as fast as with it, and once it is back, a hundred
 * mails arrive, each once. Takes about two minutes.
 *
 *   node tests/faults/mail-outage.ts
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '#contract/auth/auth.ts'
import { aRegistration } from '#server/testing/factories.ts'
import { type MailServer, mailServer } from '#server/testing/mail-server.ts'
import { quantile } from '../bench/timing.ts'
import { createProduct, removeProduct } from '../e2e/support/product.ts'
import { postJson } from './post-json.ts'

const accounts = 100
const timeoutMs = 150_000

const registerAll = async (url: string, round: string): Promise<number[]> => {
  const times: number[] = []
  for (let index = 0; index < accounts; index++) {
    const startedAt = performance.now()
    const form = aRegistration({ email: `${round}.${index}@exemplo.com.br` })
    const response = await postJson(url, authApi.register.path, form)
    if (response.status !== 201) throw new Error(`registration returned ${response.status}`)
    times.push(performance.now() - startedAt)
  }
  return times
}

const recipientsOf = (mails: MailServer['mails'], round: string): string[] =>
  mails.flatMap(({ to }) => to).filter(address => address.startsWith(`${round}.`))

const waitForMails = async (mails: MailServer['mails'], round: string): Promise<void> => {
  const until = Date.now() + timeoutMs
  while (recipientsOf(mails, round).length < accounts && Date.now() < until) await sleep(200)
}

let server = await mailServer()
const product = await createProduct({ SMTP_URL: server.url })
try {
  await product.start()
  const up = quantile(await registerAll(product.url, 'com'), 0.95)
  await waitForMails(server.mails, 'com')
  await server.stop()

  const down = quantile(await registerAll(product.url, 'sem'), 0.95)
  await sleep(5000)
  const backAt = Date.now()
  server = await mailServer(server.port)
  await waitForMails(server.mails, 'sem')
  const seconds = ((Date.now() - backAt) / 1000).toFixed(0)
  // Leave time for duplicates to arrive.
  await sleep(5000)
  const arrived = recipientsOf(server.mails, 'sem')

  const isOnce = arrived.length === accounts && new Set(arrived).size === accounts
  console.log(`with mail: p95 ${up.toFixed(1)} ms; without: p95 ${down.toFixed(1)} ms`)
  console.log(`${arrived.length} mails arrived, to ${new Set(arrived).size} people, ${seconds} s after it was back`)
  process.exitCode = isOnce && down <= up * 1.5 + 10 ? 0 : 1
} finally {
  await removeProduct(product)
  await server.stop()
}
