import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type ApiKey, keysApi } from '#contract/keys/keys.ts'
import { type Webhook, type WebhookDelivery, webhooksApi } from '#contract/webhooks/webhooks.ts'
import { call } from '#web/lib/http.ts'

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => call(keysApi.list, { signal }) })

interface KeyForm {
  nome: string
  scopes: ApiKey['scopes']
  lifetime?: '30' | '90' | '365' | 'never' | undefined
  password: string
}
export const createKey = (body: KeyForm) => call(keysApi.create, { body })
export const revokeKey = ({ _id: id }: ApiKey): Promise<void> => call(keysApi.revoke, { params: { id } })

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(webhooksApi.list, { signal }),
})

interface WebhookForm {
  url: string
  description?: string | undefined
  events: Webhook['events']
}
const paramsOf = ({ _id: id }: Webhook) => ({ params: { id } })
export const createWebhook = (body: WebhookForm) => call(webhooksApi.create, { body })
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
