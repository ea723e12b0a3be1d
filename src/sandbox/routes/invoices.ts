import { customerTime } from '../account/clock.ts'
import {
  assertCardOwner,
  customerFilter,
  getCustomer,
  getInvoice,
  getPrice,
  getSubscription,
  subscriptionIdOf,
} from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { prorationLines } from '../billing/change-price.ts'
import { expireIncomplete, voidInvoice } from '../billing/end-subscription.ts'
import { createDraft, finalizeInvoice, periodLines } from '../billing/issue-invoice.ts'
import { payInvoice } from '../billing/pay-invoice.ts'
import { cardDeclined, invalidRequest, missingParameter, resourceMissing } from '../wire/api-error.ts'
import { integer, isInRange, list, listParams, map, oneOf, params, rangeOrInteger, text } from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

export const invoiceRoutes = [
  route('GET', '/v1/invoices', {
    params: listParams({
      customer: text,
      subscription: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      created: rangeOrInteger,
    }),
    run: (account, { params: { customer, subscription, status, created, ...page } }) => {
      const belongsToCustomer = customerFilter(account, customer)
      return paginate(
        '/v1/invoices',
        newestFirst(account.state.invoices).filter(
          invoice =>
            belongsToCustomer(invoice) &&
            (subscription === undefined || subscriptionIdOf(invoice) === subscription) &&
            (status === undefined || invoice.status === status) &&
            isInRange(invoice.created, created),
        ),
        page,
      )
    },
  }),
  route('POST', '/v1/invoices/create_preview', {
    params: params({
      customer: text,
      subscription: text,
      subscription_details: map({
        items: list(map({ id: text, price: text, quantity: integer })),
        proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
        proration_date: integer,
      }),
    }),
    run: (account, { params: input }) => {
      if (input.subscription === undefined) throw missingParameter('subscription')
      const subscription = getSubscription(account, input.subscription, 'subscription')
      if (input.customer !== undefined) getCustomer(account, input.customer, 'customer')
      const details = input.subscription_details
      const at = details?.proration_date ?? customerTime(account, idOf(subscription.customer))
      const prorations = (details?.items ?? []).flatMap(({ id, price }) => {
        const item = subscription.items.data.find(({ id: known }) => known === id)
        if (!item) throw resourceMissing('subscription_item', id ?? '', 'subscription_details[items][0][id]')
        if (price === undefined || details?.proration_behavior === 'none') return []
        return prorationLines(account, item, getPrice(account, price, 'subscription_details[items][0][price]'), at)
      })
      const [item] = subscription.items.data
      const isNow = details?.proration_behavior === 'always_invoice'
      return createDraft(
        account,
        {
          subscription,
          lines: isNow ? prorations : [...prorations, ...periodLines(account, subscription)],
          reason: isNow ? 'subscription_update' : 'upcoming',
          start: item?.current_period_start ?? at,
          end: item?.current_period_end ?? at,
        },
        newId('upcoming_in'),
      )
    },
  }),
  route('GET', '/v1/invoices/:id', { params: params({}), run: (account, { id }) => getInvoice(account, id) }),
  route('POST', '/v1/invoices/:id/pay', {
    params: params({ payment_method: text }),
    run: (account, { id, params: { payment_method: card } }) => {
      const invoice = getInvoice(account, id)
      if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', 'invoice_already_paid')
      if (invoice.status === 'void' || invoice.status === 'uncollectible')
        throw invalidRequest('This invoice can no longer be paid', 'invoice_not_editable')
      if (card !== undefined) assertCardOwner(account, idOf(invoice.customer), card, 'payment_method')
      finalizeInvoice(account, invoice)
      const decline = payInvoice(account, invoice, card === undefined ? {} : { card })
      if (decline) throw cardDeclined(decline.code, decline.declineCode, decline.message)
      return invoice
    },
  }),
  route('POST', '/v1/invoices/:id/void', {
    params: params({}),
    run: (account, { id }) => {
      const invoice = getInvoice(account, id)
      if (invoice.status !== 'open')
        throw invalidRequest('You can only pass in open invoices. This invoice is not open.', 'invoice_not_editable')
      const subscription = account.state.subscriptions[subscriptionIdOf(invoice)]
      if (subscription?.status === 'incomplete') expireIncomplete(account, subscription)
      else voidInvoice(account, invoice)
      return invoice
    },
  }),
]
