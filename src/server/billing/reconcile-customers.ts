import type { SubscriptionChange } from '#contract/billing.ts'
import { isDatabaseUnavailable } from '../db/client.ts'
import type { Services, WarnOperator } from '../services.ts'
import { updateCustomer } from './ensure-customer.ts'
import { listUnprocessedEvents, markEventProcessed, saveEvent } from './event-store.ts'
import { customerIdOf, eventTypes } from './handle-webhook.ts'
import type { Payments } from './payments.ts'
import { listChangedContacts, listStaleCustomers } from './store.ts'
import { isUnavailable, type Stripe, toLogFields } from './stripe.ts'
import { type SyncReason, syncCustomer } from './sync-customer.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>

const concurrency = 4

/**
 * Works through a list, a few at a time. What fails for one customer alone is passed over and told; when the provider or
 * the database is away, the rest waits for another time, and that is thrown.
 */
const forEachConcurrently = async <T>(
  items: readonly T[],
  warn: WarnOperator | undefined,
  work: (item: T) => Promise<void>,
) => {
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await work(item)
      } catch (error) {
        if (isUnavailable(error) || isDatabaseUnavailable(error)) {
          left.length = 0
          throw error
        }
        warn?.({ failure: toLogFields(error) ?? String(error) }, 'a customer could not be read')
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

export interface ReconcileResult {
  /** How many were to be read, and how many were. */
  listed: number
  checked: number
  changed: SubscriptionChange[]
}

interface ReconcileOptions {
  syncedBefore: Date
  maxCustomers: number
  reason: SyncReason
  until?: number
}

/** Reads customers whose reading is older than `syncedBefore`, oldest first, until `until` or `most` of them. */
export const reconcileCustomers = async (
  services: Deps,
  payments: Payments,
  { syncedBefore, maxCustomers, reason, until }: ReconcileOptions,
): Promise<ReconcileResult> => {
  const customers = await listStaleCustomers(services.db, syncedBefore, maxCustomers)
  const result: ReconcileResult = { listed: customers.length, checked: 0, changed: [] }
  await forEachConcurrently(customers, services.warn, async customer => {
    if (until !== undefined && performance.now() > until) return
    const reading = await syncCustomer(services, payments, customer, reason)
    result.checked++
    if (reading?.change) result.changed.push(reading.change)
  })
  return result
}

const missedSince = async ({ db }: Deps, { stripe }: Payments, since: Date): Promise<Stripe.Event[]> => {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const events: Stripe.Event[] = []
  for await (const event of stripe.events.list({ created, types: [...eventTypes], limit: 100 })) events.push(event)
  const ids = events.map(event => event.id)
  const missed = new Set(await listUnprocessedEvents(db, ids))
  return events.filter(event => missed.has(event.id))
}

/** Reads whoever the provider had something to say of since then that did not reach us. */
export const replayMissedEvents = async (services: Deps, payments: Payments, since: Date): Promise<number> => {
  const { db, now, warn } = services
  const missed = await missedSince(services, payments, since)
  const told: { customer: string; event: Stripe.Event }[] = []
  await forEachConcurrently(missed, warn, async event => {
    const customer = await customerIdOf(payments, event)
    if (customer !== undefined) told.push({ customer, event })
  })
  const byCustomer = Map.groupBy(told, ({ customer }) => customer)
  await forEachConcurrently([...byCustomer], warn, async ([customer, theirs]) => {
    await syncCustomer(services, payments, customer, 'conferência')
    for (const {
      event: { id, type },
    } of theirs) {
      await saveEvent(db, { id, type, customerId: customer, now: now() })
      await markEventProcessed(db, id, now())
    }
  })
  return missed.length
}

/** Tells the provider of new names and e-mails. */
export const pushChangedContacts = async (services: Deps, payments: Payments): Promise<void> => {
  await forEachConcurrently(await listChangedContacts(services.db, 500), services.warn, async account => {
    if (account.stripe_customer_id) await updateCustomer(services, payments, account, account.stripe_customer_id)
  })
}
