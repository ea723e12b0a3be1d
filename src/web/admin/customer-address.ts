/** The customer's page at the payment provider. */
export const customerAddress = (customerId: string): string =>
  `https://dashboard.stripe.com/test/customers/${encodeURIComponent(customerId)}`
