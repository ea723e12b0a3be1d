import { customerFilter, getCharge } from '../account/find.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { refundCharge } from '../billing/refunds-and-disputes.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { invalidParameter, invalidRequest, missingParameter, resourceMissing } from '../wire/api-error.ts'
import { integer, isInRange, listParams, metadata, oneOf, params, rangeOrInteger, text } from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

export const chargeRoutes = [
  route('GET', '/v1/charges', {
    params: listParams({ customer: text, payment_intent: text, created: rangeOrInteger }),
    run: (account, { params: { customer, payment_intent: intent, created, ...page } }) => {
      const belongsToCustomer = customerFilter(account, customer)
      return paginate(
        '/v1/charges',
        newestFirst(account.state.charges).filter(
          charge =>
            belongsToCustomer(charge) &&
            (intent === undefined || idOf(charge.payment_intent) === intent) &&
            isInRange(charge.created, created),
        ),
        page,
      )
    },
  }),
  route('GET', '/v1/charges/:id', { params: params({}), run: (account, { id }) => getCharge(account, id) }),
  route('POST', '/v1/refunds', {
    params: params({
      charge: text,
      payment_intent: text,
      amount: integer,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      metadata,
    }),
    run: (account, { params: input }) => {
      const { charge: id, payment_intent: intent, amount, reason } = input
      if (id === undefined && intent === undefined) throw missingParameter('charge')
      const charge =
        id === undefined
          ? Object.values(account.state.charges).find(known => idOf(known.payment_intent) === intent)
          : getCharge(account, id, 'charge')
      if (!charge) throw resourceMissing('payment_intent', intent ?? '', 'payment_intent')
      const left = charge.amount - charge.amount_refunded
      if (charge.disputed) throw invalidRequest(`Charge ${charge.id} has been charged back.`, 'charge_disputed')
      if (left === 0) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
      if (amount !== undefined && (amount < 1 || amount > left))
        throw invalidParameter(
          'amount',
          `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        )
      return refundCharge(account, charge, {
        amount: amount ?? left,
        reason: reason ?? null,
        metadata: patchMetadata(null, input.metadata),
      })
    },
  }),
]
