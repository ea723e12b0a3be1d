import Stripe from 'stripe'
import { createCheckout, goodCard, submitForm, subscribe } from '../testing/browse.ts'
import { createCatalog } from '../testing/catalog.ts'
import { waitUntil } from '../testing/receive-webhooks.ts'

const month = 31 * 86_400

const addWebhook = (stripe: Stripe, url: string) =>
  stripe.webhookEndpoints.create({
    url,
    enabled_events: ['*'],
    api_version: Stripe.API_VERSION,
    metadata: { app: 'fechou' },
  })

const exerciseCatalog = async (stripe: Stripe) => {
  const catalog = await createCatalog(stripe)
  const { basic, configuration } = catalog
  const product = String(basic.product)
  await stripe.products.update(product, { description: 'Até 100 leads', metadata: { plan: 'basic' } })
  await stripe.products.retrieve(product)
  await stripe.products.list({ active: true, limit: 3 })
  await stripe.prices.update(basic.id, { nickname: 'Básico mensal', metadata: { plan: 'basic' } })
  await stripe.prices.retrieve(basic.id, { expand: ['product'] })
  await stripe.prices.list({
    active: true,
    type: 'recurring',
    lookup_keys: ['basic_monthly_brl_v1'],
    expand: ['data.product'],
  })
  await stripe.billingPortal.configurations.list({
    active: true,
    expand: ['data.features.subscription_update.products'],
  })
  await stripe.billingPortal.configurations.update(configuration.id, {
    name: 'Fechou',
    features: { invoice_history: { enabled: true } },
  })
  return catalog
}

const exerciseCustomer = async (stripe: Stripe) => {
  const { id } = await stripe.customers.create({
    email: 'ana@example.com',
    tax_id_data: [{ type: 'br_cpf', value: '529.982.247-25' }],
    metadata: { userId: '2' },
  })
  await stripe.customers.update(id, {
    name: 'Ana',
    preferred_locales: ['pt-BR'],
    address: { city: 'Recife', country: 'BR' },
  })
  await stripe.customers.retrieve(id, { expand: ['tax_ids', 'subscriptions'] })
  const company = await stripe.customers.createTaxId(id, { type: 'br_cnpj', value: '12.ABC.345/01DE-35' })
  await stripe.customers.listTaxIds(id, { limit: 100 })
  await stripe.customers.deleteTaxId(id, company.id)
  await stripe.customers.list({ email: 'ana@example.com' })
  await stripe.customers.del(id)
  await stripe.customers.retrieve(id)
}

const exerciseCheckout = async (stripe: Stripe, customer: string, price: string) => {
  const expired = await createCheckout(stripe, customer, price)
  await submitForm(expired.url ?? '', { ...goodCard, number: '4000002500003155' })
  await stripe.checkout.sessions.expire(expired.id)
  await stripe.checkout.sessions.list({ customer, status: 'open' })
  await stripe.checkout.sessions.listLineItems(expired.id)
  await stripe.checkout.sessions.retrieve(expired.id, { expand: ['line_items', 'customer'] })
}

const portalPage = async (stripe: Stripe, params: Stripe.BillingPortal.SessionCreateParams) => {
  const session = await stripe.billingPortal.sessions.create({
    locale: 'pt-BR',
    return_url: 'https://example.com/',
    ...params,
  })
  return session.url
}

const exercisePortal = async (
  stripe: Stripe,
  customer: string,
  subscription: string,
  configuration: string,
  prices: [string, string],
) => {
  const [cheap, dear] = prices
  const { items } = await stripe.subscriptions.retrieve(subscription)
  const preview = {
    subscription,
    subscription_details: {
      items: [{ id: items.data[0]?.id ?? '', price: dear }],
      proration_behavior: 'always_invoice' as const,
    },
  }
  await stripe.invoices.createPreview({ customer, ...preview })
  const confirm = await portalPage(stripe, {
    customer,
    configuration,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription, items: [{ id: items.data[0]?.id ?? '', price: dear, quantity: 1 }] },
      after_completion: { type: 'redirect', redirect: { return_url: 'https://example.com/' } },
    },
  })
  await submitForm(`${confirm}/update/${dear}`, {})
  const home = await portalPage(stripe, { customer, configuration })
  await submitForm(`${home}/update/${cheap}`, {})
  await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.schedule'] })
  const { schedule } = await stripe.subscriptions.retrieve(subscription)
  await stripe.subscriptionSchedules.release(String(schedule))
  await submitForm(`${home}/cancel`, {})
  await submitForm(`${home}/renew`, {})
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  return home
}

