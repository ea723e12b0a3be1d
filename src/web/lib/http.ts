import { buildPath, type Endpoint, type RequestInput, type ResponseOf } from '#contract/endpoint.ts'
import { networkError, timeoutError, toApiError, unexpectedResponse, unreadableResponse } from './api-error.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'
import { isValidHeaderValue, readToken } from './token.ts'

interface RequestOptions {
  /** Ends a read that nobody waits for any more. */
  signal?: AbortSignal
  /** The version a write was made from; an older one than the server's is refused with `stale_lead`. */
  ifMatch?: number
}

type Args<E extends Endpoint> =
  Record<never, never> extends RequestInput<E>
    ? [call?: RequestInput<E> & RequestOptions]
    : [call: RequestInput<E> & RequestOptions]

/** One call of the contract. Throws `ApiError`, or the signal's reason when it was aborted. */
export const call = <const E extends Endpoint>(endpoint: E, ...args: Args<E>): Promise<ResponseOf<E>> =>
  withTimeout(endpoint, args[0], async limit => {
    const response = await send(endpoint, args[0], limit)
    if (response.status === 204) return undefined as ResponseOf<E>
    return parseResponse(endpoint, response.status, await bodyOf(response, limit.signal)) as ResponseOf<E>
  })

/** A call whose answer is a file. It may take long, as long as it comes. */
export const callForBlob = <const E extends Endpoint>(endpoint: E, ...args: Args<E>): Promise<Blob> =>
  withTimeout(endpoint, args[0], async limit => {
    const { body, headers } = await send(endpoint, args[0], limit)
    const parts: BlobPart[] = []
    const reader = body?.getReader()
    const next = () => reader?.read().catch(toCallError(limit.signal))
    for (let part = await next(); part && !part.done; part = await next()) {
      limit.extend()
      parts.push(part.value)
    }
    return new Blob(parts, { type: headers.get('content-type') ?? '' })
  })

const second = 1000
/** A little more than the server gives itself, so that its own refusal comes first; a large body travels longer. */
const timeoutMs = ({ callsPaymentProvider, bodyLimit }: Endpoint): number => {
  if (bodyLimit) return 60 * second
  return callsPaymentProvider ? 30 * second : 20 * second
}

/** Whatever keeps an answer from coming, it is waited for no longer than that. */
async function withTimeout<Answer>(
  endpoint: Endpoint,
  { signal }: RequestOptions = {},
  work: (limit: TimeLimit) => Promise<Answer>,
): Promise<Answer> {
  const limit = startTimeLimit(timeoutMs(endpoint), signal)
  try {
    return await work(limit)
  } catch (cause) {
    if (limit.isOver()) throw timeoutError(cause)
    throw cause
  } finally {
    limit.end()
  }
}

type ExpiryListener = (token: string | null) => void
const expiryListeners = new Set<ExpiryListener>()

/** Tells the token that the server no longer takes. For the session alone; returns the way out. */
export const onSessionExpired = (listener: ExpiryListener): (() => void) => {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

interface CallParts extends RequestOptions {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

async function send(
  endpoint: Endpoint,
  { params, query, body, ifMatch }: CallParts = {},
  { signal }: TimeLimit,
): Promise<Response> {
  const token = readToken()
  const headers = new Headers({ accept: endpoint.fileMediaType ? '*/*' : 'application/json' })
  if (token && isValidHeaderValue(token)) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)

  const response = await fetch(`/api${buildPath(endpoint.path, params)}${queryString(query)}`, {
    method: endpoint.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  }).catch(toCallError(signal))
  if (response.ok) return response

  const error = toApiError(response.status, await bodyOf(response, signal))
  if (error.code === 'session_expired') for (const listener of expiryListeners) listener(token)
  throw error
}

function queryString(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

async function bodyOf(response: Response, signal: AbortSignal): Promise<unknown> {
  const text = await response.text().catch(toCallError(signal))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadableResponse(response.status, cause)
  }
}

/** An abort stays what it is, so that whoever aborted does not see a failure. */
const toCallError = (signal: AbortSignal) => (cause: unknown) => {
  throw signal.aborted ? cause : networkError(cause)
}

// Parsing thousands of leads costs time that only development and tests have; who is signed in is always checked.
const isChecked = (endpoint: Endpoint): boolean =>
  import.meta.env.DEV || import.meta.env.MODE === 'test' || endpoint.path.startsWith('/auth/')

function parseResponse(endpoint: Endpoint, status: number, body: unknown): unknown {
  if (!endpoint.response || !isChecked(endpoint)) return body
  const read = endpoint.response.safeParse(body)
  if (read.success) return read.data
  console.error(`${endpoint.method} ${endpoint.path} broke the contract`, read.error)
  throw unexpectedResponse(status, read.error)
}
