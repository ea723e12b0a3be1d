import { setTimeout as sleep } from 'node:timers/promises'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { payOverdueInvoice } from '#server/testing/billing-actions.ts'
import { aPayingUser } from '#server/testing/billing-app.ts'
import { anAdmin, aUser, subscribe } from '#server/testing/factories.ts'
import {
  anOverdueUser,
  billingScreens,
  errorResponse,
  spyOnRedirect,
  stubResponse,
  waitForStatus,
} from '../../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await billingScreens()
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const fact = async (name: string) => (await screen.findByText(name)).nextSibling?.textContent
const userOf = async (token: string) => (await server.call(authApi.me, { token })).data.user

describe('the subscription on the profile', () => {
  it('shows plan, status and next charge and links to the plans', async () => {
    const { token } = await aPayingUser(server, 'pro')
    const { current_period_end } = await userOf(token)
    openApp('/profile', token)
    expect(await fact('Plano atual')).toBe('Profissional')
    expect(await fact('Status')).toBe('Ativo')
    expect(await fact('Próxima cobrança')).toBe(formatTimestampDate(current_period_end ?? ''))
    expect(screen.getByRole('link', { name: 'Gerenciar assinatura' }).getAttribute('href')).toBe('/subscription')
  })

  it('shows the end of the trial and no cancel button', async () => {
    const { user, token } = await aUser(server)
    openApp('/profile', token)
    expect(await screen.findByText(`Em teste até ${formatTimestampDate(user.trial_end)}`)).toBeTruthy()
    expect(await fact('Plano atual')).toBe('Sem plano')
    for (const name of ['Cancelar assinatura', 'Reativar assinatura', 'Cartão e cobrança']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })

  it('hides the next charge of a canceled subscription', async () => {
    const { token, user } = await aUser(server)
    await subscribe(server, user, 'basic', 'canceled')
    openApp('/profile', token)
    expect(await fact('Status')).toBe('Cancelado')
    expect(screen.queryByText('Próxima cobrança')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancelar assinatura' })).toBeNull()
  })

  it('links to the open invoice while a payment is late', async () => {
    const person = await anOverdueUser(server, 'basic')
    const leaving = spyOnRedirect()
    openApp('/profile', person.token)
    expect(await fact('Status')).toBe('Em atraso')
    await press('Pagar fatura em aberto')
    await waitFor(() => expect(String(leaving.mock.lastCall?.[0])).toContain(`${server.sandbox.url}/i/`))
  })

  it('learns while it is open that the late payment has arrived', async () => {
    const { token } = await anOverdueUser(server, 'basic')
    openApp('/profile', token)
    expect(await fact('Status')).toBe('Em atraso')
    await payOverdueInvoice(server, token)
    expect(await screen.findByText('Ativo')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pagar fatura em aberto' })).toBeNull()
  })

  it('opens Stripe’s customer portal or shows why not', async () => {
    const { token } = await aPayingUser(server, 'basic')
    const leaving = spyOnRedirect()
    openApp('/profile', token)
    await screen.findByRole('button', { name: 'Cartão e cobrança' })
    const broken = stubResponse(billingApi.portal.path, errorResponse(502, 'payments_unavailable', 'Não desta vez.'))
    await press('Cartão e cobrança')
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toBe('Não foi possível abrir a página de cobrançaNão desta vez.')
    broken.mockRestore()
    await press('Cartão e cobrança')
    await waitFor(() => expect(String(leaving.mock.lastCall?.[0])).toContain(`${server.sandbox.url}/p/session/`))
  })

  it('is hidden for administrators', async () => {
    const { token } = await anAdmin(server)
    openApp('/profile', token)
    await screen.findByText('Tipo de conta')
    for (const name of ['Assinatura', 'Faturas', 'Histórico de assinaturas']) {
      expect(screen.queryByRole('heading', { name })).toBeNull()
    }
  })
})

describe('canceling', () => {
  it('asks first, then shows the end of access and can be undone', async () => {
    const { token } = await aPayingUser(server, 'pro')
    openApp('/profile', token)
    await press('Cancelar assinatura')
    const question = await screen.findByRole('alertdialog', { name: 'Cancelar a assinatura?' })
    expect(question.textContent).toContain('Seus dados ficam guardados, mas você perde o acesso premium')
    expect(document.activeElement?.textContent).toBe('Manter assinatura')
    expect((await userOf(token)).cancel_at_period_end).toBe(false)
    await userEvent.click(within(question).getByRole('button', { name: 'Cancelar assinatura' }))
    expect(await screen.findByText('Assinatura cancelada com sucesso.')).toBeTruthy()
    const { current_period_end, cancel_at_period_end } = await userOf(token)
    expect(cancel_at_period_end).toBe(true)
    const end = `Cancelamento automático em ${formatTimestampDate(current_period_end ?? '')}`
    await waitFor(() => expect(screen.getAllByText(end)).toHaveLength(2))
    expect(screen.queryByText('Próxima cobrança')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancelar assinatura' })).toBeNull()

    await press('Reativar assinatura')
    expect(await screen.findByText('Assinatura reativada com sucesso.')).toBeTruthy()
    expect(await screen.findByText('Próxima cobrança')).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Plano atual')
    expect((await userOf(token)).cancel_at_period_end).toBe(false)
    await waitFor(() => expect(screen.queryByText(end)).toBeNull())
  })

  it('does nothing when the user declines', async () => {
    const { token } = await aPayingUser(server, 'basic')
    openApp('/profile', token)
    await press('Cancelar assinatura')
    await press('Manter assinatura')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Cancelar assinatura')
    expect((await userOf(token)).cancel_at_period_end).toBe(false)
  })

  it('shows "Erro ao cancelar assinatura. Tente novamente." when it fails, and can be retried', async () => {
    const { token } = await aPayingUser(server, 'basic')
    openApp('/profile', token)
    await press('Cancelar assinatura')
    const question = within(await screen.findByRole('alertdialog'))
    const broken = stubResponse(billingApi.cancel.path, () => Promise.reject(new TypeError('Failed to fetch')))
    await userEvent.click(question.getByRole('button', { name: 'Cancelar assinatura' }))
    expect((await question.findByRole('alert')).textContent).toMatch(
      /^Erro ao cancelar assinatura\. Tente novamente\. Sem conexão com o servidor/,
    )
    broken.mockRestore()
    await userEvent.click(question.getByRole('button', { name: 'Cancelar assinatura' }))
    expect(await screen.findByText('Assinatura cancelada com sucesso.')).toBeTruthy()
  })

  it('shows an error when the undo fails', async () => {
    const { token } = await aPayingUser(server, 'basic')
    await server.call(billingApi.cancel, { token })
    openApp('/profile', token)
    await screen.findByRole('button', { name: 'Reativar assinatura' })
    stubResponse(billingApi.reactivate.path, errorResponse(502, 'payments_unavailable', 'Não desta vez.'))
    await press('Reativar assinatura')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Erro ao reativar assinatura. Tente novamente.Não desta vez.',
    )
  })
})

describe('"Corrigir Status (Admin)"', () => {
  it('syncs all customers and lists those with a wrong status', async () => {
    const client = await aPayingUser(server, 'basic')
    await waitForStatus(server, client, 'active')
    await waitFor(async () => {
      // The last webhooks of the payment may still correct the status.
      await subscribe(server, client.user, 'enterprise', 'past_due')
      await sleep(300)
      expect((await userOf(client.token)).subscription_status).toBe('past_due')
    })
    const { token } = await anAdmin(server)
    // Advances the server's clock past the client's last sync.
    server.clock.now = new Date(server.clock.now.getTime() + 60_000)
    openApp('/profile', token)
    await press('Corrigir Status (Admin)')
    expect(await screen.findByText('Status corrigido com sucesso!')).toBeTruthy()
    expect(screen.getByText(/^\d+ clientes? verificados?, \d+ corrigidos?:$/)).toBeTruthy()
    expect(screen.getByText(new RegExp(`^${client.user.email}: de Em atraso.* para Ativo`))).toBeTruthy()
    expect((await userOf(client.token)).subscription_plan).toBe('basic')
  })

  it('shows "Erro ao corrigir status da assinatura" when it fails', async () => {
    const { token } = await anAdmin(server)
    openApp('/profile', token)
    await screen.findByRole('button', { name: 'Corrigir Status (Admin)' })
    stubResponse(billingApi.fixStatus.path, errorResponse(502, 'payments_unavailable', 'Não desta vez.'))
    await press('Corrigir Status (Admin)')
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toBe('Erro ao corrigir status da assinaturaNão desta vez.')
  })

  it('is visible to administrators only', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    await screen.findByRole('heading', { name: 'Assinatura' })
    expect(screen.queryByRole('button', { name: 'Corrigir Status (Admin)' })).toBeNull()
  })
})
