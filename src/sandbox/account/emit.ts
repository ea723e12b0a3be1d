import Stripe from 'stripe'
import { newDelivery } from '../webhooks/delivery.ts'
import type { Account } from './account.ts'
import { clockTime, customerTime } from './clock.ts'
import { newId } from './ids.ts'
import { idOf } from './state.ts'

/** A dispute names its charge but no customer. */
const customerIdOf = ({ state }: Account, object: object): string => {
  const { customer, charge, id } = object as { customer?: unknown; charge?: unknown; id?: string }
  if (typeof customer === 'string') return customer
  return typeof charge === 'string' ? idOf(state.charges[charge]?.customer as string) : (id ?? '')
}

const isSubscribedTo = ({ enabled_events: events, status }: Stripe.WebhookEndpoint, type: string): boolean =>
  status === 'enabled' && (events.includes('*') || events.includes(type))

/** Stores an event with a copy of the object and queues a delivery for each subscribed endpoint. */
export const emit = (
  account: Account,
  type: Stripe.Event['type'],
  object: object,
  previous?: Record<string, unknown>,
): Stripe.Event => {
  const { state, request } = account
  const endpoints = Object.values(state.webhookEndpoints).filter(endpoint => isSubscribedTo(endpoint, type))
  const customer = customerIdOf(account, object)
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    // Events without a customer use the default clock.
    created: state.customers[customer] ? customerTime(account, customer) : clockTime(account),
    data: {
      object: structuredClone(object),
      ...(previous === undefined ? {} : { previous_attributes: structuredClone(previous) }),
    },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
    type,
    // The SDK's events are a union of about 250 types. The conformance test checks each event against its own type.
  } as unknown as Stripe.Event
  state.events[event.id] = event
  for (const endpoint of endpoints) {
    const delivery = newDelivery(event.id, endpoint.id, Date.now(), state.chaos)
    state.deliveries[delivery.id] = delivery
  }
  account.scheduleSave()
  account.deliverWebhooks()
  return event
}

/** Changes an object in place and emits an event with the previous values. Emits nothing when nothing changed. */
export const updateAndEmit = <T extends object>(
  account: Account,
  type: Stripe.Event['type'],
  object: T,
  patch: Partial<T>,
) => {
  const previous: Record<string, unknown> = {}
  for (const key of Object.keys(patch) as (keyof T & string)[]) {
    const before = object[key]
    if (JSON.stringify(before) !== JSON.stringify(patch[key])) previous[key] = structuredClone(before)
  }
  Object.assign(object, patch)
  if (Object.keys(previous).length > 0) emit(account, type, object, previous)
}
