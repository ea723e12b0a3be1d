/** The customer's page at the payment provider; `customersUrl` is what the server says of where those are. */
export const customerUrl = (customersUrl: string, customerId: string): string =>
  customersUrl + encodeURIComponent(customerId)
