import { beforeEach } from 'vitest'
import { type WebhookEvent, webhookEvents } from '#contract/webhooks/events.ts'
import { type WebhookDelivery, webhooksApi } from '#contract/webhooks/webhooks.ts'
import { createLead } from '../leads/create-lead.ts'
import type { Services } from '../services.ts'
import { sendDueWebhooks } from '../webhooks/webhook-worker.ts'
import { aLeadForm, aSubscriber, type Person } from './factories.ts'
import { testApp } from './test-app.ts'
import { startReceiver } from './webhook-receiver.ts'

/** Creates an app with two receivers that its webhooks may reach. Before each test, both are empty and respond 200. */
export const webhookApp = async () => {
  const [receiver, other] = [await startReceiver(), await startReceiver()]
  const app = await testApp({ webhookAllowHosts: [receiver.host, other.host] })
  const { call, clock, db, services } = app
  const warned: string[] = []
  const log = { warn: (_: unknown, message: string) => void warned.push(message) } as Parameters<
    typeof sendDueWebhooks
  >[1]
  beforeEach(async () => {
    await db.run('delete from webhook_endpoints')
    for (const one of [receiver, other]) {
      one.received.length = 0
      one.respond = response => void response.end()
    }
    warned.length = 0
    clock.now = new Date()
  })
  const aWebhook = async (
    { token }: Pick<Person, 'token'>,
    events: readonly WebhookEvent[] = webhookEvents,
    url = receiver.url,
  ) => {
    const { status, data, error } = await call(webhooksApi.create, { token, body: { url, events } })
    if (status !== 201) throw new Error(`the webhook was not created: ${error.code}`)
    return { ...data, params: { id: data.webhook._id } }
  }
  return {
    ...app,
    app,
    receiver,
    other,
    warned,
    received: receiver.received,
    aWebhook,
    sendDue: (by: Services = services) => sendDueWebhooks(by, log),
    later: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
    /** Stores a lead without a request, for tests of many. */
    storeLead: ({ account, member }: Person, _id: string): Promise<unknown> => {
      const actor = { kind: 'user', id: member._id } as const
      const blank = { formaPagamento: null, prazoEntrega: null, dataFechamento: null }
      const form = { ...aLeadForm(), status: 'novo-lead', ...blank, _id } as const
      return createLead(db, { accountId: account._id, userId: member._id, actor }, form)
    },
    /** An owner with a webhook. */
    aPayer: async (events?: readonly WebhookEvent[]) => {
      const person = await aSubscriber(app, 'enterprise')
      return { person, token: person.token, ...(await aWebhook(person, events)) }
    },
    deliveriesOf: async (token: string, params: { id: string }, query = {}): Promise<WebhookDelivery[]> =>
      (await call(webhooksApi.deliveries, { token, params, query })).data.deliveries,
  }
}
