import { createHash } from 'node:crypto'
import { ApiError } from './api-error.ts'

export interface StoredResponse {
  request: string
  status: number
  body: string
  /** Unix seconds. A stored response expires after a day. */
  at: number
}
export type IdempotencyStore = Record<string, StoredResponse>

const ttlSeconds = 86_400

export const requestHash = (method: string, path: string, form: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, form]))
    .digest('hex')

const mismatchError = (key: string) =>
  new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })

const inUseError = (key: string) =>
  new ApiError(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
  })

/** Returns the stored response of a key. Throws if the key was used for another request or is still in use. */
export const findStoredResponse = (
  store: IdempotencyStore,
  running: Map<string, string>,
  key: string,
  request: string,
) => {
  const stored = store[key]
  if ((stored?.request ?? running.get(key) ?? request) !== request) throw mismatchError(key)
  if (running.has(key)) throw inUseError(key)
  return stored
}

export const pruneStoredResponses = (store: IdempotencyStore, now: number): void => {
  for (const [key, { at }] of Object.entries(store)) if (at < now - ttlSeconds) delete store[key]
}
