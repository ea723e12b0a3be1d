import { buildPath, type Endpoint, type RequestInput, type ResponseOf } from '#contract/endpoint.ts'
import { isValidHeaderValue, readToken } from '../token.ts'
import { networkError, timeoutError, toApiError, unexpectedResponse, unreadableResponse } from './api-error.ts'
import { takeEarlyResponse } from './early-request.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'

interface RequestOptions {
  /** Aborts a read. */
  signal?: AbortSignal
  /** Version that the write is based on. The server rejects an older version with `stale_lead`. */
  ifMatch?: number
  /** Body of an endpoint that takes bytes. */
  bytes?: Blob
}

type Args<E extends Endpoint> =
  Record<never, never> extends RequestInput<E>
    ? [call?: RequestInput<E> & RequestOptions]
    : [call: RequestInput<E> & RequestOptions]

/** Calls an endpoint of the contract. Throws `ApiError`, or the signal's reason after an abort. */
export const call = <const E extends Endpoint>(endpoint: E, ...args: Args<E>): Promise<ResponseOf<E>> =>
  withTimeout(endpoint, args[0], async limit => {
    const response = await send(endpoint, args[0], limit)
    if (response.status === 204) return undefined as ResponseOf<E>
    return parseResponse(endpoint, response.status, await bodyOf(response, limit.signal)) as ResponseOf<E>
  })

/** Calls an endpoint that returns a file. The timeout restarts with every chunk. */
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

/** Opens a response that stays open until the signal aborts. */
export const openStream = <const E extends Endpoint>(
  endpoint: E,
  args: RequestInput<E> & { signal: AbortSignal },
): Promise<Response> => send(endpoint, args, args)

const second = 1000
/** Slightly longer than the server's timeout, so that its error arrives first. Large bodies get more time. */
const timeoutMs = ({ callsPaymentProvider, bodyLimit }: Endpoint): number => {
  if (bodyLimit) return 60 * second
  return callsPaymentProvider ? 30 * second : 20 * second
}

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

/** Calls `listener` with the rejected token. Only the session subscribes; returns an unsubscribe function. */
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
  { params, query, body, bytes, ifMatch }: CallParts = {},
  { signal }: Pick<TimeLimit, 'signal'>,
): Promise<Response> {
  const token = readToken()
  const headers = new Headers({ accept: endpoint.fileMediaType ? '*/*' : 'application/json' })
  if (token && isValidHeaderValue(token)) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (bytes) headers.set('content-type', 'application/octet-stream')
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)

  const url = `/api${buildPath(endpoint.path, params)}${queryString(query)}`
  const sent =
    takeEarlyResponse(url, token, signal) ??
    fetch(url, {
      method: endpoint.method,
      headers,
      body: bytes ?? (body === undefined ? null : JSON.stringify(body)),
      signal,
    })
  const response = await sent.catch(toCallError(signal))
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

/** Preserves aborts, so that callers do not report them as failures. */
const toCallError = (signal: AbortSignal) => (cause: unknown) => {
  throw signal.aborted ? cause : networkError(cause)
}

// Parsing thousands of leads is slow, so production validates only the current user.
const isChecked = (endpoint: Endpoint): boolean =>
  import.meta.env.DEV || import.meta.env.MODE === 'test' || endpoint.path.startsWith('/auth/')

function parseResponse(endpoint: Endpoint, status: number, body: unknown): unknown {
  if (!endpoint.response || !isChecked(endpoint)) return body
  const read = endpoint.response.safeParse(body)
  if (read.success) return read.data
  console.error(`${endpoint.method} ${endpoint.path} broke the contract`, read.error)
  throw unexpectedResponse(status, read.error)
}
