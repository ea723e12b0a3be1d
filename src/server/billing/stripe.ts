import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import Stripe from 'stripe'

export type { Stripe }

/** Where the API answers, when it is not Stripe's own address. */
export interface StripeHost {
  protocol: 'http' | 'https'
  host: string
  port: number
}

const maxConsecutiveFailures = 5

type Answer = Awaited<ReturnType<Stripe.HttpClient['makeRequest']>>

/** Sends nothing for a while after some failures in a row; then one request is tried, and the others do as it does. */
const withCircuitBreaker = (client: Stripe.HttpClient, pauseMs: number): Stripe.HttpClient => {
  const failed = handleAll.orWhenResult(answer => (answer as Answer).getStatusCode() >= 500)
  const breaker = new ConsecutiveBreaker(maxConsecutiveFailures)
  const policy = circuitBreaker(failed, { halfOpenAfter: pauseMs, breaker })
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) => policy.execute(() => client.makeRequest(...request)),
  }
}

export interface StripeOptions {
  address?: StripeHost | undefined
  /** For how long a provider that keeps failing is not asked. */
  pauseMs?: number | undefined
}

export const createStripeClient = (secretKey: string, { address, pauseMs = 30_000 }: StripeOptions = {}): Stripe =>
  new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    httpClient: withCircuitBreaker(Stripe.createNodeHttpClient(), pauseMs),
    // Twice this, and half a second between, is what a call may wait for who does not answer.
    timeout: 4500,
    maxNetworkRetries: 1,
    telemetry: false,
    ...address,
  })

/** What webhook endpoints are told to speak: events come in the endpoint's version, not in the SDK's. */
export const apiVersion: Stripe.WebhookEndpointCreateParams.ApiVersion = Stripe.API_VERSION

const isStripeError = (error: unknown): error is Stripe.errors.StripeError => error instanceof Stripe.errors.StripeError

/** The provider refuses to know such a thing: it was deleted, or belongs to somebody else. */
export const isNotFound = (error: unknown): boolean => isStripeError(error) && error.code === 'resource_missing'

export const isCustomerNotFound = (error: unknown): boolean =>
  isNotFound(error) && isStripeError(error) && error.param === 'customer'

/** The provider refuses what was asked, rather than failing at it. */
export const isInvalidRequest = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError

/** Asked again, the provider refuses again: its account, the key or what was asked has to change first. */
export const isForGood = (error: unknown): boolean =>
  isInvalidRequest(error) ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeAuthenticationError

/** The provider has answered for good, and answers the same to the same key: not so while it is busy, or out of reach. */
export const isFinalResponse = (error: unknown): boolean =>
  isStripeError(error) && error.statusCode !== undefined && ![401, 409, 429].includes(error.statusCode)

/** The provider did not try again: it answers what it answered to the same key before, as it does for a day. */
export const isIdempotentReplay = (error: unknown): boolean =>
  isStripeError(error) && error.headers?.['idempotent-replayed'] === 'true'

/** The provider is out of reach, or fails whatever it is asked. */
export const isUnavailable = (error: unknown): boolean => isStripeError(error) && !isInvalidRequest(error)

const maxMessageLength = 300

/** What the provider says, without what it may quote: keys, e-mails, addresses of pages, numbers of cards. */
const sanitizeMessage = (message: string): string =>
  message
    .replace(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '[key]')
    .replace(/https?:\/\/\S+/g, '[address]')
    .replace(/\S+@\S+/g, '[e-mail]')
    .replace(/\d[\d .-]{9,}\d/g, '[number]')
    .slice(0, maxMessageLength)

/** Of a failure what holds nothing personal and no key. `undefined` when it is not the provider's. */
export const toLogFields = (error: unknown): object | undefined =>
  isStripeError(error)
    ? {
        type: error.type,
        code: error.code,
        param: error.param,
        status: error.statusCode,
        requestId: error.requestId,
        message: sanitizeMessage(error.message),
      }
    : undefined

/** One line for the person who holds the key; `undefined` when the failure is not the provider's. */
export const toOperatorMessage = (error: unknown): string | undefined => {
  if (!isStripeError(error)) return undefined
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'O Stripe não reconhece a STRIPE_SECRET_KEY.'
  if (error instanceof Stripe.errors.StripePermissionError)
    return 'A STRIPE_SECRET_KEY não tem permissão para tudo o que é preciso.'
  if (isInvalidRequest(error)) return `O Stripe recusou um pedido: ${error.message}`
  return `Não foi possível falar com o Stripe (${error.statusCode ?? 'sem resposta'}). Tente de novo em instantes.`
}
