import Stripe from 'stripe'
import { subscribe } from '../testing/browse.ts'
import { openSandbox } from '../testing/open-sandbox.ts'

export interface ContractTarget {
  name: string
  stripe: Stripe
  /** A customer under the clock whose subscription to the price is active. */
  subscribe: (price: string, clock: string) => Promise<{ customer: string; subscription: string }>
  stop: () => Promise<void>
}

/** Real Stripe has no checkout that a program could fill in, so there the subscription is made by the API. */
const real = (key: string): ContractTarget => {
  const stripe = new Stripe(key, { apiVersion: Stripe.API_VERSION, telemetry: false, timeout: 20_000 })
  return {
    name: 'Stripe (test mode)',
    stripe,
    subscribe: async (price, clock) => {
      const customer = await stripe.customers.create({ email: 'contract@example.com', test_clock: clock })
      const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
      const { id } = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price }],
        default_payment_method: card.id,
      })
      return { customer: customer.id, subscription: id }
    },
    stop: async () => {},
  }
}

/** `STRIPE_SECRET_KEY=sk_test_…` points the suite at real test mode; without it, it runs on the sandbox. */
export const contractTarget = async (key = process.env.STRIPE_SECRET_KEY): Promise<ContractTarget> => {
  if (key?.startsWith('sk_test_')) return real(key)
  if (key) throw new Error('The contract suite takes sk_test_ keys only.')
  const { stripe, stop } = await openSandbox()
  return {
    name: 'sandbox only',
    stripe,
    stop,
    subscribe: (price, clock) => subscribe(stripe, price, { test_clock: clock }),
  }
}
