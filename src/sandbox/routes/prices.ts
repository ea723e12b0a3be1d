import type { Account } from '../account/account.ts'
import { clockTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { getPrice, getProduct } from '../account/find.ts'
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
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

/** Assigns a lookup key. Throws if another price has the key and `transfer_lookup_key` is not set. */
const claimLookupKey = (account: Account, key: string | undefined, mayTransfer: boolean, for_?: string): void => {
  const bearer = Object.values(account.state.prices).find(price => key !== undefined && price.lookup_key === key)
  if (!bearer || bearer.id === for_) return
  if (!mayTransfer) throw invalidParameter('lookup_key', `A price (${bearer.id}) already uses that lookup key.`)
  updateAndEmit(account, 'price.updated', bearer, { lookup_key: null })
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
    run: (account, { params: input }) => {
      if (input.product === undefined) throw missingParameter('product')
      if (input.unit_amount === undefined) throw missingParameter('unit_amount')
      if (input.unit_amount < 0) throw invalidParameter('unit_amount', 'This value must be greater than or equal to 0.')
      getProduct(account, input.product, 'product')
      claimLookupKey(account, input.lookup_key, input.transfer_lookup_key ?? false)
      const price = newPrice({
        id: newId('price'),
        created: clockTime(account),
        product: input.product,
        currency: input.currency.toLowerCase(),
        unit_amount: input.unit_amount,
        active: input.active ?? true,
        lookup_key: input.lookup_key ?? null,
        nickname: input.nickname ?? null,
        metadata: patchMetadata(null, input.metadata),
        recurring: input.recurring
          ? { interval: input.recurring.interval, interval_count: input.recurring.interval_count ?? 1 }
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
      paginate(
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
  route('GET', '/v1/prices/:id', { params: params({}), run: (account, { id }) => getPrice(account, id) }),
  route('POST', '/v1/prices/:id', {
    params: params({ active: boolean, nickname: text, metadata, lookup_key: text, transfer_lookup_key: boolean }),
    run: (account, { id, params: { expand: _expand, metadata: patch, transfer_lookup_key: transfer, ...input } }) => {
      const price = getPrice(account, id)
      claimLookupKey(account, input.lookup_key, transfer ?? false, id)
      updateAndEmit(account, 'price.updated', price, { ...input, metadata: patchMetadata(price.metadata, patch) })
      return price
    },
  }),
]
