import type Stripe from 'stripe'
import { clockTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import {
  assertCardOwner,
  findDeletedCustomer,
  getCustomer,
  getTestClock,
  isLive,
  paymentMethodsOf,
  subscriptionsOf,
} from '../account/find.ts'
import { newId, randomAlphanumeric } from '../account/ids.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import { parseTaxId } from '../billing/tax-number.ts'
import { deletedCustomer, newCustomer, newTaxId } from '../objects/customer.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { invalidParameter, resourceMissing } from '../wire/api-error.ts'
import {
  isInRange,
  list,
  listParams,
  map,
  metadata,
  nullable,
  oneOf,
  params,
  rangeOrInteger,
  required,
  text,
} from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

const address = map({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text })
const details = {
  email: text,
  name: text,
  phone: text,
  description: text,
  address: nullable(address),
  preferred_locales: list(text),
  metadata,
}

const fillAddress = (input: Partial<Stripe.Address> | null): Stripe.Address | null =>
  input && { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...input }

const taxIdFields = { type: required(oneOf('br_cpf', 'br_cnpj')), value: required(text) }

const checkTaxId = (type: string, value: string) => {
  const known = parseTaxId(value)
  if (known?.type !== type) throw invalidParameter('value', `Invalid value for ${type}.`, 'tax_id_invalid')
  return known
}

export const customerRoutes = [
  route('POST', '/v1/customers', {
    params: params({
      ...details,
      test_clock: text,
      tax_id_data: list(map(taxIdFields)),
    }),
    run: (account, { params: input }) => {
      if (input.test_clock !== undefined) getTestClock(account, input.test_clock, 'test_clock')
      const taxNumbers = (input.tax_id_data ?? []).map(({ type, value }) => checkTaxId(type, value))
      const customer = newCustomer({
        id: newId('cus', 14),
        created: clockTime(account, input.test_clock),
        email: input.email ?? null,
        name: input.name ?? null,
        phone: input.phone ?? null,
        description: input.description ?? null,
        address: fillAddress(input.address ?? null),
        preferred_locales: input.preferred_locales ?? [],
        metadata: patchMetadata(null, input.metadata),
        invoice_prefix: randomAlphanumeric(8).toUpperCase(),
        test_clock: input.test_clock ?? null,
      })
      account.state.customers[customer.id] = customer
      emit(account, 'customer.created', customer)
      for (const number of taxNumbers) {
        const taxId = newTaxId({ id: newId('txi'), created: customer.created, customer: customer.id, ...number })
        account.state.taxIds[taxId.id] = taxId
      }
      return customer
    },
  }),
  route('GET', '/v1/customers', {
    params: listParams({ email: text, test_clock: text, created: rangeOrInteger }),
    // Like Stripe, omits customers under a test clock unless the request names the clock.
    run: ({ state }, { params: { email, test_clock: clock, created, ...page } }) =>
      paginate(
        '/v1/customers',
        newestFirst(state.customers).filter(
          customer =>
            (email === undefined || customer.email === email) &&
            idOf(customer.test_clock) === (clock ?? '') &&
            isInRange(customer.created, created),
        ),
        page,
      ),
  }),
  route('GET', '/v1/customers/:id', {
    params: params({}),
    run: (account, { id }) => findDeletedCustomer(account, id) ?? getCustomer(account, id),
  }),
  route('POST', '/v1/customers/:id', {
    params: params({ ...details, invoice_settings: map({ default_payment_method: nullable(text) }) }),
    run: (
      account,
      { id, params: { expand: _expand, metadata: patch, address: place, invoice_settings: settings, ...input } },
    ) => {
      const customer = getCustomer(account, id)
      const card = settings?.default_payment_method
      if (card) assertCardOwner(account, id, card, 'invoice_settings[default_payment_method]')
      updateAndEmit(account, 'customer.updated', customer, {
        ...input,
        ...(place === undefined ? {} : { address: fillAddress(place) }),
        ...(card === undefined
          ? {}
          : { invoice_settings: { ...customer.invoice_settings, default_payment_method: card } }),
        metadata: patchMetadata(customer.metadata, patch),
      })
      return customer
    },
  }),
  route('DELETE', '/v1/customers/:id', {
    params: params({}),
    run: (account, { id }) => {
      const { state } = account
      const customer = getCustomer(account, id)
      for (const subscription of subscriptionsOf(account, id).filter(isLive))
        endSubscription(account, subscription, 'cancellation_requested')
      emit(account, 'customer.deleted', customer)
      // Only detached: a payment that waits still expands its method.
      for (const method of paymentMethodsOf(account, id)) {
        method.customer = null
        delete state.cards[method.id]
      }
      delete state.customers[id]
      state.deletedCustomers[id] = deletedCustomer(id)
      return state.deletedCustomers[id]
    },
  }),
  route('GET', '/v1/customers/:id/payment_methods', {
    params: listParams({ type: oneOf('card', 'boleto', 'pix') }),
    run: (account, { id, params: { type: _type, ...page } }) => {
      getCustomer(account, id)
      return paginate(`/v1/customers/${id}/payment_methods`, paymentMethodsOf(account, id), page)
    },
  }),
  route('GET', '/v1/customers/:id/tax_ids', {
    params: listParams({}),
    run: (account, { id, params: page }) => {
      getCustomer(account, id)
      const own = newestFirst(account.state.taxIds).filter(({ customer }) => customer === id)
      return paginate(`/v1/customers/${id}/tax_ids`, own, page)
    },
  }),
  route('POST', '/v1/customers/:id/tax_ids', {
    params: params(taxIdFields),
    run: (account, { id, params: { type, value } }) => {
      getCustomer(account, id, 'customer')
      if (account.state.chaos.reject_tax_ids)
        throw invalidParameter('value', `Invalid value for ${type}.`, 'tax_id_invalid')
      const number = checkTaxId(type, value)
      const taxId = newTaxId({ id: newId('txi'), created: clockTime(account), customer: id, ...number })
      account.state.taxIds[taxId.id] = taxId
      emit(account, 'customer.tax_id.created', taxId)
      return taxId
    },
  }),
  route('DELETE', '/v1/customers/:id/tax_ids/:child', {
    params: params({}),
    run: (account, { id, child }) => {
      const { state } = account
      const taxId = state.taxIds[child]
      if (taxId?.customer !== id) throw resourceMissing('tax_id', child)
      delete state.taxIds[child]
      emit(account, 'customer.tax_id.deleted', taxId)
      return { id: child, object: 'tax_id', deleted: true }
    },
  }),
]
