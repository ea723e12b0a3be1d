import { z } from '#contract/zod.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { markEventProcessed, saveEvent } from './event-store.ts'
import type { Payments } from './payments.ts'
import { isNotFound, type Stripe } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'

/** Everything that may change what a customer has; all are answered by the same reading. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  // A plan that waits for the period's end is exchanged for another without a word about the subscription.
  'subscription_schedule.updated',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  // With these it is 20: the provider lists events of no more kinds at once.
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const toleranceSeconds = 300

/**
 * The SDK refuses signatures that are too old, but none that claim to come from the future, and takes a time that is no
 * number for any time.
 */
const isRecentSignature = (signature: string, now: Date): boolean => {
  const times = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map(([, time = '']) => time)
  const [signedAt = ''] = times
  return (
    times.length === 1 && /^\d{1,12}$/.test(signedAt) && Number(signedAt) <= now.getTime() / 1000 + toleranceSeconds
  )
}

const Name = z.string().check(z.maxLength(255, { abort: true }), z.regex(/^[\w.:-]+$/))
/** As much of an event as is used here. */
const SignedEvent = z.object({
  id: Name,
  type: Name,
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({}) }),
})

/** The event in a signed body; throws `validation_failed`, and does not say why, for anything else. */
export const verifyEvent = (
  payments: Payments,
  body: unknown,
  signature: string | string[] | undefined,
  now: Date,
): Stripe.Event => {
  const secrets = payments.webhookSecrets()
  if (secrets.length === 0) throw new AppError('payments_not_configured')
  if (!Buffer.isBuffer(body) || typeof signature !== 'string' || !isRecentSignature(signature, now)) {
    throw new AppError('validation_failed')
  }
  for (const secret of secrets) {
    try {
      const event = payments.stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds)
      z.parse(SignedEvent, event)
      return event
    } catch {
      // Perhaps it was signed with another one.
    }
  }
  throw new AppError('validation_failed')
}

const idOf = (reference: unknown): string | undefined => {
  const id = typeof reference === 'object' && reference !== null && 'id' in reference ? reference.id : reference
  return z.safeParse(Name, id).data
}

/**
 * Whom an event is about; what else it says is not believed, since events come late, twice and in any order. A dispute
 * names its charge alone, so the provider is asked whose that was.
 */
export const customerIdOf = async ({ stripe }: Payments, event: Stripe.Event): Promise<string | undefined> => {
  const object = event.data.object as { id?: unknown; customer?: unknown; charge?: unknown }
  if (event.type === 'customer.deleted') return idOf(object.id)
  const [customer, charge] = [idOf(object.customer), idOf(object.charge)]
  if (customer || !charge) return customer
  try {
    return idOf((await stripe.charges.retrieve(charge)).customer)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

const isHandledType = (type: string): boolean => eventTypes.some(known => known === type)

/**
 * Written down, then acted on, then marked as done: a failure in between is answered with an error, and the provider sends
 * the event again.
 */
export const handleEvent = async (
  services: Pick<Services, 'db' | 'now' | 'warn'>,
  payments: Payments,
  event: Stripe.Event,
): Promise<void> => {
  const { db, now, warn } = services
  if (!isHandledType(event.type)) return
  if (event.livemode !== (payments.mode === 'live')) {
    warn?.({ event: event.id }, 'an event came from the other mode of the payment provider')
    return
  }
  const customer = await customerIdOf(payments, event)
  if (!customer) return
  if (await saveEvent(db, { id: event.id, type: event.type, customerId: customer, now: now() })) return
  await syncCustomer(services, payments, customer, 'aviso')
  await markEventProcessed(db, event.id, now())
}
