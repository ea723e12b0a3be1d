import { beforeEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { runDueJobs, startJobs } from '../../jobs/run-jobs.ts'
import { customerOf, forgetCustomer, storedBillingState } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { anExpiredTrialUser, aUser, type Person } from '../../testing/factories.ts'
import { billingJobs } from '../billing-jobs.ts'
import { reconcileCustomers } from '../reconcile-customers.ts'
import type { Payments } from '../stripe/payments.ts'

const app = await billingApp()
const { call, clock, db, payments, sandbox, services } = app
beforeEach(async () => {
  clock.now = new Date()
  Object.assign(sandbox.chaos, { drop: false, api_500: 0 })
  await db.run('delete from jobs')
})

const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}
const minute = 60_000
const statusOf = async (token: string) => (await call(leadsApi.list, { token })).status
const storedStatus = async (person: Person) =>
  (await storedBillingState(app, await customerOf(app, person))).account?.subscription_status
const logged: string[] = []
const log = {
  info: (_: object, line: string) => void logged.push(line),
  warn: (_: object, line: string) => void logged.push(line),
  error: (about: object, line: string) => void logged.push(`${line}: ${JSON.stringify(about)}`),
}
type JobName = 'catch-up' | 'reconcile' | 'stale-subscriptions'

const runJob = (name: JobName, by = payments): Promise<void> =>
  runDueJobs(
    services,
    billingJobs(services, by, log).filter(job => job.name === name),
    log,
  )

/** Simulates a process that ends while it waits for Stripe. */
const abandon = async (name: JobName, asksFor: 'events' | 'subscriptions') => {
  const requested = Promise.withResolvers<void>()
  const list = () => {
    requested.resolve()
    const never = new Promise<never>(() => {})
    return Object.assign(never, { [Symbol.asyncIterator]: () => ({ next: () => never }) })
  }
  const stripe = { ...payments.stripe, [asksFor]: { list } } as unknown as Payments['stripe']
  void runJob(name, { ...payments, stripe })
  await requested.promise
}
/** Changes customers in Stripe without events. */
const drift = async () => {
  const syncedBefore = new Date(8e15)
  return (await reconcileCustomers(services, payments, { syncedBefore, maxCustomers: 1000, reason: 'reconciliation' }))
    .changed.length
}

