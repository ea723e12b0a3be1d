import type { Account } from '../account/account.ts'
import { customerFilter, getCheckoutSession, getCustomer, getPrice } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { expireCheckout } from '../billing/expire-checkout.ts'
import { newCheckoutSession, newLineItem } from '../objects/checkout-session.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { invalidParameter, invalidRequest, missingParameter } from '../wire/api-error.ts'
import {
  boolean,
  integer,
  isInRange,
  list,
  listParams,
  map,
  metadata,
  oneOf,
  params,
  rangeOrInteger,
  required,
  text,
} from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

const minutes = 60
const day = 86_400

const checkUrl = (param: string, url: string): string => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalidParameter(param, `Not a valid URL`, 'url_invalid')
  return url
}

const lineItemsOf = (account: Account, input: { price?: string; quantity?: number }[] | undefined) => {
  if (!input || input.length === 0) throw missingParameter('line_items')
  return input.map(({ price: priceId, quantity }, index) => {
    if (priceId === undefined) throw missingParameter(`line_items[${index}][price]`)
    if (quantity === undefined) throw missingParameter(`line_items[${index}][quantity]`)
    if (quantity < 1)
      throw invalidParameter(`line_items[${index}][quantity]`, 'This value must be greater than or equal to 1.')
    const price = getPrice(account, priceId, `line_items[${index}][price]`)
    const product = account.state.products[idOf(price.product)]
    if (!price.active || !product?.active)
      throw invalidParameter(
        `line_items[${index}][price]`,
        `The price specified is inactive. This field only accepts active prices.`,
      )
    if (!price.recurring)
      throw invalidParameter(
        'mode',
        'You must provide at least one recurring price in `subscription` mode when using prices.',
      )
    return newLineItem(newId('li'), structuredClone(price), quantity, product.name)
  })
}

export const checkoutSessionRoutes = [
  route('POST', '/v1/checkout/sessions', {
    params: params({
      mode: oneOf('subscription'),
      ui_mode: oneOf('hosted_page'),
      customer: text,
      customer_email: text,
      client_reference_id: text,
      locale: oneOf('auto', 'pt-BR', 'pt'),
      line_items: list(map({ price: text, quantity: integer })),
      allowed_payment_method_types: list(oneOf('card', 'boleto', 'pix')),
      adaptive_pricing: map({ enabled: boolean }),
      billing_address_collection: oneOf('auto', 'required'),
      tax_id_collection: map({ enabled: required(boolean), required: oneOf('if_supported', 'never') }),
      customer_update: map({ name: oneOf('auto', 'never'), address: oneOf('auto', 'never') }),
      metadata,
      subscription_data: map({ metadata }),
      expires_at: integer,
      success_url: text,
      cancel_url: text,
    }),
    run: (account, { params: input }) => {
      const created = account.wallTime()
      const { mode, success_url: success, customer } = input
      if (mode === undefined) throw missingParameter('mode')
      if (success === undefined) throw missingParameter('success_url')
      if (customer !== undefined) getCustomer(account, customer, 'customer')
      if (input.tax_id_collection?.enabled && customer !== undefined && input.customer_update?.name !== 'auto')
        throw invalidParameter(
          'customer_update[name]',
          'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
        )
      const expires = input.expires_at ?? created + day
      // Allow two seconds for the request itself.
      if (expires < created + 30 * minutes - 2 || expires > created + day + 2)
        throw invalidParameter(
          'expires_at',
          'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
        )
      const id = newId('cs_test', 58)
      const lineItems = lineItemsOf(account, input.line_items)
      const session = newCheckoutSession({
        id,
        url: `${account.url}/c/pay/${id}`,
        created,
        expires_at: expires,
        currency: lineItems[0]?.currency ?? 'brl',
        amount: lineItems.reduce((sum, { amount_total: amount }) => sum + amount, 0),
        customer: customer ?? null,
        customer_email: input.customer_email ?? null,
        client_reference_id: input.client_reference_id ?? null,
        metadata: patchMetadata(null, input.metadata),
        locale: input.locale ?? null,
        success_url: checkUrl('success_url', success),
        cancel_url: input.cancel_url === undefined ? null : checkUrl('cancel_url', input.cancel_url),
        adaptive_pricing: input.adaptive_pricing?.enabled ?? false,
        allowed_payment_method_types: input.allowed_payment_method_types ?? null,
        billing_address_collection: input.billing_address_collection ?? null,
        tax_id_collection: {
          enabled: input.tax_id_collection?.enabled ?? false,
          required: input.tax_id_collection?.required ?? 'never',
        },
      })
      account.state.checkoutSessions[id] = session
      account.state.lineItems[id] = lineItems
      account.state.checkouts[id] = {
        metadata: patchMetadata(null, input.subscription_data?.metadata),
        subscription: null,
        savesName: input.customer_update?.name === 'auto',
      }
      account.scheduleSave()
      return session
    },
  }),
  route('GET', '/v1/checkout/sessions', {
    params: listParams({
      customer: text,
      subscription: text,
      status: oneOf('open', 'complete', 'expired'),
      created: rangeOrInteger,
    }),
    run: (account, { params: { customer, subscription, status, created, ...page } }) => {
      const belongsToCustomer = customerFilter(account, customer)
      return paginate(
        '/v1/checkout/sessions',
        newestFirst(account.state.checkoutSessions).filter(
          session =>
            belongsToCustomer(session) &&
            (subscription === undefined || idOf(session.subscription) === subscription) &&
            (status === undefined || session.status === status) &&
            isInRange(session.created, created),
        ),
        page,
      )
    },
  }),
  route('GET', '/v1/checkout/sessions/:id', {
    params: params({}),
    run: (account, { id }) => getCheckoutSession(account, id),
  }),
  route('POST', '/v1/checkout/sessions/:id/expire', {
    params: params({}),
    run: (account, { id }) => {
      const session = getCheckoutSession(account, id)
      if (session.status !== 'open')
        throw invalidRequest('Only Checkout Sessions with a status in ["open"] can be expired.')
      expireCheckout(account, session)
      return session
    },
  }),
  route('GET', '/v1/checkout/sessions/:id/line_items', {
    params: listParams({}),
    run: (account, { id, params: page }) => {
      getCheckoutSession(account, id)
      return paginate(`/v1/checkout/sessions/${id}/line_items`, account.state.lineItems[id] ?? [], page)
    },
  }),
]
