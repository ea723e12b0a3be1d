import type Stripe from 'stripe'
import { newId } from '../account/ids.ts'
import { idOf } from '../account/state.ts'
import { toDecimal } from './decimal.ts'

interface InvoiceLineInput {
  amount: number
  item: Stripe.SubscriptionItem
  price: Stripe.Price
  description: string
  start: number
  end: number
  proration: boolean
}

export const newInvoiceLine = ({
  amount,
  item,
  price,
  description,
  start,
  end,
  proration,
}: InvoiceLineInput): Stripe.InvoiceLineItem => ({
  id: newId('il'),
  object: 'line_item',
  amount,
  currency: price.currency,
  description,
  discount_amounts: [],
  discountable: !proration,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: proration ? newId('ii') : null,
      proration,
      proration_details: { credited_items: null },
      subscription: item.subscription,
      subscription_item: item.id,
    },
    type: 'subscription_item_details',
  },
  period: { start, end },
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: price.id, product: idOf(price.product) },
    type: 'price_details',
    unit_amount_decimal: price.unit_amount_decimal,
  },
  quantity: item.quantity ?? 1,
  quantity_decimal: toDecimal(item.quantity ?? 1),
  subscription: item.subscription,
  subtotal: amount,
  taxes: [],
})
