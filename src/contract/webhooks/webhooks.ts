import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { Id, IdParams } from '../values/id.ts'
import { FeedNumber, IntegerParam } from '../values/query.ts'
import { StorableText } from '../values/text.ts'
import { z } from '../zod.ts'
import { webhookEvents } from './events.ts'

export const webhookStates = ['active', 'paused', 'disabled'] as const

export const Webhook = z.object({
  _id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** `paused` by a member, `disabled` by the server. */
  state: z.enum(webhookStates),
  disabledReason: z.nullable(z.enum(['failing', 'gone'])),
  /** Beyond what the plan includes: nothing is sent until an upgrade. */
  isPausedByPlan: z.boolean(),
  failingSince: z.nullable(Timestamp),
  /** Until then, the secret from before the rotation signs too. */
  oldSecretUntil: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

const fields = {
  url: StorableText(2000, 'Informe o endereço'),
  description: z._default(StorableText(120), ''),
  events: z
    .array(z.enum(webhookEvents, { error: 'Este evento não existe' }), { error: 'Escolha os eventos' })
    .check(z.minLength(1, { error: 'Escolha ao menos um evento' }), z.maxLength(webhookEvents.length)),
}
export const WebhookForm = z.object(fields)
export type WebhookForm = z.output<typeof WebhookForm>

export const NewWebhook = z.extend(WebhookForm, { _id: z.optional(Id) })
export type NewWebhook = z.output<typeof NewWebhook>

export const WebhookPatch = z.object({
  url: z.optional(fields.url),
  description: z.optional(StorableText(120)),
  events: z.optional(fields.events),
  state: z.optional(z.enum(['active', 'paused'], { error: 'Use active ou paused' })),
})
export type WebhookPatch = z.output<typeof WebhookPatch>

export const deliveryStates = ['pending', 'sending', 'delivered', 'failed', 'skipped'] as const

export const WebhookDelivery = z.object({
  /** The `webhook-id` of every attempt. */
  _id: z.uuid(),
  type: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: Timestamp,
  /** When the last attempt ended. */
  at: z.nullable(Timestamp),
  nextAttemptAt: z.nullable(Timestamp),
  status: z.nullable(z.int()),
  ms: z.nullable(z.int()),
  error: z.nullable(z.string()),
  /** Beginning of what the receiver responded. */
  answer: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const DeliveryParams = z.object({ id: Id, deliveryId: Id })
const WithSecret = z.object({ webhook: Webhook, secret: z.string() })
const access = 'webhooks.manage'

export const webhooksApi = {
  list: endpoint({
    method: 'GET',
    path: '/webhooks',
    access,
    summary: 'Webhooks of the account',
    status: 200,
    response: z.object({ webhooks: z.array(Webhook), limit: z.int() }),
  }),
  samples: endpoint({
    method: 'GET',
    path: '/webhooks/samples',
    access,
    summary: 'Samples of what a webhook receives, as a list, without data of the account',
    query: z.object({ type: z.optional(z.enum(webhookEvents, { error: 'Este evento não existe' })) }),
    status: 200,
    response: z.array(z.object({ type: z.enum(webhookEvents), timestamp: Timestamp, data: z.looseObject({}) })),
  }),
  create: endpoint({
    method: 'POST',
    path: '/webhooks',
    access,
    summary:
      'Subscribes an address to events; only this response contains the secret. Sent again with its _id, changes it and its secret',
    body: NewWebhook,
    status: 201,
    response: WithSecret,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/webhooks/:id',
    access,
    summary: 'Changes a webhook, pauses or resumes it',
    params: IdParams,
    body: WebhookPatch,
    status: 200,
    response: Webhook,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/webhooks/:id',
    access,
    summary: 'Unsubscribes an address and deletes its log',
    params: IdParams,
    status: 204,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/webhooks/:id/rotate',
    access,
    summary: 'Returns a new secret; both sign for a day',
    params: IdParams,
    status: 200,
    response: WithSecret,
  }),
  test: endpoint({
    method: 'POST',
    path: '/webhooks/:id/test',
    access,
    summary: 'Sends a ping now and returns its outcome',
    params: IdParams,
    status: 200,
    response: WebhookDelivery,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    access,
    summary: 'Log of the last 30 days, latest first, paginated',
    params: IdParams,
    query: z.object({
      state: z.optional(z.enum(deliveryStates, { error: 'Este estado não existe' })),
      limit: IntegerParam(1, 100, 20),
      cursor: z.optional(FeedNumber),
    }),
    status: 200,
    response: z.object({ deliveries: z.array(WebhookDelivery), nextCursor: z.nullable(z.string()) }),
  }),
  redeliver: endpoint({
    method: 'POST',
    path: '/webhooks/:id/deliveries/:deliveryId/redeliver',
    access,
    summary: 'Sends a delivery again, with the same webhook-id',
    params: DeliveryParams,
    status: 204,
  }),
  redeliverFailed: endpoint({
    method: 'POST',
    path: '/webhooks/:id/redeliver',
    access,
    summary: 'Sends all failed and skipped deliveries again; returns their number',
    params: IdParams,
    status: 200,
    response: z.object({ redelivered: z.int() }),
  }),
}
