import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { updateAndEmit } from '../account/emit.ts'
import { idOf } from '../account/state.ts'
import { newInvoiceLine } from '../objects/invoice-line.ts'
import { toPlan } from '../objects/price.ts'
import { cardToCharge, declineForCard } from './charge.ts'
import { finalizeInvoice, issueInvoice } from './issue-invoice.ts'
import { markPaid } from './pay-invoice.ts'
import { prorate } from './proration.ts'
import { dropScheduledPrice } from './schedule.ts'
import type { Decline } from './test-cards.ts'

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none'

const nameOf = ({ state }: Account, price: Stripe.Price): string =>
  state.products[idOf(price.product)]?.name ?? price.id

/** Returns credit and debit of a price change within a period. The amounts approximate Stripe's. */
export const prorationLines = (
  account: Account,
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
  at: number,
): Stripe.InvoiceLineItem[] => {
  const quantity = item.quantity ?? 1
  const { current_period_start: start, current_period_end: end } = item
  const { credit, debit } = prorate({
    oldAmount: (item.price.unit_amount ?? 0) * quantity,
    newAmount: (price.unit_amount ?? 0) * quantity,
    start,
    end,
    at,
  })
  const line = { item, start: at, end, proration: true }
  return [
    newInvoiceLine({
      ...line,
      price: item.price,
      amount: credit,
      description: `Tempo não usado de ${nameOf(account, item.price)} (valor aproximado)`,
    }),
    newInvoiceLine({
      ...line,
      price,
      amount: debit,
      description: `Tempo restante de ${nameOf(account, price)} (valor aproximado)`,
    }),
  ]
}

const itemsWith = (subscription: Stripe.Subscription, itemId: string, price: Stripe.Price) => ({
  ...subscription.items,
  data: subscription.items.data.map(item =>
    item.id === itemId ? { ...item, price: structuredClone(price), plan: toPlan(price) } : item,
  ),
})

/** Changes the price of an item now. A declined charge changes nothing. */
export const changePrice = (
  account: Account,
  subscription: Stripe.Subscription,
  { item, price, behavior }: { item: Stripe.SubscriptionItem; price: Stripe.Price; behavior: ProrationBehavior },
): Decline | undefined => {
  const { state } = account
  const at = customerTime(account, idOf(subscription.customer))
  const lines = behavior === 'none' ? [] : prorationLines(account, item, price, at)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const invoiceNow = behavior === 'always_invoice'
  if (invoiceNow && total > 0) {
    const card = cardToCharge(subscription, state.customers[idOf(subscription.customer)])
    const decline = declineForCard(account, card)
    if (decline) return decline
  }
  dropScheduledPrice(account, subscription)
  const patch = { items: itemsWith(subscription, item.id, price), schedule: null }
  if (!invoiceNow) {
    state.pendingLines[subscription.id] = [...(state.pendingLines[subscription.id] ?? []), ...lines]
    updateAndEmit(account, 'customer.subscription.updated', subscription, patch)
    return undefined
  }
  const invoice = issueInvoice(account, { subscription, lines, reason: 'subscription_update', start: at, end: at })
  updateAndEmit(account, 'customer.subscription.updated', subscription, { ...patch, latest_invoice: invoice.id })
  finalizeInvoice(account, invoice)
  // The decline check above already consumed a simulated fault, so do not check the card again.
  markPaid(account, invoice)
  return undefined
}
