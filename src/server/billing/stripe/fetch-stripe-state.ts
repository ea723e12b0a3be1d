import { type InvoiceView, toInvoiceView } from './invoice-view.ts'
import { fetchPendingPayment } from './pending-payment.ts'
import { isNotFound, type Stripe } from './stripe.ts'
import {
  type SubscriptionView,
  toSubscriptionView,
  withPayments,
  withPending,
  withSchedule,
} from './subscription-view.ts'

export interface StripeState {
  /** Is false when the key's account has never had this customer. */
  isKnown: boolean
  subscriptions: Stripe.Subscription[]
  views: SubscriptionView[]
  /** Newest first. */
  invoices: InvoiceView[]
}

const fetchSubscriptions = async (stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> => {
  const all: Stripe.Subscription[] = []
  const list = stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.schedule'] })
  for await (const one of list) all.push(one)
  return all
}

const fetchInvoices = async (stripe: Stripe, customer: string): Promise<InvoiceView[]> => {
  const listed = stripe.charges.list({ customer, limit: 100 })
  const [invoices] = await Promise.all([
    stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }),
    listed,
  ])
  const oldest = Math.min(...invoices.data.map(({ created }) => created))
  const charges: Stripe.Charge[] = []
  // Newest first. Declined attempts are charges, too, so there may be many for each invoice.
  for await (const charge of listed) {
    if (charge.created < oldest) break
    charges.push(charge)
  }
  // A charge stays marked as disputed after the dispute was closed. Stripe lists disputes only by charge.
  const disputed = charges.filter(charge => charge.disputed)
  const disputes = await Promise.all(disputed.map(({ id }) => stripe.disputes.list({ charge: id, limit: 10 })))
  const all = disputes.flatMap(({ data }) => data)
  return invoices.data.map(invoice => toInvoiceView(invoice, charges, all))
}

/** Returns the price of the schedule's next phase and its start date. */
const fetchUpcomingPrice = async (stripe: Stripe, { schedule }: Stripe.Subscription) => {
  if (typeof schedule !== 'object' || !schedule?.current_phase) return undefined
  const end = schedule.current_phase.end_date
  const price = schedule.phases.find(phase => phase.start_date >= end)?.items[0]?.price
  if (!price) return undefined
  return { price: await stripe.prices.retrieve(typeof price === 'string' ? price : price.id), at: end }
}

/** Stripe remembers deleted customers. Returns `undefined` for one that the key's account has never had. */
export const retrieveCustomer = async (
  stripe: Stripe,
  id: string,
): Promise<Stripe.Customer | Stripe.DeletedCustomer | undefined> => {
  try {
    return await stripe.customers.retrieve(id)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** Throws when Stripe is unavailable. Returns an empty state for a deleted or unknown customer. */
export const fetchStripeState = async (stripe: Stripe, customer: string): Promise<StripeState> => {
  try {
    const [subscriptions, invoices] = await Promise.all([
      fetchSubscriptions(stripe, customer),
      fetchInvoices(stripe, customer),
    ])
    const views = subscriptions.map(async subscription => {
      const view = withSchedule(toSubscriptionView(subscription), await fetchUpcomingPrice(stripe, subscription))
      const pending = await fetchPendingPayment(stripe, view, invoices)
      return withPending(withPayments(view, invoices), pending)
    })
    return { isKnown: true, subscriptions, views: await Promise.all(views), invoices }
  } catch (error) {
    if (!isNotFound(error)) throw error
    const found = await retrieveCustomer(stripe, customer)
    // Something else is missing, such as a price.
    if (found && !found.deleted) throw error
    return { isKnown: found !== undefined, subscriptions: [], views: [], invoices: [] }
  }
}
