import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type ApiKey, type ApiKeyForm, keysApi } from '#contract/keys/keys.ts'
import { type Webhook, type WebhookDelivery, type WebhookForm, webhooksApi } from '#contract/webhooks/webhooks.ts'
import { call } from '#web/lib/requests/http.ts'

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => call(keysApi.list, { signal }) })

export const createKey = (body: ApiKeyForm & { _id: string; password: string }) => call(keysApi.create, { body })
export const revokeKey = ({ _id: id }: ApiKey): Promise<void> => call(keysApi.revoke, { params: { id } })

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(webhooksApi.list, { signal }),
})

const paramsOf = ({ _id: id }: Webhook) => ({ params: { id } })
export const createWebhook = (body: WebhookForm & { _id: string }) => call(webhooksApi.create, { body })
export const setWebhookState = (webhook: Webhook, state: 'active' | 'paused') =>
  call(webhooksApi.change, { ...paramsOf(webhook), body: { state } })
export const rotateWebhook = (webhook: Webhook) => call(webhooksApi.rotate, paramsOf(webhook))
export const testWebhook = (webhook: Webhook) => call(webhooksApi.test, paramsOf(webhook))
export const removeWebhook = (webhook: Webhook): Promise<void> => call(webhooksApi.remove, paramsOf(webhook))

export type DeliveryFilter = '' | WebhookDelivery['state']
export const deliveriesQuery = (webhook: Webhook, state: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhook._id, 'deliveries', state],
    queryFn: ({ signal, pageParam }) =>
      call(webhooksApi.deliveries, {
        ...paramsOf(webhook),
        query: { ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
export const redeliver = (webhook: Webhook, { _id: deliveryId }: WebhookDelivery): Promise<void> =>
  call(webhooksApi.redeliver, { params: { id: webhook._id, deliveryId } })
export const redeliverFailed = (webhook: Webhook) => call(webhooksApi.redeliverFailed, paramsOf(webhook))
