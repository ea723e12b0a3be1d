import { describe, expect, it } from 'vitest'
import { ApiError, errorMessage, networkError, toApiError } from './api-error.ts'

const body = { code: 'email_taken', message: 'Este e-mail já está em uso', requestId: 'abcdefgh' }

it('carries the server’s message', () => {
  const error = toApiError(409, { ...body, fields: { email: body.message } })
  expect(error).toMatchObject({ ...body, status: 409, fields: { email: body.message } })
})

describe('a response in an unknown format', () => {
  it.each([
    [502, undefined, 'internal_error'],
    [503, { code: 'nginx_says_no', message: 'Service Unavailable' }, 'internal_error'],
    [403, { code: 'toString', message: 'x' }, 'network'],
    [403, '<html>', 'network'],
    [401, null, 'network'],
    [404, [], 'network'],
  ])('%i with %o is read as "%s", never as an expired session', (status, answer, code) => {
    expect(toApiError(status, answer)).toMatchObject({ code, status, fields: {} })
  })
})

it('reports a missing connection in Portuguese', () => {
  expect(networkError(new TypeError('Failed to fetch'))).toMatchObject({
    code: 'network',
    status: 0,
    message: 'Sem conexão com o servidor. Verifique a internet e tente novamente.',
  })
})

it('never shows the text of a bug', () => {
  expect(errorMessage(new TypeError('x is undefined'), 'Erro ao fazer login')).toBe('Erro ao fazer login')
  expect(errorMessage(new ApiError({ code: 'network', status: 0, message: 'Sem conexão' }), '')).toBe('Sem conexão')
})
