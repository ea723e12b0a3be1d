import { expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { networkError, unreadableResponse } from '#web/lib/api-error.ts'
import { loginBanner } from './login-banner.ts'

it.each([
  ['Operation `users.findOne()` buffering timed out after 10000ms', 'Erro de Conexão com o Banco'],
  ['MongooseError: no connection', 'Erro de Conexão com o Banco'],
  ['timeout of 5000ms exceeded', 'Erro de Conexão com o Banco'],
  [errors.unavailable.message, 'Erro de Conexão com o Banco'],
  ['Network Error', 'Erro de Conexão'],
  ['Failed to fetch', 'Erro de Conexão'],
  ['connect ECONNREFUSED 127.0.0.1:3000', 'Erro de Conexão'],
  [networkError(undefined).message, 'Erro de Conexão'],
  [unreadableResponse(403).message, 'Erro de Conexão'],
  ['Request failed with status code 500', 'Erro do Servidor'],
  ['Internal Server Error', 'Erro do Servidor'],
  [errors.internal_error.message, 'Erro do Servidor'],
  [unreadableResponse(502).message, 'Erro do Servidor'],
  ['Network Error after timeout', 'Erro de Conexão com o Banco'],
  [errors.invalid_credentials.message, 'Erro de Login'],
  [errors.too_many_requests.message, 'Erro de Login'],
  ['', 'Erro de Login'],
])('"%s" shows "%s"', (message, title) => {
  expect(loginBanner(message).title).toBe(title)
})
