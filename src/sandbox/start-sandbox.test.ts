import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertNoRealPayments } from './start-sandbox.ts'
import { goodCard, subscribe } from './testing/browse.ts'
import { createCatalog } from './testing/catalog.ts'
import { openSandbox } from './testing/open-sandbox.ts'
import { receiveWebhooks, waitUntil } from './testing/receive-webhooks.ts'

let folder: string
let stateFile: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  stateFile = join(folder, 'payments-sandbox.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Local addresses other than 127.0.0.1. A server on all interfaces would respond there. */
const otherAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .concat('127.0.0.2')

describe('startSandbox', () => {
  it('does not start with a Stripe key or in production', () => {
    expect(() => assertNoRealPayments({ STRIPE_SECRET_KEY: 'sk_test_x' })).toThrow('STRIPE_SECRET_KEY')
    expect(() => assertNoRealPayments({ NODE_ENV: 'production' })).toThrow('production')
    expect(() => assertNoRealPayments({ NODE_ENV: 'test' })).not.toThrow()
  })

  it('listens on 127.0.0.1 only', async () => {
    const { sandbox, stop } = await openSandbox()
    expect((await fetch(sandbox.url)).status).toBe(200)
    for (const address of otherAddresses()) {
      const asked = fetch(`http://${address}:${sandbox.port}`, { signal: AbortSignal.timeout(2000) })
      await expect(asked, address).rejects.toThrow()
    }
    await stop()
  })

  it('persists its state and pending deliveries across a restart, but no card number', async () => {
    const receiver = await receiveWebhooks()
    receiver.respondWith(500)
    const first = await openSandbox({ stateFile })
    const { secret } = await first.stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['customer.subscription.created'],
    })
    const { basic } = await createCatalog(first.stripe)
    const { subscription, customer } = await subscribe(first.stripe, basic.id)
    await first.stripe.customers.update(customer, { name: 'Ana' }, { idempotencyKey: 'k' })
    await waitUntil(() => receiver.received.length === 1)
    await first.stop()
    expect(await readdir(folder)).toEqual(['payments-sandbox.json'])
    expect(await readFile(stateFile, 'utf8')).not.toContain(goodCard.number.replaceAll(' ', ''))

    receiver.respondWith(200)
    const second = await openSandbox({ stateFile })
    expect((await second.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
    const again = await second.stripe.customers.update(customer, { name: 'Ana' }, { idempotencyKey: 'k' })
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    await waitUntil(() => receiver.received.length === 2)
    expect(second.sandbox.webhookSecretOf(receiver.url)).toBe(secret)
    await second.stop()
    await receiver.stop()
  })

  it('renames an unreadable state file, logs it and starts empty', async () => {
    const lines: string[] = []
    for (const text of ['{"schema":0}', 'half a fi']) {
      await writeFile(stateFile, text)
      const { stripe, stop } = await openSandbox({ stateFile, log: line => lines.push(line) })
      expect((await stripe.customers.list()).data).toEqual([])
      await stop()
    }
    expect(lines.join()).toContain('de outra versão')
    expect(lines.join()).toContain('não puderam ser lidos')
    expect(await readdir(folder)).toContain('payments-sandbox.json.old')
  })

  it('runs the tasks that fell due while it was stopped, each with its own date', async () => {
    let now = Date.parse('2027-01-31T12:00:00Z')
    const options = { stateFile, now: () => new Date(now) }
    const first = await openSandbox(options)
    const { basic } = await createCatalog(first.stripe)
    const { customer } = await subscribe(first.stripe, basic.id)
    await first.stop()
    now = Date.parse('2027-03-05T00:00:00Z')
    const second = await openSandbox(options)
    const [invoice] = (await second.stripe.invoices.list({ customer })).data
    expect(invoice).toMatchObject({ status: 'paid', created: Date.parse('2027-02-28T12:00:00Z') / 1000 })
    expect(second.sandbox.clock.now().getTime()).toBe(now)
    await second.stop()
  })
})
