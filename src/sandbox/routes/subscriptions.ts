import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { updateAndEmit } from '../account/emit.ts'
import { assertCardOwner, customerFilter, getPrice, getSubscription, isEnded } from '../account/find.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { changePrice } from '../billing/change-price.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { cancellationDetails } from '../objects/subscription.ts'
import { cardDeclined, invalidParameter, invalidRequest, resourceMissing } from '../wire/api-error.ts'
import {
  boolean,
  integer,
  isInRange,
  list,
  listParams,
  map,
  metadata,
  nullable,
  oneOf,
  params,
  rangeOrInteger,
  text,
} from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

const statuses = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const matchesStatus = (subscription: Stripe.Subscription, wanted: string | undefined): boolean => {
  if (wanted === 'all') return true
  if (wanted === 'ended') return isEnded(subscription)
  return wanted === undefined ? !isEnded(subscription) : subscription.status === wanted
}

/** Returns the changes of a cancellation or its undoing. Throws if the request uses both parameters, like Stripe. */
const cancellationPatch = (
  account: Account,
  subscription: Stripe.Subscription,
  input: { cancel_at?: number | null; cancel_at_period_end?: boolean },
): Partial<Stripe.Subscription> => {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = input
  if (at !== undefined && atPeriodEnd !== undefined)
    throw invalidRequest(
      'Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.',
      'parameters_exclusive',
    )
  if (at === undefined && atPeriodEnd === undefined) return {}
  if (subscription.schedule !== null)
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${idOf(subscription.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  const now = customerTime(account, idOf(subscription.customer))
  if (typeof at === 'number' && at < now) throw invalidParameter('cancel_at', 'Timestamp must be in the future.')
  const isCanceling = atPeriodEnd === true || typeof at === 'number'
  return {
    cancel_at_period_end: atPeriodEnd ?? false,
    cancel_at: atPeriodEnd ? (subscription.items.data[0]?.current_period_end ?? now) : (at ?? null),
    canceled_at: isCanceling ? now : null,
    cancellation_details: cancellationDetails(isCanceling ? 'cancellation_requested' : null),
  }
}

export const subscriptionRoutes = [
  route('GET', '/v1/subscriptions', {
    params: listParams({
      customer: text,
      price: text,
      status: oneOf(...statuses, 'all', 'ended'),
      created: rangeOrInteger,
    }),
    run: (account, { params: { customer, price, status, created, ...page } }) => {
      const belongsToCustomer = customerFilter(account, customer)
      return paginate(
        '/v1/subscriptions',
        newestFirst(account.state.subscriptions).filter(
          subscription =>
            belongsToCustomer(subscription) &&
            (price === undefined || subscription.items.data.some(item => item.price.id === price)) &&
            matchesStatus(subscription, status) &&
            isInRange(subscription.created, created),
        ),
        page,
      )
    },
  }),
  route('GET', '/v1/subscriptions/:id', {
    params: params({}),
    run: (account, { id }) => getSubscription(account, id),
  }),
  route('POST', '/v1/subscriptions/:id', {
    params: params({
      cancel_at: nullable(integer),
      cancel_at_period_end: boolean,
      metadata,
      default_payment_method: text,
      items: list(map({ id: text, price: text, quantity: integer })),
      proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    }),
    run: (account, { id, params: input }) => {
      const subscription = getSubscription(account, id)
      if (isEnded(subscription))
        throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
      const patch = cancellationPatch(account, subscription, input)
      const card = input.default_payment_method
      if (card) assertCardOwner(account, idOf(subscription.customer), card, 'default_payment_method')
      for (const { id: itemId, price: priceId, quantity } of input.items ?? []) {
        const item = subscription.items.data.find(({ id: known }) => known === itemId)
        if (!item) throw resourceMissing('subscription_item', itemId ?? '', 'items[0][id]')
        if (quantity !== undefined && quantity !== 1)
          throw invalidParameter('items[0][quantity]', 'The sandbox sells one of each.')
        if (priceId === undefined || priceId === item.price.id) continue
        const price = getPrice(account, priceId, 'items[0][price]')
        const behavior = input.proration_behavior ?? 'create_prorations'
        const decline = changePrice(account, subscription, { item, price, behavior })
        if (decline) throw cardDeclined(decline.code, decline.declineCode, decline.message)
      }
      updateAndEmit(account, 'customer.subscription.updated', subscription, {
        ...patch,
        ...(card === undefined ? {} : { default_payment_method: card }),
        metadata: patchMetadata(subscription.metadata, input.metadata),
      })
      return subscription
    },
  }),
  route('DELETE', '/v1/subscriptions/:id', {
    params: params({ cancellation_details: map({ comment: text }), invoice_now: boolean, prorate: boolean }),
    run: (account, { id }) => {
      const subscription = getSubscription(account, id)
      if (isEnded(subscription)) throw resourceMissing('subscription', id)
      endSubscription(account, subscription, 'cancellation_requested')
      return subscription
    },
  }),
]
