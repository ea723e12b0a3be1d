import { describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import {
  advanceDays,
  advanceToRenewal,
  changePlan,
  customerOf,
  decideDispute,
  disputedCard,
  failingCard,
  refundLatest,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { anAdmin, aUser, type Person } from '../../testing/factories.ts'
import type { Stripe } from '../stripe/stripe.ts'
import { syncCustomer } from './sync-customer.ts'

const app = await billingApp()
const { call, payments } = app
const { stripe } = payments
const admin = await anAdmin(app)

const me = async ({ token }: Person) => (await call(authApi.me, { token })).data.user
const leadStatus = async ({ token }: Person) => (await call(leadsApi.list, { token })).status
const revenue = async () => (await call(adminApi.revenue, { token: admin.token })).data.totalRevenue
const clientOf = async ({ user }: Person) => {
  const { data } = await call(adminApi.users, { token: admin.token, query: { search: user.email } })
  return data.users[0]
}
const trailOf = async ({ user }: Person) => {
  const { data } = await call(adminApi.trail, { token: admin.token, query: { limit: 200 } })
  return data.entries
    .filter(entry => entry.subjectEmail === user.email)
    .flatMap(({ details }) => details.payment?.replace(/\u00a0/g, ' ').replace(/fatura \S+,/, 'fatura,') ?? [])
}
const refund = async (person: Person, amount?: number) => {
  await refundLatest(app, person, amount)
  await waitForWebhooks(app)
}
const aDisputer = async () => {
  const person = await aUser(app)
  await submitCheckout(await goToCheckout(app, person.token, 'basic'), disputedCard)
  await waitForWebhooks(app)
  return person
}
const decide = async (person: Person, verdict: 'winning_evidence' | 'losing_evidence') => {
  await decideDispute(app, person, verdict)
  await waitForWebhooks(app)
}

describe('refund', () => {
  it('in part lowers the revenue, appears on invoice, client and trail, and changes nothing else', async () => {
    const person = await aPayingUser(app, 'basic')
    await waitForWebhooks(app)
    const before = await revenue()
    await refund(person, 900)
    expect(await revenue()).toBe(before - 9)
    expect((await call(billingApi.invoices, { token: person.token })).data.invoices).toMatchObject([
      { status: 'paid', amount_paid: 2900, amount_returned: 900 },
    ])
    expect(await clientOf(person)).toMatchObject({ returned: 9, disputed: false, subscription_status: 'active' })
    expect(await trailOf(person)).toEqual(['fatura, R$ 9,00 devolvidos'])
    expect(await leadStatus(person)).toBe(200)
  })

  it('stays known when more charges have come than one page of Stripe holds', async () => {
    const person = await aPayingUser(app, 'basic')
    await refund(person, 900)
    await changePlan(app, person.token, 'pro')
    await waitForWebhooks(app)
    const charges = { list: (params: Stripe.ChargeListParams) => stripe.charges.list({ ...params, limit: 1 }) }
    const small = new Proxy(stripe, { get: (all, name) => (name === 'charges' ? charges : Reflect.get(all, name)) })
    await syncCustomer(app.services, { stripe: small }, await customerOf(app, person), 'reconciliation')
    expect(await clientOf(person)).toMatchObject({ returned: 9 })
    expect(await trailOf(person)).toEqual(['fatura, R$ 9,00 devolvidos'])
  })

  it('in full denies leads until the next payment, without a mail about an unpaid invoice', async () => {
    const person = await aPayingUser(app, 'basic')
    await refund(person)
    expect(await me(person)).toMatchObject({
      subscription_status: 'past_due',
      subscription_plan: 'basic',
      payment_returned: true,
      is_trial: false,
    })
    expect(await leadStatus(person)).toBe(402)
    expect((await call(leadsApi.export, { token: person.token, query: { format: 'json' } })).status).toBe(200)
    const { subscriptions } = (await call(billingApi.history, { token: person.token })).data
    expect(subscriptions).toMatchObject([{ status: 'past_due' }])
    const mails = await app.db.rows<{ kind: string }>('select kind from outbox where recipient = $1', [
      person.user.email,
    ])
    expect(mails.map(({ kind }) => kind)).not.toContain('payment-failed')
    // Stripe continues to charge, so the next paid period restores access.
    expect((await me(person)).next_charge_at).toBe((await me(person)).current_period_end)
    advanceDays(app, 32)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', payment_returned: false })
    expect(await leadStatus(person)).toBe(200)
  })

  it('in full does not hide that the next charge failed', async () => {
    const person = await aPayingUser(app, 'basic')
    await refund(person)
    await switchCard(app, person.token, failingCard)
    await advanceToRenewal(app, person)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'past_due', payment_returned: false })
    const mails = await app.db.rows<{ kind: string }>('select kind from outbox where recipient = $1', [
      person.user.email,
    ])
    expect(mails.filter(({ kind }) => kind === 'payment-failed')).toHaveLength(1)
  })

  it('of one of two payments in a period does not deny leads', async () => {
    const person = await aPayingUser(app, 'basic')
    await changePlan(app, person.token, 'pro')
    await waitForWebhooks(app)
    await refund(person)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', payment_returned: false })
  })

  it('in full permits canceling immediately and subscribing again', async () => {
    const person = await aPayingUser(app, 'basic')
    await refund(person)
    expect((await call(billingApi.cancel, { token: person.token })).data.user).toMatchObject({
      subscription_status: 'canceled',
      payment_returned: false,
    })
    await submitCheckout(await goToCheckout(app, person.token, 'pro'))
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
  })

  it('lowers the revenue after the account was deleted', async () => {
    const person = await aPayingUser(app, 'basic')
    await waitForWebhooks(app)
    const [charge] = (await stripe.charges.list({ customer: await customerOf(app, person) })).data
    await call(billingApi.cancel, { token: person.token })
    await app.db.run('delete from accounts where id = (select account_id from users where id = $1)', [person.user._id])
    const before = await revenue()
    await stripe.refunds.create({ charge: charge?.id ?? '' })
    await waitForWebhooks(app)
    expect(await revenue()).toBe(before - 29)
  })
})

describe('dispute', () => {
  it('is shown to administrators while open and changes neither revenue nor access', async () => {
    const before = await revenue()
    const person = await aDisputer()
    expect(await revenue()).toBe(before + 29)
    expect(await clientOf(person)).toMatchObject({ disputed: true, returned: 0, subscription_status: 'active' })
    expect(await trailOf(person)).toEqual(['fatura, R$ 29,00: contestado no banco, aguarda resposta no Stripe'])
    expect(await leadStatus(person)).toBe(200)
  })

  it('that is lost lowers the revenue and denies leads', async () => {
    const before = await revenue()
    const person = await aDisputer()
    await decide(person, 'losing_evidence')
    expect(await revenue()).toBe(before)
    expect(await clientOf(person)).toMatchObject({ disputed: false, returned: 29, subscription_status: 'past_due' })
    expect((await trailOf(person))[0]).toBe('fatura, R$ 29,00: contestação perdida')
    expect(await leadStatus(person)).toBe(402)
  })

  it('that is won changes nothing', async () => {
    const before = await revenue()
    const person = await aDisputer()
    await decide(person, 'winning_evidence')
    expect(await revenue()).toBe(before + 29)
    expect(await clientOf(person)).toMatchObject({ disputed: false, returned: 0, subscription_status: 'active' })
    expect((await trailOf(person))[0]).toBe('fatura, R$ 29,00: contestação ganha')
  })
})
