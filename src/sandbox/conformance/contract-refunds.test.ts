import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrice } from './contract-catalog.ts'
import { type ContractTarget, openContractTarget } from './contract-target.ts'

const timeoutMs = 180_000

let target: ContractTarget
let stripe: Stripe
let basic: Stripe.Price

beforeAll(async () => {
  target = await openContractTarget()
  console.log(`Contract of refunds and disputes, target: ${target.name}`)
  stripe = target.stripe
  basic = await createPrice(stripe, 'basic', 2900)
}, timeoutMs)
afterAll(() => target.stop())

const createSubscription = async (card: 'good' | 'disputes' = 'good') => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) })
  const testSubscription = await target.subscribe(basic.id, clock.id, card)
  return { ...testSubscription, read: () => stripe.subscriptions.retrieve(testSubscription.subscription) }
}

describe('Stripe refunds and disputes', () => {
  it(
    'records refunds on the charge and leaves invoice and subscription unchanged',
    async () => {
      const { customer, read } = await createSubscription()
      const [invoice] = (await stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })).data
      const intent = invoice?.payments?.data[0]?.payment.payment_intent
      const [charge] = (await stripe.charges.list({ customer, limit: 100 })).data
      expect(charge).toMatchObject({ payment_intent: intent, amount: 2900, amount_refunded: 0, disputed: false })
      await stripe.refunds.create({ charge: charge?.id ?? '', amount: 900 })
      expect((await stripe.charges.retrieve(charge?.id ?? '')).amount_refunded).toBe(900)
      await stripe.refunds.create({ charge: charge?.id ?? '' })
      const after = await stripe.charges.retrieve(charge?.id ?? '')
      expect(after).toMatchObject({ amount_refunded: 2900, refunded: true, disputed: false })
      expect(await stripe.invoices.retrieve(invoice?.id ?? '')).toMatchObject({ status: 'paid', amount_paid: 2900 })
      expect((await read()).status).toBe('active')
      await expect(stripe.refunds.create({ charge: charge?.id ?? '' })).rejects.toMatchObject({
        code: 'charge_already_refunded',
      })
    },
    timeoutMs,
  )

  it(
    'reports the result of a dispute, which names only the charge',
    async () => {
      for (const [words, status] of [
        ['winning_evidence', 'won'],
        ['losing_evidence', 'lost'],
      ] as const) {
        const { customer, read } = await createSubscription('disputes')
        const disputed = async () => (await stripe.charges.list({ customer })).data.find(charge => charge.disputed)
        await target.waitUntil(async () => (await disputed()) !== undefined)
        const charge = (await disputed())?.id ?? ''
        const [dispute] = (await stripe.disputes.list({ charge, limit: 10 })).data
        expect(dispute).toMatchObject({ charge, amount: 2900, currency: 'brl', status: 'needs_response' })
        expect(dispute).not.toHaveProperty('customer')
        await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: words }, submit: true })
        const now = async () => (await stripe.disputes.list({ charge })).data[0]?.status
        await target.waitUntil(async () => (await now()) === status)
        expect((await disputed())?.id).toBe(charge)
        expect((await read()).status).toBe('active')
      }
    },
    timeoutMs,
  )
})
