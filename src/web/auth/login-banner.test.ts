import { expect, it } from 'vitest'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { networkError, timeoutError, toApiError, unreadableResponse } from '#web/lib/requests/api-error.ts'
import { loginBanner } from './login-banner.ts'

const refusal = (code: ErrorCode) => ({ code, message: errors[code].message, requestId: 'abcdefgh' })

it.each([
  ['Operation `users.findOne()` buffering timed out after 10000ms', 'Erro de Conexão com o Banco'],
  ['MongooseError: no connection', 'Erro de Conexão com o Banco'],
  ['timeout of 5000ms exceeded', 'Erro de Conexão com o Banco'],
  ['Network Error', 'Erro de Conexão'],
  ['Failed to fetch', 'Erro de Conexão'],
  ['connect ECONNREFUSED 127.0.0.1:3000', 'Erro de Conexão'],
  ['Request failed with status code 500', 'Erro do Servidor'],
  ['Internal Server Error', 'Erro do Servidor'],
  ['Network Error after timeout', 'Erro de Conexão com o Banco'],
  ['', 'Erro de Login'],
])('"%s" shows "%s"', (message, title) => {
  expect(loginBanner({ message }).title).toBe(title)
})

it.each([
  [toApiError(503, refusal('unavailable')), 'Erro de Conexão com o Banco'],
  [networkError(undefined), 'Erro de Conexão'],
  [timeoutError(undefined), 'Erro de Conexão'],
  [unreadableResponse(403), 'Erro de Conexão'],
  [toApiError(500, refusal('internal_error')), 'Erro do Servidor'],
  [toApiError(503, refusal('being_updated')), 'Erro do Servidor'],
  [unreadableResponse(502), 'Erro do Servidor'],
  [toApiError(401, refusal('invalid_credentials')), 'Erro de Login'],
  [toApiError(429, refusal('too_many_requests')), 'Erro de Login'],
])('%s shows "%s" by its code', (error, title) => {
  expect(loginBanner(error).title).toBe(title)
})
