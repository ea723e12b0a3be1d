import { type AnswerOf, type CallOf, type Endpoint, fillPath } from '#contract/endpoint.ts'
import { networkFailure, refusal, strange, unreadable } from './api-error.ts'
import { isSendable, readToken } from './token.ts'

interface Sending {
  /** Ends a read that nobody waits for any more. */
  signal?: AbortSignal
  /** The version a write was made from; an older one than the server's is refused with `stale_lead`. */
  ifMatch?: number
}

type Args<E extends Endpoint> =
  Record<never, never> extends CallOf<E> ? [call?: CallOf<E> & Sending] : [call: CallOf<E> & Sending]

/** One call of the contract. Throws `ApiError`, or the signal's reason when it was aborted. */
export async function call<const E extends Endpoint>(endpoint: E, ...args: Args<E>): Promise<AnswerOf<E>> {
  const response = await send(endpoint, args[0])
  if (response.status === 204) return undefined as AnswerOf<E>
  return readAnswer(endpoint, response.status, await bodyOf(response, args[0]?.signal)) as AnswerOf<E>
}

/** A call whose answer is a file. */
export async function callForFile<const E extends Endpoint>(endpoint: E, ...args: Args<E>): Promise<Blob> {
  const response = await send(endpoint, args[0])
  return response.blob().catch(fail(args[0]?.signal))
}

type ExpiryListener = (token: string | null) => void
const expiryListeners = new Set<ExpiryListener>()

/** Tells the token that the server no longer takes. For the session alone; returns the way out. */
export const onSessionExpired = (listener: ExpiryListener): (() => void) => {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

interface Parts extends Sending {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

async function send(endpoint: Endpoint, { params, query, body, signal, ifMatch }: Parts = {}): Promise<Response> {
  const token = readToken()
  const headers = new Headers({ accept: endpoint.file ? '*/*' : 'application/json' })
  if (token && isSendable(token)) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)

  const response = await fetch(`/api${fillPath(endpoint.path, params)}${search(query)}`, {
    method: endpoint.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch(fail(signal))
  if (response.ok) return response

  const error = refusal(response.status, await bodyOf(response, signal))
  if (error.code === 'session_expired') for (const listener of expiryListeners) listener(token)
  throw error
}

function search(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

async function bodyOf(response: Response, signal?: AbortSignal): Promise<unknown> {
  const text = await response.text().catch(fail(signal))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(response.status, cause)
  }
}

/** An abort stays what it is, so that whoever aborted does not see a failure. */
const fail = (signal: AbortSignal | undefined) => (cause: unknown) => {
  throw signal?.aborted ? cause : networkFailure(cause)
}

// Parsing thousands of leads costs time that only development and tests have; who is signed in is always checked.
const isChecked = (endpoint: Endpoint): boolean =>
  import.meta.env.DEV || import.meta.env.MODE === 'test' || endpoint.path.startsWith('/auth/')

function readAnswer(endpoint: Endpoint, status: number, body: unknown): unknown {
  if (!endpoint.answer || !isChecked(endpoint)) return body
  const read = endpoint.answer.safeParse(body)
  if (read.success) return read.data
  console.error(`${endpoint.method} ${endpoint.path} broke the contract`, read.error)
  throw strange(status, read.error)
}
