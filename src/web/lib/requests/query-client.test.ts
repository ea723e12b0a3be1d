import { expect, it } from 'vitest'
import { ApiError, networkError } from './api-error.ts'
import { isTransient } from './query-client.ts'

it.each([
  ['no connection', networkError(undefined), true],
  ['a failure of the server', new ApiError({ code: 'unavailable', status: 503, message: '' }), true],
  ['a refusal', new ApiError({ code: 'forbidden', status: 403, message: '' }), false],
  ['the end of a session', new ApiError({ code: 'session_expired', status: 401, message: '' }), false],
  ['a bug', new TypeError(), false],
])('retries %s: %o', (_, error, expected) => {
  expect(isTransient(error)).toBe(expected)
})
