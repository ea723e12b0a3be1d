import { findUserByEmail } from '../auth/store.ts'
import { startCheckout } from '../billing/checkout/start-checkout.ts'
import type { Payments } from '../billing/stripe/payments.ts'
import type { Services } from '../services.ts'
import { demoUsers } from './seed-demo.ts'

const testCard = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' }

/** Submits the sandbox's checkout page. */
const submitCheckout = async (page: string, name: string): Promise<void> => {
  const form = new URLSearchParams({ ...testCard, name })
  const response = await fetch(page, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  })
  if (response.status !== 303) throw new Error(`demo checkout returned ${response.status}`)
}

/** Subscribes the demo users in the sandbox, so that the demo has invoices, revenue and subscriptions. */
export const subscribeDemoUsers = async (services: Services, payments: Payments): Promise<void> => {
  if (payments.mode !== 'sandbox') return
  const { publicUrl } = services.settings
  const plans = await payments.plans()
  for (const { email, nome, plan } of demoUsers) {
    const user = plan && (await findUserByEmail(services.db, email))
    const priceId = plans.find(({ id }) => id === plan)?.priceId
    if (!user || user.stripe_customer_id !== null || !priceId) continue
    const { url } = await startCheckout(services, payments, user.account_id, {
      priceId,
      successUrl: `${publicUrl}/dashboard?success=true`,
      cancelUrl: `${publicUrl}/subscription?canceled=true`,
    })
    await submitCheckout(url, nome)
  }
}
