import type { SubscriptionChange } from '#contract/billing.ts'
import { isDatabaseAway } from '../db/client.ts'
import type { Services, WarnOperator } from '../services.ts'
import { updateCustomer } from './ensure-customer.ts'
import { listUnprocessed, markProcessed, recordEvent } from './event-store.ts'
import type { Payments } from './payments.ts'
import { customerOf, eventTypes } from './receive-event.ts'
import { listCustomers, listMovedContacts } from './store.ts'
import { describeFailure, isAway, type Stripe } from './stripe.ts'
import { type Occasion, syncCustomer } from './sync-customer.ts'

type Needs = Pick<Services, 'db' | 'now' | 'warn'>

const atOnce = 4

/**
 * Works through a list, a few at a time. What fails for one customer alone is passed over and told; when the provider or
 * the database is away, the rest waits for another time, and that is thrown.
 */
const each = async <T>(items: readonly T[], warn: WarnOperator | undefined, work: (item: T) => Promise<void>) => {
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await work(item)
      } catch (error) {
        if (isAway(error) || isDatabaseAway(error)) {
          left.length = 0
          throw error
        }
        warn?.({ failure: describeFailure(error) ?? String(error) }, 'a customer could not be read')
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

export interface Reconciliation {
  /** How many were to be read, and how many were. */
  listed: number
  checked: number
  changed: SubscriptionChange[]
}

interface Extent {
  readBefore: Date
  most: number
  occasion: Occasion
  until?: number
}

/** Reads customers whose reading is older than `readBefore`, oldest first, until `until` or `most` of them. */
export const reconcileCustomers = async (
  services: Needs,
  payments: Payments,
  { readBefore, most, occasion, until }: Extent,
): Promise<Reconciliation> => {
  const customers = await listCustomers(services.db, readBefore, most)
  const result: Reconciliation = { listed: customers.length, checked: 0, changed: [] }
  await each(customers, services.warn, async customer => {
    if (until !== undefined && performance.now() > until) return
    const reading = await syncCustomer(services, payments, customer, occasion)
    result.checked++
    if (reading?.change) result.changed.push(reading.change)
  })
  return result
}

const missedSince = async ({ db }: Needs, { stripe }: Payments, since: Date): Promise<Stripe.Event[]> => {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const events: Stripe.Event[] = []
  for await (const event of stripe.events.list({ created, types: [...eventTypes], limit: 100 })) events.push(event)
  const ids = events.map(event => event.id)
  const missed = new Set(await listUnprocessed(db, ids))
  return events.filter(event => missed.has(event.id))
}

/** Reads whoever the provider had something to say of since then that did not reach us. */
export const catchUp = async (services: Needs, payments: Payments, since: Date): Promise<number> => {
  const { db, now, warn } = services
  const missed = await missedSince(services, payments, since)
  const told: { customer: string; event: Stripe.Event }[] = []
  await each(missed, warn, async event => {
    const customer = await customerOf(payments, event)
    if (customer !== undefined) told.push({ customer, event })
  })
  const byCustomer = Map.groupBy(told, ({ customer }) => customer)
  await each([...byCustomer], warn, async ([customer, theirs]) => {
    await syncCustomer(services, payments, customer, 'conferência')
    for (const {
      event: { id, type },
    } of theirs) {
      await recordEvent(db, { id, type, customerId: customer, now: now() })
      await markProcessed(db, id, now())
    }
  })
  return missed.length
}

/** Tells the provider of new names and e-mails. */
export const updateContacts = async (services: Needs, payments: Payments): Promise<void> => {
  await each(await listMovedContacts(services.db, 500), services.warn, async account => {
    if (account.stripe_customer_id) await updateCustomer(services, payments, account, account.stripe_customer_id)
  })
}
