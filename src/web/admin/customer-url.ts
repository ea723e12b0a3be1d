/** Returns the URL of the customer's Stripe page. The server provides `customersUrl`. */
export const customerUrl = (customersUrl: string, customerId: string): string =>
  customersUrl + encodeURIComponent(customerId)
