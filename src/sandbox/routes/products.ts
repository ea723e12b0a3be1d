import { timeOfClock } from '../account/clock.ts'
import { change, emit } from '../account/emit.ts'
import { findProduct } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { newestFirst } from '../account/state.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { newProduct } from '../objects/product.ts'
import { invalidParameter } from '../wire/api-error.ts'
import {
  boolean,
  emptyable,
  isInRange,
  list,
  listParams,
  map,
  metadata,
  params,
  rangeOrInteger,
  required,
  text,
} from '../wire/fields.ts'
import { pageOf } from '../wire/page-of.ts'
import { route } from '../wire/route.ts'

const features = list(map({ name: required(text) }))

export const productRoutes = [
  route('POST', '/v1/products', {
    params: params({
      id: text,
      name: required(text),
      active: boolean,
      description: text,
      metadata,
      marketing_features: features,
    }),
    run: (account, { params: given }) => {
      const id = given.id ?? newId('prod', 14)
      if (Object.hasOwn(account.state.products, id))
        throw invalidParameter('id', `Product already exists.`, 'resource_already_exists')
      const product = newProduct({
        id,
        created: timeOfClock(account),
        name: given.name,
        active: given.active ?? true,
        description: given.description ?? null,
        metadata: patchMetadata(null, given.metadata),
        marketing_features: given.marketing_features ?? [],
      })
      account.state.products[id] = product
      emit(account, 'product.created', product)
      return product
    },
  }),
  route('GET', '/v1/products', {
    params: listParams({ active: boolean, ids: list(text), created: rangeOrInteger }),
    run: ({ state }, { params: { active, ids, created, ...page } }) =>
      pageOf(
        '/v1/products',
        newestFirst(state.products).filter(
          product =>
            (active === undefined || product.active === active) &&
            (ids === undefined || ids.includes(product.id)) &&
            isInRange(product.created, created),
        ),
        page,
      ),
  }),
  route('GET', '/v1/products/:id', { params: params({}), run: (account, { id }) => findProduct(account, id) }),
  route('POST', '/v1/products/:id', {
    params: params({
      name: text,
      active: boolean,
      description: emptyable(text),
      metadata,
      marketing_features: emptyable(features),
      default_price: text,
    }),
    run: (account, { id, params: { expand: _expand, metadata: patch, marketing_features: offered, ...given } }) => {
      const product = findProduct(account, id)
      change(account, 'product.updated', product, {
        ...given,
        ...(offered === undefined ? {} : { marketing_features: offered ?? [] }),
        metadata: patchMetadata(product.metadata, patch),
        updated: timeOfClock(account),
      })
      return product
    },
  }),
]
