import type { StatusChange } from '#contract/billing.ts'
import type { Services } from '../services.ts'
import { updateCustomer } from './ensure-customer.ts'
import { claimJob, insertEvent, listUnprocessed, markProcessed, removeOldEvents } from './event-store.ts'
import type { Payments } from './payments.ts'
import { customerOf, eventTypes } from './receive-event.ts'
import { listCustomers, listMovedContacts } from './store.ts'
import { describeFailure, type Stripe } from './stripe.ts'
import { type Occasion, syncCustomer } from './sync-customer.ts'

type Needs = Pick<Services, 'db' | 'now'>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const atOnce = 4

/** Works through a list, a few at a time. The first failure ends it: the provider is away, and the next run goes on. */
const each = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

interface Reconciliation {
  checked: number
  changed: StatusChange[]
}

/** Reads customers whose reading is older than `readBefore`, oldest first, until `until` or `most` of them. */
export const reconcileCustomers = async (
  services: Needs,
  payments: Payments,
  { readBefore, most, occasion, until }: { readBefore: Date; most: number; occasion: Occasion; until?: number },
): Promise<Reconciliation> => {
  const result: Reconciliation = { checked: 0, changed: [] }
  const customers = await listCustomers(services.db, readBefore, most)
  await each(customers, async customer => {
    if (until !== undefined && performance.now() > until) return
    const reading = await syncCustomer(services, payments, customer, occasion)
    result.checked++
    if (reading?.change) result.changed.push(reading.change)
  })
  return result
}

const overlapMs = 15 * minuteMs

/** Reads whoever the provider had something to say of in the last while that did not reach us. */
export const catchUp = async (services: Needs, payments: Payments, since: Date): Promise<number> => {
  const { db, now } = services
  const events: Stripe.Event[] = []
  const from = Math.floor(since.getTime() / 1000)
  for await (const event of payments.stripe.events.list({
    created: { gte: from },
    types: [...eventTypes],
    limit: 100,
  })) {
    events.push(event)
  }
  const missed = new Set(
    await listUnprocessed(
      db,
      events.map(event => event.id),
    ),
  )
  const byCustomer = Map.groupBy(
    events.filter(event => missed.has(event.id)),
    customerOf,
  )
  await each([...byCustomer], async ([customer, theirs]) => {
    if (customer === undefined) return
    await syncCustomer(services, payments, customer, 'conferência')
    for (const { id, type } of theirs) {
      await insertEvent(db, { id, type, customerId: customer, now: now() })
      await markProcessed(db, id, now())
    }
  })
  return missed.size
}

/** Tells the provider of new names and e-mails. */
const updateContacts = async (services: Needs, payments: Payments): Promise<void> => {
  await each(await listMovedContacts(services.db, 500), async account => {
    if (account.stripe_customer_id) await updateCustomer(services, payments, account, account.stripe_customer_id)
  })
}

type Log = { info: (about: object, message: string) => void; warn: (about: object, message: string) => void }

const runCatchUp = async (services: Needs, payments: Payments, log: Log): Promise<void> => {
  const now = services.now()
  if (!(await claimJob(services.db, 'catch-up', now, new Date(now.getTime() + 10 * minuteMs)))) return
  // An hour more than a run and its overlap: a server that was away for a night is covered by the reconciliation.
  const missed = await catchUp(services, payments, new Date(now.getTime() - 10 * minuteMs - overlapMs))
  if (missed > 0) log.info({ missed }, 'events of the payment provider were caught up on')
  await updateContacts(services, payments)
  await removeOldEvents(services.db, new Date(now.getTime() - 60 * dayMs))
}

const batch = 1000

const runReconciliation = async (services: Needs, payments: Payments, log: Log): Promise<void> => {
  const now = services.now()
  if (!(await claimJob(services.db, 'reconcile', now, new Date(now.getTime() + dayMs)))) return
  const readBefore = new Date(now.getTime() - 60 * minuteMs)
  for (;;) {
    const { checked, changed } = await reconcileCustomers(services, payments, {
      readBefore,
      most: batch,
      occasion: 'conferência',
    })
    // Nothing should be found that no event told of.
    if (changed.length > 0) log.warn({ changed: changed.length }, 'subscriptions had drifted from the provider')
    if (checked < batch) return
  }
}

/** Both jobs, from time to time, for as long as the server runs; several servers may. Returns how to stop. */
export const startReconciling = (services: Needs, payments: Payments, log: Log): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  const warn = (error: unknown) =>
    log.warn({ failure: describeFailure(error) ?? String(error) }, 'the payment provider could not be asked')
  const round = () => {
    running = running
      .then(() => runCatchUp(services, payments, log))
      .then(() => runReconciliation(services, payments, log))
      .catch(warn)
  }
  round()
  const timer = setInterval(round, minuteMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
