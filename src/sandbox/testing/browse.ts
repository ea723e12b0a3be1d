import type Stripe from 'stripe'

export const goodCard = {
  number: '4242 4242 4242 4242',
  expiry: '12/34',
  cvc: '123',
  name: 'Maria da Silva',
}

/** Submits a form like a browser. Returns the page, or the redirect in `location`. */
export const submitForm = async (url: string, form: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

export const createCheckout = (
  stripe: Stripe,
  customer: string,
  price: string,
  methods: Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[] = ['card'],
) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: 'user-1',
    locale: 'pt-BR',
    line_items: [{ price, quantity: 1 }],
    allowed_payment_method_types: methods,
    adaptive_pricing: { enabled: false },
    billing_address_collection: 'auto',
    tax_id_collection: { enabled: true },
    customer_update: { name: 'auto', address: 'auto' },
    metadata: { userId: 'user-1' },
    subscription_data: { metadata: { userId: 'user-1' } },
    success_url: 'http://127.0.0.1:9/dashboard?success=true&id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/subscription?canceled=true',
  })

/** Creates a customer with a paid, active subscription. */
export const subscribe = async (
  stripe: Stripe,
  price: string,
  customer: Stripe.CustomerCreateParams = {},
  card = goodCard,
) => {
  const { id } = await stripe.customers.create({ email: 'maria@example.com', ...customer })
  const session = await createCheckout(stripe, id, price)
  const paid = await submitForm(session.url ?? '', card)
  const [subscription] = (await stripe.subscriptions.list({ customer: id })).data
  if (!subscription) throw new Error(`checkout returned ${paid.status} and made no subscription`)
  return { customer: id, session: session.id, subscription: subscription.id }
}
