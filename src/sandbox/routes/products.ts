import { clockTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { getProduct } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { newestFirst } from '../account/state.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { newProduct } from '../objects/product.ts'
import { invalidParameter } from '../wire/api-error.ts'
import {
  boolean,
  isInRange,
  list,
  listParams,
  map,
  metadata,
  nullable,
  params,
  rangeOrInteger,
  required,
  text,
} from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
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
    run: (account, { params: input }) => {
      const id = input.id ?? newId('prod', 14)
      if (Object.hasOwn(account.state.products, id))
        throw invalidParameter('id', `Product already exists.`, 'resource_already_exists')
      const product = newProduct({
        id,
        created: clockTime(account),
        name: input.name,
        active: input.active ?? true,
        description: input.description ?? null,
        metadata: patchMetadata(null, input.metadata),
        marketing_features: input.marketing_features ?? [],
      })
      account.state.products[id] = product
      emit(account, 'product.created', product)
      return product
    },
  }),
  route('GET', '/v1/products', {
    params: listParams({ active: boolean, ids: list(text), created: rangeOrInteger }),
    run: ({ state }, { params: { active, ids, created, ...page } }) =>
      paginate(
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
  route('GET', '/v1/products/:id', { params: params({}), run: (account, { id }) => getProduct(account, id) }),
  route('POST', '/v1/products/:id', {
    params: params({
      name: text,
      active: boolean,
      description: nullable(text),
      metadata,
      marketing_features: nullable(features),
      default_price: text,
    }),
    run: (account, { id, params: { expand: _expand, metadata: patch, marketing_features: offered, ...input } }) => {
      const product = getProduct(account, id)
      updateAndEmit(account, 'product.updated', product, {
        ...input,
        ...(offered === undefined ? {} : { marketing_features: offered ?? [] }),
        metadata: patchMetadata(product.metadata, patch),
        updated: clockTime(account),
      })
      return product
    },
  }),
]
