import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
    expect(headings()).toEqual(['Dados Pessoais', 'Segurança', 'Conta'])
    const sections = within(screen.getByRole('navigation', { name: 'Seções do perfil' })).getAllByRole('link')
    expect(sections.map(({ textContent }) => textContent)).toEqual(['Perfil', 'Equipe', 'Avisos', 'Aparelhos', 'Ajuda'])
  })

  it('can neither export nor delete the account', async () => {
    openApp('/profile/dados', (await aSeller()).token)
    expect(await screen.findByRole('heading', { level: 1, name: 'Acesso Restrito' })).toBeTruthy()
    expect(screen.getByText('Apenas o dono da conta pode fazer isso.')).toBeTruthy()
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

it('an owner sees the subscription and all account data in the profile', async () => {
  openApp('/profile', (await aUser(server)).token)
  await screen.findByRole('heading', { name: 'Dados Pessoais' })
  expect(headings()).toEqual(expect.arrayContaining(['Assinatura', 'Histórico de assinaturas']))
  await userEvent.click(await screen.findByRole('link', { name: 'Seus dados' }))
  await screen.findByRole('heading', { level: 1, name: 'Seus dados' })
  expect(headings()).toEqual(['Cópia dos seus dados', 'Exclusão da conta'])
})
