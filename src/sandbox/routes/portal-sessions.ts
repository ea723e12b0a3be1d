import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { emit } from '../account/emit.ts'
import { getConfiguration, getCustomer, getPrice, getSubscription, isLive } from '../account/find.ts'
import { newId, randomAlphanumeric } from '../account/ids.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { newPortalSession } from '../objects/portal-session.ts'
import { invalidParameter, invalidRequest, missingParameter, resourceMissing } from '../wire/api-error.ts'
import { integer, list, map, oneOf, type ParamsOf, params, required, text } from '../wire/fields.ts'
import { route } from '../wire/route.ts'

type Flow = Stripe.BillingPortal.Session.Flow

const ofSubscription = map({ subscription: required(text) })
const flowData = map({
  type: required(
    oneOf('payment_method_update', 'subscription_cancel', 'subscription_update', 'subscription_update_confirm'),
  ),
  after_completion: map({
    type: required(oneOf('hosted_confirmation', 'portal_homepage', 'redirect')),
    redirect: map({ return_url: required(text) }),
    hosted_confirmation: map({ custom_message: text }),
  }),
  subscription_cancel: ofSubscription,
  subscription_update: ofSubscription,
  subscription_update_confirm: map({
    subscription: required(text),
    items: required(list(map({ id: required(text), price: text, quantity: integer }))),
  }),
})

const flowOf = (account: Account, customer: string, input: ParamsOf<typeof flowData>): Flow => {
  const { type, after_completion: after, subscription_update_confirm: confirm } = input
  const details = type === 'payment_method_update' ? undefined : input[type]
  if (type !== 'payment_method_update' && !details) throw missingParameter(`flow_data[${type}]`)
  if (details) {
    const param = `flow_data[${type}][subscription]`
    const subscription = getSubscription(account, details.subscription, param)
    if (idOf(subscription.customer) !== customer) throw resourceMissing('subscription', subscription.id, param)
    if (!isLive(subscription))
      throw invalidParameter(param, 'The subscription cannot be changed in its current status.')
    for (const item of confirm?.items ?? []) {
      const known = subscription.items.data.find(({ id }) => id === item.id)
      if (!known) throw resourceMissing('subscription_item', item.id, `flow_data[${type}][items][0][id]`)
      if (item.price !== undefined) getPrice(account, item.price, `flow_data[${type}][items][0][price]`)
      if (item.price === known.price.id)
        throw invalidRequest('The subscription already has this price: no changes to confirm.')
    }
  }
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: input.subscription_cancel ? { ...input.subscription_cancel, retention: null } : null,
    subscription_pause: null,
    subscription_update: input.subscription_update ?? null,
    subscription_update_confirm: confirm
      ? {
          discounts: null,
          subscription: confirm.subscription,
          items: confirm.items.map(({ id, price, quantity }) => ({
            id,
            price: price ?? null,
            quantity: quantity ?? 1,
          })),
        }
      : null,
    type,
  }
}

export const portalSessionRoutes = [
  route('POST', '/v1/billing_portal/sessions', {
    params: params({
      customer: required(text),
      configuration: text,
      return_url: text,
      locale: oneOf('auto', 'pt-BR', 'pt'),
      flow_data: flowData,
    }),
    run: (account, { params: input }) => {
      const { state } = account
      getCustomer(account, input.customer, 'customer')
      const byDefault = newestFirst(state.portalConfigurations).find(({ is_default: is }) => is)
      if (input.configuration === undefined && !byDefault)
        throw invalidRequest(
          'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default configuration.',
        )
      const configuration = input.configuration
        ? getConfiguration(account, input.configuration, 'configuration').id
        : (byDefault?.id ?? '')
      const token = randomAlphanumeric(48)
      const session = newPortalSession({
        id: newId('bps'),
        created: account.wallTime(),
        configuration,
        customer: input.customer,
        flow: input.flow_data ? flowOf(account, input.customer, input.flow_data) : null,
        locale: input.locale ?? null,
        return_url: input.return_url ?? null,
        url: `${account.url}/p/session/${token}`,
      })
      state.portalSessions[session.id] = session
      state.links[token] = session.id
      emit(account, 'billing_portal.session.created', session)
      return session
    },
  }),
]
