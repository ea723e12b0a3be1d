import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { timeOfClock } from '../account/clock.ts'
import { change, emit } from '../account/emit.ts'
import { findConfiguration } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { newestFirst, type PortalProduct } from '../account/state.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { newPortalConfiguration, noFeatures } from '../objects/portal-configuration.ts'
import {
  boolean,
  emptyable,
  list,
  listParams,
  map,
  metadata,
  oneOf,
  type ParamsOf,
  params,
  required,
  text,
} from '../wire/fields.ts'
import { pageOf } from '../wire/page-of.ts'
import { route } from '../wire/route.ts'

const proration = oneOf('always_invoice', 'create_prorations', 'none')

const features = map({
  customer_update: map({
    enabled: required(boolean),
    allowed_updates: emptyable(list(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id'))),
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
    default_allowed_updates: emptyable(list(oneOf('price', 'promotion_code', 'quantity'))),
    proration_behavior: proration,
    products: emptyable(list(map({ product: required(text), prices: required(list(text)) }))),
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

const merge = (before: Features, given: ParamsOf<typeof features> | undefined): Features => {
  if (!given) return before
  const { customer_update: customer, subscription_update: update } = given
  return {
    ...before,
    customer_update: {
      enabled: customer?.enabled ?? before.customer_update.enabled,
      allowed_updates: customer?.allowed_updates ?? before.customer_update.allowed_updates,
    },
    invoice_history: { ...before.invoice_history, ...given.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...given.payment_method_update },
    subscription_cancel: { ...before.subscription_cancel, ...given.subscription_cancel },
    subscription_pause: { ...before.subscription_pause, ...given.subscription_pause },
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

/** Keeps apart what is offered, since it is shown only when asked for. */
const keepProducts = ({ state }: Account, id: string, given: ParamsOf<typeof features> | undefined): void => {
  const products = given?.subscription_update?.products
  if (products !== undefined) state.portalProducts[id] = offered(products)
}

const profile = map({
  headline: emptyable(text),
  privacy_policy_url: emptyable(text),
  terms_of_service_url: emptyable(text),
})
const noProfile = { headline: null, privacy_policy_url: null, terms_of_service_url: null }

export const portalConfigurationRoutes = [
  route('GET', '/v1/billing_portal/configurations', {
    params: listParams({ active: boolean, is_default: boolean }),
    run: ({ state }, { params: { active, is_default: isDefault, ...page } }) =>
      pageOf(
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
      default_return_url: emptyable(text),
      metadata,
      name: emptyable(text),
    }),
    run: (account, { params: given }) => {
      const configuration = newPortalConfiguration({
        id: newId('bpc'),
        created: timeOfClock(account),
        features: merge(noFeatures(), given.features),
        business_profile: { ...noProfile, ...given.business_profile },
        default_return_url: given.default_return_url ?? null,
        metadata: patchMetadata(null, given.metadata),
        name: given.name ?? null,
      })
      account.state.portalConfigurations[configuration.id] = configuration
      keepProducts(account, configuration.id, given.features)
      emit(account, 'billing_portal.configuration.created', configuration)
      return configuration
    },
  }),
  route('POST', '/v1/billing_portal/configurations/:id', {
    params: params({
      features,
      active: boolean,
      business_profile: profile,
      default_return_url: emptyable(text),
      metadata,
      name: emptyable(text),
    }),
    run: (account, { id, params: given }) => {
      const configuration = findConfiguration(account, id)
      keepProducts(account, id, given.features)
      change(account, 'billing_portal.configuration.updated', configuration, {
        features: merge(configuration.features, given.features),
        business_profile: { ...configuration.business_profile, ...given.business_profile },
        metadata: patchMetadata(configuration.metadata, given.metadata),
        active: given.active ?? configuration.active,
        name: given.name === undefined ? configuration.name : given.name,
        default_return_url:
          given.default_return_url === undefined ? configuration.default_return_url : given.default_return_url,
        updated: timeOfClock(account),
      })
      return configuration
    },
  }),
]
