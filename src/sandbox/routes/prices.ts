import type { Account } from '../account/account.ts'
import { timeOfClock } from '../account/clock.ts'
import { change, emit } from '../account/emit.ts'
import { findPrice, findProduct } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { newPrice } from '../objects/price.ts'
import { invalidParameter, missingParameter } from '../wire/api-error.ts'
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
import { pageOf } from '../wire/page-of.ts'
import { route } from '../wire/route.ts'

/** A lookup key names one price; it moves only when asked to, and then its old bearer goes without. */
const claimLookupKey = (account: Account, key: string | undefined, mayTransfer: boolean, for_?: string): void => {
  const bearer = Object.values(account.state.prices).find(price => key !== undefined && price.lookup_key === key)
  if (!bearer || bearer.id === for_) return
  if (!mayTransfer) throw invalidParameter('lookup_key', `A price (${bearer.id}) already uses that lookup key.`)
  change(account, 'price.updated', bearer, { lookup_key: null })
}

export const priceRoutes = [
  route('POST', '/v1/prices', {
    params: params({
      currency: required(text),
      unit_amount: integer,
      product: text,
      active: boolean,
      nickname: text,
      metadata,
      lookup_key: text,
      transfer_lookup_key: boolean,
      recurring: map({
        interval: required(oneOf('day', 'week', 'month', 'year')),
        interval_count: integer,
        usage_type: oneOf('licensed'),
      }),
    }),
    run: (account, { params: given }) => {
      if (given.product === undefined) throw missingParameter('product')
      if (given.unit_amount === undefined) throw missingParameter('unit_amount')
      if (given.unit_amount < 0) throw invalidParameter('unit_amount', 'This value must be greater than or equal to 0.')
      findProduct(account, given.product, 'product')
      claimLookupKey(account, given.lookup_key, given.transfer_lookup_key ?? false)
      const price = newPrice({
        id: newId('price'),
        created: timeOfClock(account),
        product: given.product,
        currency: given.currency.toLowerCase(),
        unit_amount: given.unit_amount,
        active: given.active ?? true,
        lookup_key: given.lookup_key ?? null,
        nickname: given.nickname ?? null,
        metadata: patchMetadata(null, given.metadata),
        recurring: given.recurring
          ? { interval: given.recurring.interval, interval_count: given.recurring.interval_count ?? 1 }
          : null,
      })
      account.state.prices[price.id] = price
      emit(account, 'price.created', price)
      return price
    },
  }),
  route('GET', '/v1/prices', {
    params: listParams({
      active: boolean,
      currency: text,
      product: text,
      type: oneOf('one_time', 'recurring'),
      lookup_keys: list(text),
      created: rangeOrInteger,
    }),
    run: ({ state }, { params: { active, currency, product, type, lookup_keys: keys, created, ...page } }) =>
      pageOf(
        '/v1/prices',
        newestFirst(state.prices).filter(
          price =>
            (active === undefined || price.active === active) &&
            (currency === undefined || price.currency === currency) &&
            (product === undefined || idOf(price.product) === product) &&
            (type === undefined || price.type === type) &&
            (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
            isInRange(price.created, created),
        ),
        page,
      ),
  }),
  route('GET', '/v1/prices/:id', { params: params({}), run: (account, { id }) => findPrice(account, id) }),
  route('POST', '/v1/prices/:id', {
    params: params({ active: boolean, nickname: text, metadata, lookup_key: text, transfer_lookup_key: boolean }),
    run: (account, { id, params: { expand: _expand, metadata: patch, transfer_lookup_key: transfer, ...given } }) => {
      const price = findPrice(account, id)
      claimLookupKey(account, given.lookup_key, transfer ?? false, id)
      change(account, 'price.updated', price, { ...given, metadata: patchMetadata(price.metadata, patch) })
      return price
    },
  }),
]
