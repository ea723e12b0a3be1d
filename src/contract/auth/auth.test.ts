import { describe, expect, it } from 'vitest'
import { z } from '../zod.ts'
import { ChangePasswordForm, RegistrationForm } from './auth-forms.ts'

const register = (change: object) =>
  z.safeParse(RegistrationForm, {
    nome: 'Ana',
    email: 'ana@exemplo.com',
    password: 'segredo1',
    confirmPassword: 'segredo1',
    ...change,
  })
const refusal = (change: object) =>
  Object.fromEntries((register(change).error?.issues ?? []).map(issue => [issue.path.join('.'), issue.message]))

describe('password', () => {
  it.each(['123456', '  a  b', '😀😀😀😀😀😀', 'a\u0000bcdef', 'x'.repeat(128), '😀'.repeat(128)])(
    'accepts %j unchanged',
    password => {
      expect(register({ password, confirmPassword: password }).data?.password).toBe(password)
    },
  )

  it.each<[unknown, string]>([
    ['12345', 'Senha deve ter pelo menos 6 caracteres'],
    ['😀😀😀', 'Senha deve ter pelo menos 6 caracteres'],
    [undefined, 'Senha deve ter pelo menos 6 caracteres'],
    [123_456, 'Senha deve ter pelo menos 6 caracteres'],
    ['x'.repeat(129), 'Senha deve ter no máximo 128 caracteres'],
    ['abcdef\uD83D', 'Há um caractere inválido; apague e digite novamente'],
  ])('rejects %j', (password, message) => {
    expect(refusal({ password, confirmPassword: password }).password).toBe(message)
  })

  it('rejects a megabyte', () => {
    expect(refusal({ password: 'x'.repeat(1_000_000) }).password).toBe('Senha deve ter no máximo 128 caracteres')
  })
})

describe('password confirmation', () => {
  it('must equal the password', () => {
    expect(refusal({ confirmPassword: 'segredo2' })).toEqual({ confirmPassword: 'Senhas não coincidem' })
  })

  it('is compared while other fields are invalid', () => {
    expect(Object.keys(refusal({ nome: '', email: 'x', confirmPassword: 'segredo2' })).sort()).toEqual([
      'confirmPassword',
      'email',
      'nome',
    ])
  })
})

it('names the missing password in a password change', () => {
  const { error } = z.safeParse(ChangePasswordForm, { currentPassword: '', newPassword: '123' })
  expect(error?.issues.map(issue => issue.message)).toEqual([
    'Senha atual é obrigatória',
    'Nova senha deve ter pelo menos 6 caracteres',
  ])
})
