import { expect, it } from 'vitest'
import { ApiError, networkFailure } from './api-error.ts'
import { isPassing } from './query-client.ts'

it.each([
  ['no connection', networkFailure(undefined), true],
  ['a failure of the server', new ApiError({ code: 'unavailable', status: 503, message: '' }), true],
  ['a refusal', new ApiError({ code: 'forbidden', status: 403, message: '' }), false],
  ['the end of a session', new ApiError({ code: 'session_expired', status: 401, message: '' }), false],
  ['a bug', new TypeError(), false],
])('%s is tried again: %o', (_, error, expected) => {
  expect(isPassing(error)).toBe(expected)
})
