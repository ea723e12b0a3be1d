import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import Stripe from 'stripe'

export type { Stripe }

/** Where the API answers, when it is not Stripe's own address. */
export interface StripeAddress {
  protocol: 'http' | 'https'
  host: string
  port: number
}

const failuresInARow = 5

type Answer = Awaited<ReturnType<Stripe.HttpClient['makeRequest']>>

/** Sends nothing for a while after some failures in a row; then one request is tried, and the others do as it does. */
const pausing = (client: Stripe.HttpClient, pauseMs: number): Stripe.HttpClient => {
  const failed = handleAll.orWhenResult(answer => (answer as Answer).getStatusCode() >= 500)
  const breaker = new ConsecutiveBreaker(failuresInARow)
  const policy = circuitBreaker(failed, { halfOpenAfter: pauseMs, breaker })
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) => policy.execute(() => client.makeRequest(...request)),
  }
}

export interface StripeOptions {
  address?: StripeAddress | undefined
  /** For how long a provider that keeps failing is not asked. */
  pauseMs?: number | undefined
}

export const openStripe = (secretKey: string, { address, pauseMs = 30_000 }: StripeOptions = {}): Stripe =>
  new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    httpClient: pausing(Stripe.createNodeHttpClient(), pauseMs),
    // Twice this, and half a second between, is what a call may wait for who does not answer.
    timeout: 4500,
    maxNetworkRetries: 1,
    telemetry: false,
    ...address,
  })

/** What webhook endpoints are told to speak: events come in the endpoint's version, not in the SDK's. */
export const apiVersion: Stripe.WebhookEndpointCreateParams.ApiVersion = Stripe.API_VERSION

const isOf = (error: unknown): error is Stripe.errors.StripeError => error instanceof Stripe.errors.StripeError

/** The provider refuses to know such a thing: it was deleted, or belongs to somebody else. */
export const isMissing = (error: unknown): boolean => isOf(error) && error.code === 'resource_missing'

export const isCustomerMissing = (error: unknown): boolean =>
  isMissing(error) && isOf(error) && error.param === 'customer'

/** The provider refuses what was asked, rather than failing at it. */
export const isRefused = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError

/** Asked again, the provider refuses again: its account, the key or what was asked has to change first. */
export const isForGood = (error: unknown): boolean =>
  isRefused(error) ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeAuthenticationError

/** The provider has answered for good, and answers the same to the same key: not so while it is busy, or out of reach. */
export const isSettled = (error: unknown): boolean =>
  isOf(error) && error.statusCode !== undefined && ![401, 409, 429].includes(error.statusCode)

/** The provider did not try again: it answers what it answered to the same key before, as it does for a day. */
export const isReplayed = (error: unknown): boolean => isOf(error) && error.headers?.['idempotent-replayed'] === 'true'

/** The provider is out of reach, or fails whatever it is asked. */
export const isAway = (error: unknown): boolean => isOf(error) && !isRefused(error)

const longestWords = 300

/** What the provider says, without what it may quote: keys, e-mails, addresses of pages, numbers of cards. */
const wordsOf = (message: string): string =>
  message
    .replace(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '[key]')
    .replace(/https?:\/\/\S+/g, '[address]')
    .replace(/\S+@\S+/g, '[e-mail]')
    .replace(/\d[\d .-]{9,}\d/g, '[number]')
    .slice(0, longestWords)

/** Of a failure what holds nothing personal and no key. `undefined` when it is not the provider's. */
export const describeFailure = (error: unknown): object | undefined =>
  isOf(error)
    ? {
        type: error.type,
        code: error.code,
        param: error.param,
        status: error.statusCode,
        requestId: error.requestId,
        message: wordsOf(error.message),
      }
    : undefined

/** One line for the person who holds the key; `undefined` when the failure is not the provider's. */
export const explainFailure = (error: unknown): string | undefined => {
  if (!isOf(error)) return undefined
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'O Stripe não reconhece a STRIPE_SECRET_KEY.'
  if (error instanceof Stripe.errors.StripePermissionError)
    return 'A STRIPE_SECRET_KEY não tem permissão para tudo o que é preciso.'
  if (isRefused(error)) return `O Stripe recusou um pedido: ${error.message}`
  return `Não foi possível falar com o Stripe (${error.statusCode ?? 'sem resposta'}). Tente de novo em instantes.`
}
