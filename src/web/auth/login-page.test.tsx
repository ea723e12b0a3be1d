import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aUser, subscribe } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

const fill = async (email: string, password: string) => {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), email)
  await user.type(screen.getByLabelText('Senha'), password)
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const path = () => location.pathname + location.search

/** Answers the next login. The page of the test before may still ask for something. */
const meet = (answer: () => Promise<Response>) => {
  const { fetch } = globalThis
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).endsWith(authApi.login.path)) return fetch(input, init)
    spy.mockRestore()
    return answer()
  })
}
const proxyPage = async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })
const databaseAway = async () => {
  const message = 'O banco de dados não respondeu a tempo. Tente novamente em instantes.'
  return Response.json({ code: 'unavailable', message, requestId: 'abcdefgh' }, { status: 503 })
}

describe('login', () => {
  it('opens the dashboard during the trial and stores token and user', async () => {
    const { user, password } = await aUser(server)
    openApp('/login')
    await fill(` ${user.email} `, password)
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(localStorage.getItem('token')).toMatch(/^[\w-]{43,}$/)
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
      _id: user._id,
      nome: user.nome,
      email: user.email,
      role: 'user',
      canReadLeads: true,
    })
  })

  it('opens the plans without trial and subscription', async () => {
    const { user, password } = await aUser(server)
    await subscribe(server, user, 'pro', 'canceled')
    openApp('/login')
    await fill(user.email, password)
    await screen.findByRole('heading', { name: 'Escolha seu plano' })
    expect(path()).toBe('/subscription')
  })

  it('returns to the page where the guard stopped the visitor', async () => {
    const { user, password } = await aUser(server)
    openApp('/profile?a=1')
    await fill(user.email, password)
    await screen.findByRole('heading', { name: 'Perfil' })
    expect(path()).toBe('/profile?a=1')
  })

  it('redirects a signed-in user', async () => {
    const { token } = await aUser(server)
    openApp('/login', token)
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })
})

describe('the login form', () => {
  it('shows an error under each invalid field and focuses the first', async () => {
    openApp('/login')
    await fill('ines@', '12345')
    const email = screen.getByLabelText('E-mail')
    await waitFor(() => expect(email).toBe(document.activeElement))
    expect(screen.getByText('E-mail inválido').id).toBe(email.getAttribute('aria-describedby'))
    expect(screen.getByText('Senha deve ter pelo menos 6 caracteres')).toBeTruthy()
  })

  it('shows and hides the password', async () => {
    openApp('/login')
    const password = await screen.findByLabelText<HTMLInputElement>('Senha')
    expect(password.autocomplete).toBe('current-password')
    await press('Mostrar senha')
    expect(password.type).toBe('text')
    await press('Ocultar senha')
    expect(password.type).toBe('password')
  })
})

describe('a failed login', () => {
  it('shows the banner until "Tentar Novamente" clears it and preserves the input', async () => {
    const { user } = await aUser(server)
    openApp('/login')
    await fill(user.email, 'errada1')
    const banner = await screen.findByRole('alert')
    expect(banner.textContent).toContain('Erro de Login')
    expect(banner.textContent).toContain('E-mail ou senha incorretos.')
    await press('Tentar Novamente')
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Senha')))
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe(user.email)
  })

  it.each<[string, () => Promise<Response>, string]>([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'Erro de Conexão'],
    ['a proxy’s page', proxyPage, 'Erro do Servidor'],
    ['a database that is away', databaseAway, 'Erro de Conexão com o Banco'],
  ])('for %s shows its own banner', async (_, answer, title) => {
    openApp('/login')
    await screen.findByLabelText('E-mail')
    meet(answer)
    await fill('ines@exemplo.com.br', 'segredo1')
    const banner = await screen.findByRole('alert')
    expect(banner.querySelector('p')?.textContent).toBe(title)
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('retries five seconds after "Tentar em 5s", with a countdown', async () => {
    const { user, password } = await aUser(server)
    openApp('/login')
    await screen.findByLabelText('E-mail')
    meet(databaseAway)
    await fill(user.email, password)
    await screen.findByRole('alert')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByText('Tentar em 5s'))
    for (const seconds of ['5s', '4s', '3s', '2s', '1s']) {
      expect(screen.getByText(`Tentando em ${seconds}`)).toBeTruthy()
      expect(localStorage.getItem('token')).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(1000))
    }
    vi.useRealTimers()
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })
})

it('shows "Erro ao fazer login" for a failure without a message', async () => {
  openApp('/login')
  await screen.findByLabelText('E-mail')
  meet(async () => null as never)
  await fill('ines@exemplo.com.br', 'segredo1')
  expect((await screen.findByRole('alert')).textContent).toContain('Erro ao fazer login')
})
