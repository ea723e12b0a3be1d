import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aMember, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const aSeller = async () => aMember(server, await aUser(server), 'seller')
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('a seller', () => {
  it('sees only personal data on the profile', async () => {
    openApp('/profile', (await aSeller()).token)
    await screen.findByRole('heading', { name: 'Dados Pessoais' })
    expect(headings()).toEqual(['Dados Pessoais', 'Segurança', 'Aparelhos conectados', 'Conta'])
    expect(screen.queryByRole('button', { name: /excluir/i })).toBeNull()
  })

  it('sees neither the plans nor the leads export of the account', async () => {
    openApp('/subscription', (await aSeller()).token)
    await screen.findByRole('heading', { name: 'Escolha seu plano' })
    expect(headings()).not.toContain('Seus leads')
    expect(screen.queryByRole('button', { name: /assinar/i })).toBeNull()
  })

  it('uses the dashboard while the account has access', async () => {
    openApp('/dashboard', (await aSeller()).token)
    expect(await screen.findByRole('button', { name: 'Novo Lead' })).toBeTruthy()
  })

  it('cannot open the administration', async () => {
    openApp('/admin', (await aSeller()).token)
    expect(await screen.findByRole('heading', { name: 'Acesso Restrito' })).toBeTruthy()
  })
})

it('an owner sees all account data on the profile', async () => {
  openApp('/profile', (await aUser(server)).token)
  await screen.findByRole('heading', { name: 'Seus dados' })
  expect(headings()).toEqual(expect.arrayContaining(['Assinatura', 'Histórico de assinaturas', 'Seus dados']))
})