/** A failed renewal and its payment, with the card that declines every charge. */
const exerciseDebt = async (
  stripe: Stripe,
  clock: string,
  customer: string,
  portal: string,
  advance: (to: number) => Promise<void>,
) => {
  await submitForm(`${portal}/payment-method`, { ...goodCard, number: '4000000000000341' })
  const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock)
  await advance(now + month + 7200)
  await submitForm(`${portal}/payment-method`, goodCard)
  const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(open?.id ?? '')
  await stripe.invoices.retrieve(open?.id ?? '', {
    expand: ['payments', 'customer', 'parent.subscription_details.subscription'],
  })
}

/** A partial refund, a full refund, and a won and a lost dispute. */
const exerciseRefunds = async (stripe: Stripe, price: string) => {
  const { customer } = await subscribe(stripe, price)
  const [charge] = (await stripe.charges.list({ customer, limit: 100 })).data
  const id = charge?.id ?? ''
  await stripe.charges.retrieve(id, { expand: ['customer'] })
  await stripe.refunds.create({ charge: id, amount: 100, reason: 'requested_by_customer' })
  await stripe.refunds.create({ payment_intent: String(charge?.payment_intent) })
  await stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })
  for (const verdict of ['winning_evidence', 'close']) {
    const disputed = await subscribe(stripe, price, {}, { ...goodCard, number: '4000 0000 0000 0259' })
    const [taken] = (await stripe.charges.list({ customer: disputed.customer })).data
    const [dispute] = (await stripe.disputes.list({ charge: taken?.id ?? '', limit: 10 })).data
    if (verdict === 'close') await stripe.disputes.close(dispute?.id ?? '')
    else await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: verdict }, submit: true })
  }
}

/** A boleto that is paid late, one that expires, a Pix, and a renewal of each. */
const exerciseDelayedPayments = async (stripe: Stripe, url: string, price: string) => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 0, 4, 12) / 1000 })
  const advance = async (days: number) => {
    const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock.id)
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + days * 86_400 })
    await waitUntil(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status === 'ready')
  }
  const start = async (method: 'boleto' | 'pix') => {
    const { id: customer } = await stripe.customers.create({ name: 'Maria', test_clock: clock.id })
    const session = await createCheckout(stripe, customer, price, ['card', 'boleto', 'pix'])
    await submitForm(session.url ?? '', { method, name: 'Maria da Silva', taxId: '529.982.247-25' })
    const [invoice] = (await stripe.invoices.list({ customer, expand: ['data.payments'] })).data
    const intent = String(invoice?.payments?.data[0]?.payment.payment_intent)
    await stripe.paymentIntents.retrieve(intent, { expand: ['payment_method'] })
    return { intent, invoice: invoice?.id ?? '' }
  }
  const given = [await start('boleto'), await start('pix')]
  await start('boleto')
  const dropped = await start('pix')
  await stripe.invoices.voidInvoice(dropped.invoice)
  for (const { intent } of given) await submitForm(`${url}/_sandbox/payment-intents/${intent}/pay`, {})
  await advance(5)
  await advance(32)
  for (const { intent } of given) await stripe.paymentIntents.retrieve(intent, { expand: ['payment_method'] })
}

/** Makes every API call of the sandbox at least once, with the product's parameters. */
export const exerciseEveryCall = async (
  stripe: Stripe,
  webhookUrl: string,
  url: string,
): Promise<{ secret: string }> => {
  const endpoint = await addWebhook(stripe, webhookUrl)
  await stripe.webhookEndpoints.list()
  const spare = await addWebhook(stripe, 'http://127.0.0.1:9/nowhere')
  await stripe.webhookEndpoints.del(spare.id)
  const { basic, pro, configuration } = await exerciseCatalog(stripe)
  await exerciseCustomer(stripe)
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: Date.UTC(2027, 0, 31, 12) / 1000,
    name: 'Gate',
  })
  const advance = async (to: number) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: to })
    await waitUntil(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status === 'ready')
  }
  const { customer, subscription } = await subscribe(stripe, basic.id, { name: 'Maria', test_clock: clock.id })
  await exerciseCheckout(stripe, customer, basic.id)
  const portal = await exercisePortal(stripe, customer, subscription, configuration.id, [basic.id, pro.id])
  await stripe.customers.listPaymentMethods(customer, { type: 'card' })
  await exerciseDebt(stripe, clock.id, customer, portal, advance)
  await stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.latest_invoice'] })
  await exerciseRefunds(stripe, basic.id)
  await exerciseDelayedPayments(stripe, url, basic.id)
  await stripe.subscriptions.cancel(subscription)
  const [event] = (await stripe.events.list({ types: ['customer.subscription.deleted'] })).data
  await stripe.events.retrieve(event?.id ?? '')
  return { secret: endpoint.secret ?? '' }
}
