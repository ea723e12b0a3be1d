import { randomUUID } from 'node:crypto'
import type { Person } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { managers, type Row, row } from './row.ts'

const withStatus = (status: number) => managers.map(one => (one === 200 ? status : one)) as unknown as Row['statuses']

/** Adds a webhook that no server may call, with a failed delivery. */
const aWebhook = async ({ db }: TestApp, caller: Person | undefined) => {
  const [id, deliveryId] = [randomUUID(), randomUUID()]
  if (!caller) return { id, deliveryId }
  const account = caller.account._id
  await db.run(`update accounts set subscription_plan = 'pro', subscription_status = 'active' where id = $1`, [account])
  await db.run(
    `insert into webhook_endpoints (account_id, id, url, description, events, secret, created_by_kind, created_by, created_at)
     values ($1, $2, 'https://127.0.0.1:9/', '', '{lead.created}', '\\x00', 'user', $3, now())`,
    [account, id, caller.member._id],
  )
  await db.run(`insert into webhook_messages (account_id, id, type) values ($1, $2, 'lead.created')`, [
    account,
    deliveryId,
  ])
  await db.run(
    `insert into webhook_deliveries (account_id, endpoint_id, message_id, state, due_at) values ($1, $2, $3, 'failed', now())`,
    [account, id, deliveryId],
  )
  return { id, deliveryId }
}

const ofWebhook =
  (app: TestApp, body?: object): Row['request'] =>
  async (_, caller) => {
    const { id } = await aWebhook(app, caller)
    return { params: { id }, ...(body && { body }) }
  }

const scope = 'webhooks:manage'
const aSubscription = { url: 'https://93.184.215.14/hook', events: ['lead.created'] }

export const webhookRows = (app: TestApp) => ({
  'webhooks.list': row(managers, undefined, scope),
  'webhooks.samples': row(managers, undefined, scope),
  'webhooks.create': row(
    withStatus(201),
    async (_, caller) => {
      await aWebhook(app, caller)
      return { body: aSubscription }
    },
    scope,
  ),
  'webhooks.change': row(managers, ofWebhook(app, { description: 'n8n' }), scope),
  'webhooks.remove': row(withStatus(204), ofWebhook(app), scope),
  'webhooks.rotate': row(managers, ofWebhook(app), scope),
  'webhooks.test': row(managers, ofWebhook(app), scope),
  'webhooks.deliveries': row(managers, ofWebhook(app), scope),
  'webhooks.redeliver': row(withStatus(204), async (_, caller) => ({ params: await aWebhook(app, caller) }), scope),
  'webhooks.redeliverFailed': row(managers, ofWebhook(app), scope),
})
