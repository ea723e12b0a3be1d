import { webhookEvents, webhookSample } from '#contract/webhooks/events.ts'
import type { webhooksApi } from '#contract/webhooks/webhooks.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import { idOfCreated } from '../http/idempotency.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { listDeliveries } from './delivery-store.ts'
import { changeWebhook, createWebhook, listWebhooks, redeliver, rotateSecret, testWebhook } from './manage-webhooks.ts'
import { findEndpoint, removeEndpoint } from './store.ts'

export const webhookRoutes: Handlers<typeof webhooksApi, Caller, Services> = {
  list: listWebhooks,
  samples: ({ query }) => webhookEvents.filter(type => type === (query.type ?? type)).map(webhookSample),
  create: async context => {
    const { caller, request, body } = context
    const { _id, ...form } = body
    return createWebhook(context, _id ?? (await idOfCreated(context, caller, request, body)), form)
  },
  change: context => changeWebhook(context, context.params.id, context.body),
  remove: async ({ db, caller, params }) => {
    if ((await removeEndpoint(db, caller.accountId, params.id)) === 0) throw new AppError('not_found')
  },
  rotate: context => rotateSecret(context, context.params.id),
  test: context => testWebhook(context, context.params.id),
  deliveries: async ({ db, caller, params, query: { state, limit, cursor } }) => {
    if (!(await findEndpoint(db, caller.accountId, params.id))) throw new AppError('not_found')
    const page = { state, limit, before: cursor }
    const { deliveries, next } = await listDeliveries(db, caller.accountId, params.id, page)
    return { deliveries, nextCursor: next === undefined ? null : String(next) }
  },
  redeliver: async context => {
    const { id, deliveryId } = context.params
    if ((await redeliver(context, id, deliveryId)) === 0) throw new AppError('not_found')
  },
  redeliverFailed: async context => ({ redelivered: await redeliver(context, context.params.id) }),
}
