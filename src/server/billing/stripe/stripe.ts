import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import Stripe from 'stripe'

export type { Stripe }

/** Replaces Stripe's own API host. */
export interface StripeHost {
  protocol: 'http' | 'https'
  host: string
  port: number
}

const maxConsecutiveFailures = 5

type Answer = Awaited<ReturnType<Stripe.HttpClient['makeRequest']>>

/** Opens the circuit after consecutive failures. After `pauseMs`, one probe request decides whether it closes. */
const withCircuitBreaker = (client: Stripe.HttpClient, pauseMs: number): Stripe.HttpClient => {
  const failed = handleAll.orWhenResult(response => (response as Answer).getStatusCode() >= 500)
  const breaker = new ConsecutiveBreaker(maxConsecutiveFailures)
  const policy = circuitBreaker(failed, { halfOpenAfter: pauseMs, breaker })
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) => policy.execute(() => client.makeRequest(...request)),
  }
}

export interface StripeOptions {
  address?: StripeHost | undefined
  /** Duration of an open circuit. */
  pauseMs?: number | undefined
}

export const createStripeClient = (secretKey: string, { address, pauseMs = 30_000 }: StripeOptions = {}): Stripe =>
  new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    httpClient: withCircuitBreaker(Stripe.createNodeHttpClient(), pauseMs),
    // Two attempts of 4.5 s plus 0.5 s between them: a call takes at most 10 s.
    timeout: 4500,
    maxNetworkRetries: 1,
    telemetry: false,
    ...address,
  })

/** Set on webhook endpoints: events use the endpoint's version, not the SDK's. */
export const apiVersion: Stripe.WebhookEndpointCreateParams.ApiVersion = Stripe.API_VERSION

const isStripeError = (error: unknown): error is Stripe.errors.StripeError => error instanceof Stripe.errors.StripeError

/** Is true for an object that was deleted or belongs to another account. */
export const isNotFound = (error: unknown): boolean => isStripeError(error) && error.code === 'resource_missing'

export const isCustomerNotFound = (error: unknown): boolean =>
  isNotFound(error) && isStripeError(error) && error.param === 'customer'

/** Is true when Stripe rejects the request, false when Stripe fails. */
export const isInvalidRequest = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError

/** Is true for errors that a retry cannot resolve: the account, the key or the request must change. */
export const isForGood = (error: unknown): boolean =>
  isInvalidRequest(error) ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeAuthenticationError

/** Is true when Stripe replays this response for the same key. Not the case for rate limits and network errors. */
export const isFinalResponse = (error: unknown): boolean =>
  isStripeError(error) && error.statusCode !== undefined && ![401, 409, 429].includes(error.statusCode)

/** Is true for a response that Stripe stored for the key. Stripe replays responses for a day. */
export const isIdempotentReplay = (error: unknown): boolean =>
  isStripeError(error) && error.headers?.['idempotent-replayed'] === 'true'

/** Is true when Stripe is unreachable or fails for every request. */
export const isUnavailable = (error: unknown): boolean => isStripeError(error) && !isInvalidRequest(error)

const maxMessageLength = 300

/** Removes keys, e-mails, URLs and card numbers, which Stripe quotes. */
const sanitizeMessage = (message: string): string =>
  message
    .replace(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '[key]')
    .replace(/https?:\/\/\S+/g, '[address]')
    .replace(/\S+@\S+/g, '[e-mail]')
    .replace(/\d[\d .-]{9,}\d/g, '[number]')
    .slice(0, maxMessageLength)

/** Returns fields without personal data and keys. Returns `undefined` for other errors. */
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

/** Returns one line for the operator. Returns `undefined` for other errors. */
export const toOperatorMessage = (error: unknown): string | undefined => {
  if (!isStripeError(error)) return undefined
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'O Stripe não reconhece a STRIPE_SECRET_KEY.'
  if (error instanceof Stripe.errors.StripePermissionError)
    return 'A STRIPE_SECRET_KEY não tem permissão para tudo o que é preciso.'
  if (isInvalidRequest(error)) return `O Stripe recusou um pedido: ${error.message}`
  return `Não foi possível falar com o Stripe (${error.statusCode ?? 'sem resposta'}). Tente novamente em instantes.`
}
