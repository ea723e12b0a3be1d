import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { fiscalDataApi } from '#contract/billing/fiscal-data.ts'
import { syncCustomer } from '../billing/sync/sync-customer.ts'
import type { Job } from '../jobs/job.ts'
import { customerOf, refundLatest, waitForWebhooks } from '../testing/billing-actions.ts'
import { aPayingUser, billingApp } from '../testing/billing-app.ts'
import { answerAsBank, aPendingUser } from '../testing/delayed-payments.ts'
import { aFiscalDataForm, type Person } from '../testing/factories.ts'
import { startReceiver } from '../testing/webhook-receiver.ts'
import { serviceInvoiceJobs } from './service-invoice-jobs.ts'

const receiver = await startReceiver()
const { received } = receiver
const secret = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`
const app = await billingApp({
  paymentMethods: ['card', 'boleto', 'pix'],
  webhookAllowHosts: [receiver.host],
  serviceInvoiceHook: { url: receiver.url, secret },
})
const { call, clock, db, payments, services } = app
const logged: string[] = []
const log = (_: object, message: string) => void logged.push(message)
const [sending, counting] = serviceInvoiceJobs(services, { warn: log, error: log }) as [Job, Job]
const run = (job: Job) => job.run({} as never)
const send = () => run(sending)

beforeEach(async () => {
  clock.now = new Date()
  receiver.respond = response => void response.end()
  await send()
  received.length = 0
  logged.length = 0
})

const sync = async (person: Person) => syncCustomer(services, payments, await customerOf(app, person), 'reconciliation')
const messages = () => received.map(({ json: { type, data } }) => [type, data.amount, data.totalRefunded])

describe('the hook for NFS-e', () => {
  it('gets a signed message per payment, with the fiscal data of the payer', async () => {
    const person = await aPayingUser(app, 'pro')
    await call(fiscalDataApi.change, { token: person.token, body: aFiscalDataForm() })
    await send()
    const [message] = received
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers as Record<string, string>)).toEqual({
      type: 'invoice.paid',
      timestamp: expect.any(String),
      data: {
        live: false,
        invoice: {
          id: expect.stringMatching(/^in_/),
          number: expect.any(String),
          createdAt: expect.any(String),
          currency: 'brl',
        },
        amount: 7900,
        plan: 'pro',
        description: 'Assinatura Fechou Profissional, mensal',
        customer: {
          id: person.account._id,
          accountName: person.account.nome,
          email: person.user.email,
          taxId: '11222333000181',
          taxIdKind: 'cnpj',
          legalName: 'Padaria Sol Ltda.',
          address: {
            cep: '01310100',
            street: 'Avenida Paulista',
            number: '1000',
            complement: 'Sala 12',
            district: 'Bela Vista',
            city: 'São Paulo',
            state: 'SP',
            country: 'BR',
          },
        },
      },
    })
    expect(() =>
      new Webhook(`whsec_${'A'.repeat(43)}=`).verify(message?.body ?? '', message?.headers as never),
    ).toThrow()
  })

  it('gets a payment that a restored backup does not know under the same id', async () => {
    const person = await aPayingUser(app, 'pro')
    await waitForWebhooks(app)
    await send()
    await db.run('delete from invoices where account_id = $1', [person.account._id])
    await sync(person)
    await send()
    const ids = received.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(ids[1]).toBe(ids[0])
  })

  it('gets one message per payment and refund, however often the customer is synced', async () => {
    const person = await aPayingUser(app, 'pro')
    await refundLatest(app, person, 900)
    await waitForWebhooks(app)
    await Promise.all(Array.from({ length: 4 }, () => sync(person)))
    await send()
    await refundLatest(app, person)
    await waitForWebhooks(app)
    await sync(person)
    await send()
    await send()
    expect(messages()).toEqual([
      ['invoice.paid', 7900, undefined],
      ['invoice.refunded', 900, 900],
      ['invoice.refunded', 7000, 7900],
    ])
  })

  it('hears of a boleto when it is paid, not before', async () => {
    const person = await aPendingUser(app, 'boleto')
    await send()
    expect(messages()).toEqual([])
    await answerAsBank(app, person, 'pay')
    await send()
    expect(messages()).toEqual([['invoice.paid', 7900, undefined]])
    expect(received[0]?.json.data.customer).toMatchObject({ taxId: null, address: null })
  })

  it('gets a rejected message again under the same id, and a refund only after its payment', async () => {
    const person = await aPayingUser(app, 'basic')
    receiver.respond = response => void response.writeHead(500).end()
    await send()
    await refundLatest(app, person)
    await waitForWebhooks(app)
    await send()
    expect(messages()).toEqual([['invoice.paid', 2900, undefined]])
    expect(logged).toEqual(['service invoice not taken'])
    receiver.respond = response => void response.end()
    clock.now = new Date(clock.now.getTime() + 60_000)
    await send()
    expect(messages().map(([type]) => type)).toEqual(['invoice.paid', 'invoice.paid', 'invoice.refunded'])
    expect(received[1]?.id).toBe(received[0]?.id)
    expect(received[1]?.body).toBe(received[0]?.body)
  })

  it('is never given up: after the schedule it is tried daily, and the operator is told', async () => {
    await aPayingUser(app, 'basic')
    receiver.respond = response => void response.writeHead(503).end()
    for (let day = 0; day < 16; day++) {
      await send()
      clock.now = new Date(clock.now.getTime() + 24.1 * 3_600_000)
    }
    expect(received.length).toBeGreaterThan(12)
    await run(counting)
    expect(logged.at(-1)).toBe('service invoices not delivered for a day')
    receiver.respond = response => void response.end()
    await send()
    logged.length = 0
    await run(counting)
    expect(logged).toEqual([])
  })

  it('reaches no private address that the operator has not allowed', async () => {
    await aPayingUser(app, 'basic')
    const hook = { url: 'http://127.0.0.1:9/nfse', secret }
    const [blocked] = serviceInvoiceJobs(
      { ...services, settings: { ...services.settings, serviceInvoiceHook: hook } },
      { warn: log, error: log },
    ) as [Job]
    await run(blocked)
    const row = await db.row<{ error: string }>(
      'select error from service_invoice_messages where delivered_at is null order by created_at desc limit 1',
    )
    expect(row?.error).toBe('not-https')
    await db.run('update service_invoice_messages set delivered_at = now() where delivered_at is null')
  })

  it('hears nothing of payments from before it was set', async () => {
    const person = await aPayingUser(app, 'basic')
    await waitForWebhooks(app)
    await db.run('delete from service_invoice_hook')
    await db.run('delete from service_invoice_messages')
    clock.now = new Date(clock.now.getTime() + 60_000)
    await send()
    await sync(person)
    await refundLatest(app, person)
    await waitForWebhooks(app)
    await sync(person)
    await send()
    expect(messages()).toEqual([])
  })
})
