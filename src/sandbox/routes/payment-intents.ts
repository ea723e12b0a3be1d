import { getPaymentIntent } from '../account/find.ts'
import { params } from '../wire/fields.ts'
import { route } from '../wire/route.ts'

export const paymentIntentRoutes = [
  route('GET', '/v1/payment_intents/:id', {
    params: params({}),
    run: (account, { id }) => getPaymentIntent(account, id),
  }),
]
