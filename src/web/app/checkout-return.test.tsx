import { setTimeout as sleep } from 'node:timers/promises'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { goToCheckout, submitCheckout } from '#server/testing/billing-app.ts'
import { anExpiredTrialUser, aSubscriber, aUser, subscribe } from '#server/testing/factories.ts'
import { billingScreens } from '../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await billingScreens()
const confirming = 'Confirmando sua assinatura...'
const success = 'Assinatura realizada com sucesso!'
const unconfirmed = 'Ainda não recebemos a confirmação do pagamento'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

// Uses real timers, because this file fakes the global ones.
const aMoment = () => act(() => sleep(20))

/** Advances fake timers by the given seconds and lets responses arrive. */
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second++) {
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await aMoment()
  }
}
const see = async (text: string) => {
  for (let tries = 0; tries < 250 && !screen.queryByText(text); tries++) {
    // Parts of the page begin to load in a timer of 0 ms.
    if (vi.isFakeTimers()) await act(() => vi.advanceTimersByTimeAsync(0))
    await aMoment()
  }
  expect(screen.getByText(text)).toBeTruthy()
}
const seeNo = (text: string) => expect(screen.queryByText(text)).toBeNull()
const openAndSee = async (path: string, token: string, text: string) => {
  openApp(path, token)
  await see(text)
}

describe('returning from checkout', () => {
  it('waits for the payment, opens the dashboard and shows that the subscription is active', async () => {
    const { user, token } = await anExpiredTrialUser(server)
    await openAndSee('/dashboard?aba=lista&success=true', token, confirming)
    await subscribe(server, user, 'pro')
    await pass(2)
    await see(success)
    expect(screen.getByText('Sua assinatura do plano Profissional está ativa.')).toBeTruthy()
    expect(location.pathname + location.search).toBe('/dashboard?aba=lista')
    expect(screen.getAllByRole('link', { name: 'Kanban' }).length).toBeGreaterThan(0)
  })

  it('grants access through the sync on return when Stripe’s webhooks get lost', async () => {
    const { token } = await anExpiredTrialUser(server)
    server.sandbox.chaos.drop = true
    vi.useRealTimers()
    await submitCheckout(await goToCheckout(server, token, 'basic'))
    // The server syncs with Stripe at most every two seconds by its own clock.
    server.clock.now = new Date(server.clock.now.getTime() + 5000)
    openApp('/dashboard?aba=lista&success=true', token)
    expect(await screen.findByText('Sua assinatura do plano Básico está ativa.')).toBeTruthy()
    server.sandbox.chaos.drop = false
  })

  it('leaves the dashboard usable during the trial while the payment is pending', async () => {
    const { user, token } = await aUser(server)
    await openAndSee('/dashboard?aba=lista&success=true', token, confirming)
    expect(screen.getByRole('button', { name: 'Novo Lead' })).toBeTruthy()
    await subscribe(server, user, 'basic')
    await pass(2)
    await see(success)
  })

  it('shows the notice once: not on the next page, after closing or in the URL', async () => {
    vi.useRealTimers()
    const { token } = await aSubscriber(server, 'pro')
    openApp('/dashboard?aba=lista&success=true', token)
    await screen.findByText(success)
    await waitFor(() => expect(location.search).toBe('?aba=lista'))
    await userEvent.click(screen.getByRole('link', { name: 'Perfil' }))
    await screen.findByRole('heading', { name: 'Perfil' })
    history.back()
    await screen.findByRole('button', { name: 'Novo Lead' })
    seeNo(success)
  })

  it('lets the user close the notice', async () => {
    vi.useRealTimers()
    const { token } = await aSubscriber(server, 'pro')
    openApp('/dashboard?aba=lista&success=true', token)
    await screen.findByText(success)
    await userEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }))
    seeNo(success)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('a forged success=true', () => {
  it('grants no access, and after twenty seconds shows an error with a link to the plans', async () => {
    const { token } = await anExpiredTrialUser(server)
    await openAndSee('/dashboard?aba=lista&success=true', token, confirming)
    const fetched = vi.spyOn(globalThis, 'fetch')
    await pass(18)
    expect(screen.getByText(confirming)).toBeTruthy()
    await pass(3)
    await see(unconfirmed)
    expect(fetched.mock.calls.filter(([input]) => String(input) === '/api/auth/me')).toHaveLength(9)
    seeNo(success)
    expect(screen.queryByRole('button', { name: 'Novo Lead' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Ver os planos' }).getAttribute('href')).toBe('/subscription')
  })

  it('polls again on retry', async () => {
    const { user, token } = await anExpiredTrialUser(server)
    await openAndSee('/dashboard?aba=lista&success=true', token, confirming)
    await pass(21)
    await see(unconfirmed)
    await subscribe(server, user, 'pro')
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Verificar novamente' }))
    expect(await screen.findByText(success)).toBeTruthy()
    expect(location.pathname).toBe('/dashboard')
  })

  it('shows the same message to a user on trial and leaves the dashboard usable', async () => {
    const { token } = await aUser(server)
    await openAndSee('/dashboard?aba=lista&success=true', token, confirming)
    await pass(21)
    await see(unconfirmed)
    expect(screen.getByRole('button', { name: 'Novo Lead' })).toBeTruthy()
    seeNo(success)
  })
})

describe('polling the user after two seconds', () => {
  it('runs on the plan page', async () => {
    const { user, token } = await anExpiredTrialUser(server)
    await openAndSee('/subscription?success=true', token, confirming)
    await subscribe(server, user, 'enterprise')
    seeNo(success)
    await pass(2)
    await see(success)
    await see('Plano Empresarial: Ativo')
  })

  it('runs after a login', async () => {
    vi.useRealTimers()
    const { user, password } = await anExpiredTrialUser(server)
    openApp('/login?success=true')
    await userEvent.type(await screen.findByLabelText('E-mail'), user.email)
    await userEvent.type(screen.getByLabelText('Senha'), `${password}{Enter}`)
    await screen.findByRole('heading', { name: 'Escolha seu plano' })
    expect(screen.getByText(confirming)).toBeTruthy()
    await subscribe(server, user, 'pro')
    expect(await screen.findByText(success)).toBeTruthy()
  })
})

it('shows no notice without `success=true`', async () => {
  vi.useRealTimers()
  const { token } = await aSubscriber(server, 'pro')
  openApp('/dashboard?aba=lista&success=1', token)
  await screen.findByRole('button', { name: 'Novo Lead' })
  for (const text of [confirming, success, unconfirmed]) seeNo(text)
})
