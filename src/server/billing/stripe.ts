import Stripe from 'stripe'

export type { Stripe }

/** Where the API answers, when it is not Stripe's own address. */
export interface StripeAddress {
  protocol: 'http' | 'https'
  host: string
  port: number
}

export const openStripe = (secretKey: string, address?: StripeAddress): Stripe =>
  new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...address,
  })

/** What webhook endpoints are told to speak: events come in the endpoint's version, not in the SDK's. */
export const apiVersion: Stripe.WebhookEndpointCreateParams.ApiVersion = Stripe.API_VERSION

const isOf = (error: unknown): error is Stripe.errors.StripeError => error instanceof Stripe.errors.StripeError

/** The provider refuses to know such a thing: it was deleted, or belongs to somebody else. */
export const isMissing = (error: unknown): boolean => isOf(error) && error.code === 'resource_missing'

/** The provider refuses what was asked, rather than failing at it. */
export const isRefused = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError

export const isSignatureWrong = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeSignatureVerificationError

/** Of a failure what holds nothing personal and no key: messages quote both. `undefined` when it is not the provider's. */
export const describeFailure = (error: unknown): object | undefined =>
  isOf(error)
    ? { type: error.type, code: error.code, param: error.param, status: error.statusCode, requestId: error.requestId }
    : undefined
