import Stripe from 'stripe'
import { getWebhookEndpoint } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { newestFirst } from '../account/state.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { newWebhookEndpoint, withoutSecret } from '../objects/webhook-endpoint.ts'
import { invalidParameter } from '../wire/api-error.ts'
import { list, listParams, metadata, nullable, oneOf, params, required, text } from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

export const webhookEndpointRoutes = [
  route('POST', '/v1/webhook_endpoints', {
    params: params({
      url: required(text),
      enabled_events: required(list(text)),
      // The sandbox renders events in one API version only.
      api_version: oneOf(Stripe.API_VERSION),
      description: nullable(text),
      metadata,
    }),
    run: (account, { params: input }) => {
      if (!URL.canParse(input.url)) throw invalidParameter('url', 'Invalid URL', 'url_invalid')
      const endpoint = newWebhookEndpoint({
        id: newId('we'),
        created: account.wallTime(),
        url: input.url,
        enabled_events: input.enabled_events,
        api_version: input.api_version ?? null,
        description: input.description ?? null,
        metadata: patchMetadata(null, input.metadata),
        secret: newId('whsec', 32),
      })
      account.state.webhookEndpoints[endpoint.id] = endpoint
      account.scheduleSave()
      return endpoint
    },
  }),
  route('GET', '/v1/webhook_endpoints', {
    params: listParams({}),
    run: ({ state }, { params: page }) =>
      paginate('/v1/webhook_endpoints', newestFirst(state.webhookEndpoints).map(withoutSecret), page),
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', {
    params: params({}),
    run: (account, { id }): Stripe.DeletedWebhookEndpoint => {
      getWebhookEndpoint(account, id)
      delete account.state.webhookEndpoints[id]
      for (const delivery of Object.values(account.state.deliveries))
        if (delivery.endpoint === id) delete account.state.deliveries[delivery.id]
      account.scheduleSave()
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  }),
]
