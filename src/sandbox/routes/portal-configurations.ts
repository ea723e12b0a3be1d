import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { clockTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { getConfiguration } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { newestFirst, type PortalProduct } from '../account/state.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { newPortalConfiguration, noFeatures } from '../objects/portal-configuration.ts'
import {
  boolean,
  list,
  listParams,
  map,
  metadata,
  nullable,
  oneOf,
  type ParamsOf,
  params,
  required,
  text,
} from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

const proration = oneOf('always_invoice', 'create_prorations', 'none')

const features = map({
  customer_update: map({
    enabled: required(boolean),
    allowed_updates: nullable(list(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id'))),
  }),
  invoice_history: map({ enabled: required(boolean) }),
  payment_method_update: map({ enabled: required(boolean) }),
  subscription_cancel: map({
    enabled: required(boolean),
    mode: oneOf('at_period_end', 'immediately'),
    proration_behavior: proration,
  }),
  subscription_pause: map({ enabled: boolean }),
  subscription_update: map({
    enabled: required(boolean),
    default_allowed_updates: nullable(list(oneOf('price', 'promotion_code', 'quantity'))),
    proration_behavior: proration,
    products: nullable(list(map({ product: required(text), prices: required(list(text)) }))),
    schedule_at_period_end: map({
      conditions: list(map({ type: required(oneOf('decreasing_item_amount', 'shortening_interval')) })),
    }),
  }),
})

type Features = Stripe.BillingPortal.Configuration.Features

const offered = (products: { product: string; prices: string[] }[] | null): PortalProduct[] =>
  (products ?? []).map(({ product, prices }) => ({
    product,
    prices,
    adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
  }))

const merge = (before: Features, input: ParamsOf<typeof features> | undefined): Features => {
  if (!input) return before
  const { customer_update: customer, subscription_update: update } = input
  return {
    ...before,
    customer_update: {
      enabled: customer?.enabled ?? before.customer_update.enabled,
      allowed_updates: customer?.allowed_updates ?? before.customer_update.allowed_updates,
    },
    invoice_history: { ...before.invoice_history, ...input.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...input.payment_method_update },
    subscription_cancel: { ...before.subscription_cancel, ...input.subscription_cancel },
    subscription_pause: { ...before.subscription_pause, ...input.subscription_pause },
    subscription_update: {
      ...before.subscription_update,
      ...(update && {
        enabled: update.enabled,
        default_allowed_updates: update.default_allowed_updates ?? before.subscription_update.default_allowed_updates,
        proration_behavior: update.proration_behavior ?? before.subscription_update.proration_behavior,
        schedule_at_period_end: {
          conditions:
            update.schedule_at_period_end?.conditions ?? before.subscription_update.schedule_at_period_end.conditions,
        },
      }),
    },
  }
}

/** Stores the offered products separately, because the API returns them only when expanded. */
const storeProducts = ({ state }: Account, id: string, input: ParamsOf<typeof features> | undefined): void => {
  const products = input?.subscription_update?.products
  if (products !== undefined) state.portalProducts[id] = offered(products)
}

const profile = map({
  headline: nullable(text),
  privacy_policy_url: nullable(text),
  terms_of_service_url: nullable(text),
})
const noProfile = { headline: null, privacy_policy_url: null, terms_of_service_url: null }

export const portalConfigurationRoutes = [
  route('GET', '/v1/billing_portal/configurations', {
    params: listParams({ active: boolean, is_default: boolean }),
    run: ({ state }, { params: { active, is_default: isDefault, ...page } }) =>
      paginate(
        '/v1/billing_portal/configurations',
        newestFirst(state.portalConfigurations).filter(
          configuration =>
            (active === undefined || configuration.active === active) &&
            (isDefault === undefined || configuration.is_default === isDefault),
        ),
        page,
      ),
  }),
  route('POST', '/v1/billing_portal/configurations', {
    params: params({
      features: required(features),
      business_profile: profile,
      default_return_url: nullable(text),
      metadata,
      name: nullable(text),
    }),
    run: (account, { params: input }) => {
      const configuration = newPortalConfiguration({
        id: newId('bpc'),
        created: clockTime(account),
        features: merge(noFeatures(), input.features),
        business_profile: { ...noProfile, ...input.business_profile },
        default_return_url: input.default_return_url ?? null,
        metadata: patchMetadata(null, input.metadata),
        name: input.name ?? null,
      })
      account.state.portalConfigurations[configuration.id] = configuration
      storeProducts(account, configuration.id, input.features)
      emit(account, 'billing_portal.configuration.created', configuration)
      return configuration
    },
  }),
  route('POST', '/v1/billing_portal/configurations/:id', {
    params: params({
      features,
      active: boolean,
      business_profile: profile,
      default_return_url: nullable(text),
      metadata,
      name: nullable(text),
    }),
    run: (account, { id, params: input }) => {
      const configuration = getConfiguration(account, id)
      storeProducts(account, id, input.features)
      updateAndEmit(account, 'billing_portal.configuration.updated', configuration, {
        features: merge(configuration.features, input.features),
        business_profile: { ...configuration.business_profile, ...input.business_profile },
        metadata: patchMetadata(configuration.metadata, input.metadata),
        active: input.active ?? configuration.active,
        name: input.name === undefined ? configuration.name : input.name,
        default_return_url:
          input.default_return_url === undefined ? configuration.default_return_url : input.default_return_url,
        updated: clockTime(account),
      })
      return configuration
    },
  }),
]
