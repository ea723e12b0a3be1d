import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aLead, aSubscriber, aUser, subscribe } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

describe('an unknown URL', () => {
  it('shows an error and offers two links', async () => {
    openApp('/nada/disso')
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
    expect(screen.getByText('404')).toBeTruthy()
    expect(screen.getByText('A página que você está procurando não existe ou foi movida.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir para o Dashboard' }).getAttribute('href')).toBe('/dashboard')
    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }))
    await waitFor(() => expect(location.pathname).toBe('/'))
  })
})

describe('route guards', () => {
  it.each(['/dashboard', '/profile', '/subscription'])(
    'redirect visitors of %s to the login and remember the path',
    async path => {
      openApp(`${path}?a=1#b`)
      await screen.findByRole('heading', { name: 'Entrar no Fechou' })
      expect(location.pathname).toBe('/login')
      expect(history.state.usr.from).toEqual({ pathname: path, search: '?a=1', hash: '#b' })
    },
  )

  it('show a checking state and redirect a user without access to the plans', async () => {
    const { user, token } = await aUser(server)
    await subscribe(server, user, 'pro', 'canceled')
    openApp('/dashboard', token)
    await screen.findByText('Verificando autenticação...')
    await waitFor(() => expect(location.pathname).toBe('/subscription'))
  })

  it('redirect to the plans as soon as the server denies access', async () => {
    const { user, token } = await aSubscriber(server, 'pro')
    await aLead(server, token)
    openApp('/dashboard?aba=lista', token)
    const search = await screen.findByRole('searchbox')
    await subscribe(server, user, 'pro', 'past_due')
    await userEvent.type(search, 'padaria')
    await screen.findByRole('heading', { name: 'Escolha seu plano' })
    expect(screen.getByText('Plano Profissional: Em atraso')).toBeTruthy()
  })
})

it('focus the heading of the next page and set the document title', async () => {
  openApp('/login')
  await userEvent.click(await screen.findByRole('link', { name: 'Criar conta' }))
  const heading = await screen.findByRole('heading', { name: 'Criar conta' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('Criar conta – Fechou')
})
