import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import type { User } from '#contract/auth/user.ts'
import { aLead, aMember, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { enqueueMove } from '#web/leads/board/moves/move-queue.ts'
import { createMove } from '#web/leads/board/moves/pending-move.ts'
import { announce } from '#web/ui/live-region.tsx'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const heading = (name: string) => screen.findByRole('heading', { name })
const press = async (name: string) => userEvent.click((await screen.findAllByRole('button', { name }))[0] as Element)

/** Fails every request until restored, as without a network. */
const cutNetwork = () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))

describe('starting with a stored token', () => {
  it('signs the user in when the token is valid', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    expect(screen.queryByText('Sessão expirada')).toBeNull()
    await heading('Perfil')
  })

  it('ends a revoked session, shows a notice and returns to the page after the next login', async () => {
    const { user, token, password } = await aUser(server)
    await server.call(authApi.logout, { token })
    openApp('/profile', token)
    await screen.findByText('Sessão expirada')
    expect(location.pathname).toBe('/login')
    expect(localStorage.length).toBe(0)
    await userEvent.type(screen.getByLabelText('E-mail'), user.email)
    await userEvent.type(screen.getByLabelText('Senha'), `${password}{Enter}`)
    await heading('Perfil')
  })

  it.each([['null'], ['undefined'], ['{"token":1}'], ['%00'], ['ação'], ['a\nb'], [' '], ['x'.repeat(1_000_000)]])(
    'shows the login for an invalid stored token: %.20s',
    async broken => {
      localStorage.setItem('user', broken)
      openApp('/dashboard', broken)
      await screen.findByText('Sessão expirada')
      expect(localStorage.length).toBe(0)
    },
  )

  it('preserves the session without a network and continues after reconnecting', async () => {
    const { user, token } = await aUser(server)
    localStorage.setItem('user', JSON.stringify({ nome: user.nome }))
    const network = cutNetwork()
    openApp('/profile', token)
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('Sem conexão com o servidor')
    expect(failure.textContent).toContain(`A conta de ${user.nome} continua aberta neste aparelho.`)
    expect(localStorage.getItem('token')).toBe(token)
    network.mockRestore()
    await press('Tentar novamente')
    await heading('Perfil')
  })

  it('retries automatically when the browser is online', async () => {
    const { token } = await aUser(server)
    const network = cutNetwork()
    openApp('/profile', token)
    await screen.findByRole('alert')
    network.mockRestore()
    dispatchEvent(new Event('online'))
    await heading('Perfil')
  })
})

describe('the end of a session', () => {
  it('by "Sair" clears everything, here and on the server, and remembers no page', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    await press('Sair')
    await heading('Entrar no Fechou')
    expect({ ...localStorage }).toEqual({})
    expect(history.state?.usr ?? null).toBeNull()
    expect(screen.queryByText('Sessão expirada')).toBeNull()
    await waitFor(async () => expect((await server.call(authApi.me, { token })).status).toBe(401))
  })

  it('by "Sair" also works without a network', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    await heading('Perfil')
    cutNetwork()
    await press('Sair')
    await heading('Entrar no Fechou')
    expect(localStorage.length).toBe(0)
  })

  it('in another tab also ends it here', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    await heading('Perfil')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await heading('Entrar no Fechou')
  })

  const typeName = async (nome: string) => {
    await press('Editar')
    await userEvent.clear(screen.getByLabelText('Nome'))
    await userEvent.type(screen.getByLabelText('Nome'), nome)
  }
  const signIn = async ({ user, password }: { user: User; password: string }) => {
    await userEvent.type(await screen.findByLabelText('E-mail'), user.email)
    await userEvent.type(screen.getByLabelText('Senha'), `${password}{Enter}`)
  }

  it('by "Sair" in another tab shows a notice, clears drafts and returns the same user to the page', async () => {
    const mine = await aUser(server)
    openApp('/profile', mine.token)
    await heading('Perfil')
    await typeName('Mariana Albuquerque')
    act(() => announce('Maria Aparecida movida.'))
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await screen.findByText('Você saiu em outra aba')
    expect(sessionStorage.length).toBe(0)
    expect(document.body.textContent).not.toContain('Maria')
    await signIn(mine)
    await heading('Perfil')
  })

  it('does not return another user to the page', async () => {
    const [mine, other] = [await aUser(server), await aUser(server, { nome: 'Caio Guimarães' })]
    openApp('/profile', mine.token)
    await heading('Perfil')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await signIn(other)
    await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  })

  it('by expiry in another tab shows "Sessão expirada" here and preserves drafts', async () => {
    const mine = await aUser(server)
    openApp('/profile', mine.token)
    await heading('Perfil')
    await typeName('Mariana Albuquerque')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: 'sessao-expirou', newValue: '1' }))
    dispatchEvent(new StorageEvent('storage', { key: 'sessao-expirou', newValue: null }))
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await screen.findByText('Sessão expirada')
    await signIn(mine)
    expect(await screen.findByDisplayValue('Mariana Albuquerque')).toBeTruthy()
  })

  it('while this tab was suspended also clears its drafts', async () => {
    sessionStorage.setItem('rascunho:1:perfil', '{"nome":"Mariana"}')
    openApp('/profile')
    await heading('Entrar no Fechou')
    expect(sessionStorage.length).toBe(0)
  })

  it('by "Sair" asks first while a move is unsent', async () => {
    const { member, token } = await aMember(server, await aUser(server), 'seller')
    enqueueMove(member._id, createMove(await aLead(server, token), 'negociacao', new Date()))
    openApp('/profile', token)
    await press('Sair')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('1 movimento ainda não foi enviado.')
    await userEvent.click(within(question).getByRole('button', { name: 'Ficar' }))
    await heading('Perfil')
    await press('Sair')
    await press('Sair mesmo assim')
    await heading('Entrar no Fechou')
  })

  it('by another user’s login in another tab shows that user', async () => {
    const [mine, other] = [await aUser(server), await aUser(server, { nome: 'Caio Guimarães' })]
    openApp('/profile', mine.token)
    await heading('Perfil')
    localStorage.setItem('token', other.token)
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await waitFor(() => expect(screen.getAllByText('Caio Guimarães').length).toBeGreaterThan(0))
    expect(screen.queryByText(mine.user.email)).toBeNull()
  })

  it('during use is noticed by the next request', async () => {
    const { token } = await aUser(server)
    openApp('/profile/aparelhos', token)
    // All has loaded, so another request must notice the end.
    await screen.findByText('Nenhum outro aparelho conectado.')
    await server.call(authApi.logout, { token })
    const sections = within(screen.getByRole('navigation', { name: 'Seções do perfil' }))
    await userEvent.click(sections.getByRole('link', { name: 'Perfil' }))
    await screen.findByText('Sessão expirada')
    expect(history.state.usr.from.pathname).toBe('/profile')
  })
})

it('reloads the user two seconds after a return from checkout', async () => {
  const { token } = await aUser(server)
  openApp('/profile?success=true', token)
  await heading('Perfil')
  const calls = vi.spyOn(globalThis, 'fetch')
  await waitFor(() => expect(calls.mock.calls.map(([url]) => url)).toContain('/api/auth/me'))
})

it('shows "Erro ao recarregar usuário" for a failed start without a message', async () => {
  const { token } = await aUser(server)
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(null as never)
  openApp('/profile', token)
  expect((await screen.findByRole('alert')).textContent).toContain('Erro ao recarregar usuário')
})
