import { describe, expect, it } from 'vitest'
import { z } from '../zod.ts'
import { ProfileForm, UserName } from './auth-forms.ts'
import { truncateName } from './user.ts'

describe('user name', () => {
  it.each(['Jô', ' Ana ', '😀😀', 'a'.repeat(120)])('accepts %j', name => {
    expect(z.parse(UserName, name)).toBe(name)
  })

  it.each<[unknown]>([[''], ['J'], [' J '], ['   '], [null], [12]])('rejects %j as too short', name => {
    expect(z.safeParse(UserName, name).error?.issues[0]?.message).toBe('Nome deve ter pelo menos 2 caracteres')
  })

  it('has at most 120 characters', () => {
    expect(z.safeParse(UserName, 'a'.repeat(121)).success).toBe(false)
  })
})

it('a profile form drops every field except name and e-mail', () => {
  const sent = { nome: 'Ana', email: 'ana@exemplo.com', role: 'admin', subscription_status: 'active' }
  expect(z.parse(ProfileForm, sent)).toEqual({ nome: 'Ana', email: 'ana@exemplo.com' })
})

describe('truncateName', () => {
  it.each([
    ['Ana', 18, 'Ana'],
    ['Mariana Conceição Albuquerque', 18, 'Mariana Conceição…'],
    ['Mariana Conceição Albuquerque', 12, 'Mariana Conc…'],
    ['Exatamente dezoito', 18, 'Exatamente dezoito'],
    ['😀😀😀', 2, '😀😀…'],
  ])('truncates %j to %d characters as %j', (name, limit, short) => {
    expect(truncateName(name, limit)).toBe(short)
  })
})
