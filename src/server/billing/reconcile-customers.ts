import type { SubscriptionChange } from '#contract/billing/billing.ts'
import { isDatabaseUnavailable } from '../db/client.ts'
import type { Services, WarnOperator } from '../services.ts'
import { updateCustomer } from './checkout/ensure-customer.ts'
import { listUnprocessedEvents, markEventProcessed, saveEvent } from './stores/event-store.ts'
import { listChangedContacts, listStaleCustomers } from './stores/store.ts'
import type { Payments } from './stripe/payments.ts'
import { isUnavailable, type Stripe, toLogFields } from './stripe/stripe.ts'
import { type SyncReason, syncCustomer } from './sync/sync-customer.ts'
import { customerIdOf, eventTypes } from './webhooks/handle-webhook.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>

const concurrency = 4

/**
 * Runs `work` for each item, a few at a time. Logs and skips an item that fails. Stops and throws when Stripe or the
 * database is unavailable.
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
        warn?.({ failure: toLogFields(error) ?? String(error) }, 'customer sync failed')
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

export interface ReconcileResult {
  /** Number of customers to sync, and of those synced. */
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

/** Syncs customers whose last sync is before `syncedBefore`, oldest first. Stops at the time `until`. */
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

/** Stripe's event list accepts at most 20 types. */
const maxListedTypes = 20

const missedSince = async ({ db }: Deps, { stripe }: Payments, since: Date): Promise<Stripe.Event[]> => {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const events: Stripe.Event[] = []
  for (let first = 0; first < eventTypes.length; first += maxListedTypes) {
    const types = eventTypes.slice(first, first + maxListedTypes)
    for await (const event of stripe.events.list({ created, types, limit: 100 })) events.push(event)
  }
  const ids = events.map(event => event.id)
  const missed = new Set(await listUnprocessedEvents(db, ids))
  return events.filter(event => missed.has(event.id))
}

/** Syncs the customers of events since `since` that were not processed. Returns the number of these events. */
export const replayMissedEvents = async (services: Deps, payments: Payments, since: Date): Promise<number> => {
  const { db, now, warn } = services
  const missed = await missedSince(services, payments, since)
  const assigned: { customer: string; event: Stripe.Event }[] = []
  await forEachConcurrently(missed, warn, async event => {
    const customer = await customerIdOf(payments, event)
    if (customer !== undefined) assigned.push({ customer, event })
  })
  const byCustomer = Map.groupBy(assigned, ({ customer }) => customer)
  await forEachConcurrently([...byCustomer], warn, async ([customer, theirs]) => {
    await syncCustomer(services, payments, customer, 'reconciliation')
    for (const {
      event: { id, type },
    } of theirs) {
      await saveEvent(db, { id, type, customerId: customer, now: now() })
      await markEventProcessed(db, id, now())
    }
  })
  return missed.length
}

/** Sends changed names and e-mails to Stripe. */
export const pushChangedContacts = async (services: Deps, payments: Payments): Promise<void> => {
  await forEachConcurrently(await listChangedContacts(services.db, 500), services.warn, async account => {
    if (account.stripe_customer_id) await updateCustomer(services, payments, account, account.stripe_customer_id)
  })
}
