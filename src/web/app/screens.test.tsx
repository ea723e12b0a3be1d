import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aUser, subscribe } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

describe('an unknown address', () => {
  it('says so and offers two ways on', async () => {
    openApp('/nada/disso')
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
    expect(screen.getByText('404')).toBeTruthy()
    expect(screen.getByText('A página que você está procurando não existe ou foi movida.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir para o Dashboard' }).getAttribute('href')).toBe('/dashboard')
    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }))
    await waitFor(() => expect(location.pathname).toBe('/'))
  })
})

describe('the landing page', () => {
  it('offers the trial and the login to visitors', async () => {
    openApp('/')
    const trial = await screen.findByRole('link', { name: 'Teste grátis por 3 dias' })
    expect(trial.getAttribute('href')).toBe('/register')
    expect(screen.getByText('Sem cartão de crédito')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login')
  })

  it('leads whoever is signed in to their work', async () => {
    const { token } = await aUser(server)
    openApp('/', token)
    await userEvent.click(await screen.findByRole('link', { name: 'Ir para o painel' }))
    await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  })
})

describe('the guards', () => {
  it.each(['/dashboard', '/profile', '/subscription'])(
    'send visitors of %s to the login and remember it',
    async path => {
      openApp(`${path}?a=1#b`)
      await screen.findByRole('heading', { name: 'Entrar no Fechou' })
      expect(location.pathname).toBe('/login')
      expect(history.state.usr.from).toEqual({ pathname: path, search: '?a=1', hash: '#b' })
    },
  )

  it('say that they are checking, and grant nothing for success=true', async () => {
    const { user, token } = await aUser(server)
    await subscribe(server, user, 'pro', 'canceled')
    openApp('/dashboard?success=true', token)
    await screen.findByText('Verificando autenticação...')
    await screen.findByText('Confirmando sua assinatura...')
    await waitFor(() => expect(location.pathname).toBe('/subscription'), { timeout: 4000 })
  })

  it('let somebody in whose payment arrives meanwhile', async () => {
    const { user, token } = await aUser(server)
    await subscribe(server, user, 'pro', 'canceled')
    openApp('/dashboard?success=true', token)
    await screen.findByText('Confirmando sua assinatura...')
    await subscribe(server, user, 'pro', 'active')
    await screen.findAllByRole('link', { name: 'Kanban' }, { timeout: 4000 })
    expect(location.pathname).toBe('/dashboard')
  })
})

it('moves the focus to the heading of the next screen and names it in the title', async () => {
  openApp('/login')
  await userEvent.click(await screen.findByRole('link', { name: 'Criar conta' }))
  const heading = await screen.findByRole('heading', { name: 'Criar conta' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('Criar conta – Fechou')
})