describe('missed events', () => {
  it.each([['me'], ['verifyToken']] as const)(
    'a paying user is active at the first %s after the return',
    async name => {
      const person = await anExpiredTrialUser(app)
      const page = await goToCheckout(app, person.token, 'pro')
      sandbox.chaos.drop = true
      await submitCheckout(page)
      expect(await storedStatus(person)).toBe('inactive')
      later(3000)
      const { data } = await call(authApi[name], { token: person.token })
      expect(data.user).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
      expect(await statusOf(person.token)).toBe(200)
    },
  )

  it('link a customer that a restored backup does not know, without a second one', async () => {
    const person = await aPayingUser(app, 'pro')
    const customer = await forgetCustomer(app, person)
    later(minute)
    await runJob('catch-up')
    expect(await customerOf(app, person)).toBe(customer)
    expect(await storedStatus(person)).toBe('active')
  })

  it('pending checkouts sync at most every two seconds', async () => {
    const person = await aUser(app)
    await goToCheckout(app, person.token, 'pro')
    const reading = async () => {
      const text = 'select billing_reading from accounts where stripe_customer_id = $1'
      return (await db.row<{ billing_reading: number }>(text, [await customerOf(app, person)]))?.billing_reading
    }
    later(3000)
    await call(authApi.me, { token: person.token })
    const first = await reading()
    later(1900)
    await Promise.all(Array.from({ length: 5 }, () => call(authApi.me, { token: person.token })))
    expect(await reading()).toBe(first)
    later(200)
    await call(authApi.me, { token: person.token })
    expect(await reading()).not.toBe(first)
  })

  it('every request syncs during the checkout return window', async () => {
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'pro')
    sandbox.chaos.drop = true
    await call(authApi.me, { token: person.token })
    // Longer than the sync interval, which uses the monotonic clock.
    await new Promise(resolve => setTimeout(resolve, 3200))
    await submitCheckout(page)
    later(5000)
    const { data } = await call(authApi.me, { token: person.token })
    expect(data.user.subscription_status).toBe('active')
  })

  it('the catch-up job replays them within ten minutes and finds nothing afterwards', async () => {
    await runJob('catch-up')
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'pro')
    sandbox.chaos.drop = true
    await submitCheckout(page)
    later(9 * minute)
    await runJob('catch-up')
    expect(await storedStatus(person)).toBe('inactive')
    later(minute)
    logged.length = 0
    await runJob('catch-up')
    expect(await storedStatus(person)).toBe('active')
    expect(logged).toEqual(['missed stripe events replayed'])
    expect(await drift()).toBe(0)
    later(10 * minute)
    await runJob('catch-up')
    expect(logged).toHaveLength(1)
  })

  it('the catch-up job replays them after an outage of any length', async () => {
    await runJob('catch-up')
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'pro')
    sandbox.chaos.drop = true
    await submitCheckout(page)
    sandbox.chaos.api_500 = 1_000_000
    for (let tries = 0; tries < 5; tries++) {
      later(20 * minute)
      logged.length = 0
      await runJob('catch-up')
      expect(logged).toEqual(['job failed'])
    }
    sandbox.chaos.api_500 = 0
    later(minute)
    await runJob('catch-up')
    expect(await storedStatus(person)).toBe('active')
  })

  it('the catch-up job starts at the last successful run after an aborted one', async () => {
    await runJob('catch-up')
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'pro')
    sandbox.chaos.drop = true
    await submitCheckout(page)
    later(120 * minute)
    await abandon('catch-up', 'events')
    later(11 * minute)
    await runJob('catch-up')
    expect(await storedStatus(person)).toBe('active')
  })

  it('an aborted daily sync is repeated within an hour', async () => {
    await runJob('reconcile')
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'basic')
    sandbox.chaos.drop = true
    await submitCheckout(page)
    later(25 * 60 * minute)
    await abandon('reconcile', 'subscriptions')
    later(61 * minute)
    await runJob('reconcile')
    expect(await storedStatus(person)).toBe('active')
  })

  it('the daily sync of all customers detects them and warns', async () => {
    await runJob('reconcile')
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'basic')
    sandbox.chaos.drop = true
    await submitCheckout(page)
    later(23 * 60 * minute)
    await runJob('reconcile')
    expect(await storedStatus(person)).toBe('inactive')
    later(2 * 60 * minute)
    logged.length = 0
    await runJob('reconcile')
    expect(await storedStatus(person)).toBe('active')
    expect(logged).toContain('subscriptions differed from stripe')
    expect(await drift()).toBe(0)
  })

  it('one of several servers starts the catch-up job immediately', async () => {
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'basic')
    sandbox.chaos.drop = true
    await submitCheckout(page)
    later(20 * minute)
    const stops = Array.from({ length: 3 }, () => startJobs(services, billingJobs(services, payments, log), log))
    await Promise.all(stops.map(stop => stop()))
    expect(await storedStatus(person)).toBe('active')
    const trail = await db.rows('select id from admin_trail where subject_email = $1', [person.user.email])
    expect(trail).toHaveLength(1)
  })
})

describe('paying accounts not synced for two days', () => {
  it('keep access, and the operator is alerted', async () => {
    const [payer, unpaid] = [await aPayingUser(app, 'pro'), await aUser(app)]
    await goToCheckout(app, unpaid.token, 'basic')
    sandbox.chaos.api_500 = 1_000_000
    await db.run('update accounts set billing_read_at = $1', [clock.now])
    later(47 * 60 * minute)
    logged.length = 0
    await runJob('stale-subscriptions')
    expect(logged).toEqual([])
    later(2 * 60 * minute)
    const paying = await db.row<{ count: number }>(
      `select count(*) as count from accounts where subscription_status = 'active'`,
    )
    logged.length = 0
    await runDueJobs(services, billingJobs(services, payments, log), log)
    const alert = `active subscriptions not synced for two days: {"stale":${paying?.count}}`
    expect(logged.toSorted()).toEqual([alert, 'job failed', 'job failed'])
    logged.length = 0
    later(23 * 60 * minute)
    await runJob('stale-subscriptions')
    expect(logged).toEqual([])
    later(60 * minute)
    await runJob('stale-subscriptions')
    expect(logged).toEqual([alert])
    expect(await statusOf(payer.token)).toBe(200)
  })

  it('trigger no alert after all were synced', async () => {
    later(72 * 60 * minute)
    logged.length = 0
    await runJob('stale-subscriptions')
    expect(logged).toHaveLength(1)
    await db.run('delete from jobs')
    await runJob('reconcile')
    logged.length = 0
    await runJob('stale-subscriptions')
    expect(logged).toEqual([])
  })
})
