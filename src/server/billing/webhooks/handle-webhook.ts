import { z } from '#contract/zod.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { markEventProcessed, saveEvent } from '../stores/event-store.ts'
import type { Payments } from '../stripe/payments.ts'
import { isNotFound, type Stripe } from '../stripe/stripe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/** Events that can change a customer's state. Each triggers the same sync. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
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
  // Replacing a scheduled plan change sends no subscription event.
  'subscription_schedule.updated',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const toleranceSeconds = 300

/** The SDK rejects old signatures, but accepts future timestamps and timestamps that are not numbers. */
const isRecentSignature = (signature: string, now: Date): boolean => {
  const times = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map(([, time = '']) => time)
  const [signedAt = ''] = times
  return (
    times.length === 1 && /^\d{1,12}$/.test(signedAt) && Number(signedAt) <= now.getTime() / 1000 + toleranceSeconds
  )
}

const Name = z.string().check(z.maxLength(255, { abort: true }), z.regex(/^[\w.:-]+$/))
/** Fields that the server uses. */
const SignedEvent = z.object({
  id: Name,
  type: Name,
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({}) }),
})

/** Throws `validation_failed` without a reason for an invalid body or signature. */
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
      // The body may be signed with another secret.
    }
  }
  throw new AppError('validation_failed')
}

const idOf = (reference: unknown): string | undefined => {
  const id = typeof reference === 'object' && reference !== null && 'id' in reference ? reference.id : reference
  return z.safeParse(Name, id).data
}

/**
 * Returns the customer of an event. Other contents are ignored, because events arrive late, twice and in any order; a
 * dispute names only its charge, so the charge is requested.
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
 * Saves the event, syncs, then marks it as processed. A failure in between returns an error, and Stripe resends the event.
 */
export const handleEvent = async (
  services: Pick<Services, 'db' | 'now' | 'warn'>,
  payments: Payments,
  event: Stripe.Event,
): Promise<void> => {
  const { db, now, warn } = services
  if (!isHandledType(event.type)) return
  if (event.livemode !== (payments.mode === 'live')) {
    warn?.({ event: event.id }, 'stripe event of another mode ignored')
    return
  }
  const customer = await customerIdOf(payments, event)
  if (!customer) return
  if (await saveEvent(db, { id: event.id, type: event.type, customerId: customer, now: now() })) return
  await syncCustomer(services, payments, customer, 'webhook')
  await markEventProcessed(db, event.id, now())
}
