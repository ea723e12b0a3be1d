import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, type Mock, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { anAdmin, aUser } from '#server/testing/factories.ts'
import { billingScreens, errorResponse, stubResponse } from '../../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await billingScreens()

const panel = async () => within(await screen.findByRole('region', { name: 'Diagnóstico (Admin)' }))
const entry = async (name: string) => (await panel()).getByText(name).nextSibling?.textContent
const openAsAdmin = async () => {
  const admin = await anAdmin(server)
  openApp('/subscription', admin.token)
  await screen.findByText('✓ Configurado')
  return admin
}

it('is visible to administrators only', async () => {
  const { token } = await aUser(server)
  openApp('/subscription', token)
  await screen.findByRole('article', { name: 'Básico' })
  expect(screen.queryByRole('region', { name: 'Diagnóstico (Admin)' })).toBeNull()
})

it('shows the state of the administrator’s own subscription', async () => {
  await openAsAdmin()
  expect(await entry('Status da assinatura')).toBe('Inativo')
  expect(await entry('Plano')).toBe('–')
  expect(await entry('ID do cliente')).toBe('–')
  expect(await entry('ID da assinatura')).toBe('–')
})

it('shows that Stripe is not configured', async () => {
  const { token } = await anAdmin(server)
  stubResponse(billingApi.plans.path, async () => Response.json({ plans: [], configured: false, mode: 'test' }))
  openApp('/subscription', token)
  expect(await screen.findByText('✗ Não configurado')).toBeTruthy()
})

it('"Testar Assinatura" shows a check mark, name and status and reloads the user after two seconds', async () => {
  const requests = vi.spyOn(globalThis, 'fetch')
  const { user, token } = await openAsAdmin()
  // The page reloads the user as well when it opens.
  await waitFor(() => expect(countReloads(requests.mock)).toBe(1))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'Testar Assinatura' }))
  // `vi.waitFor` would let the two seconds pass.
  while (!screen.queryByText(`✓ ${user.nome}: Ativo`)) await act(() => vi.advanceTimersByTimeAsync(0))
  expect(await entryNow('Status da assinatura')).toBe('Inativo')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  vi.useRealTimers()
  await waitFor(async () => expect(await entry('Status da assinatura')).toBe('Ativo'))
  expect(await entry('Plano')).toBe('Profissional')
  expect((await server.call(authApi.me, { token })).data.user.subscription_plan).toBe('pro')
})

it('"Recarregar Usuário" shows the token’s user and reloads the user', async () => {
  const { user, token } = await openAsAdmin()
  const body = { subscriptionId: null, status: 'past_due', plan: 'basic' }
  await server.call(billingApi.updateStatus, { token, body })
  await userEvent.click(screen.getByRole('button', { name: 'Recarregar Usuário' }))
  expect(await screen.findByText(`✓ ${user.nome}: Em atraso`)).toBeTruthy()
  await waitFor(async () => expect(await entry('Plano')).toBe('Básico'))
})

it.each([
  [
    'its reason',
    errorResponse(404, 'not_found', 'Não encontramos este item. Ele pode ter sido excluído.'),
    '✗ Não encontramos este item. Ele pode ter sido excluído.',
  ],
  ['"Erro desconhecido" where it has none', async () => null as never, '✗ Erro desconhecido'],
])('shows a failure with a cross and %s', async (_, answer, text) => {
  await openAsAdmin()
  stubResponse(billingApi.updateStatus.path, answer)
  await userEvent.click(screen.getByRole('button', { name: 'Testar Assinatura' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

/** Reads without waiting, because the timers are fake. */
function countReloads({ calls, settledResults }: Mock<typeof fetch>['mock']): number {
  return settledResults.filter(
    ({ type }, index) => type === 'fulfilled' && String(calls[index]?.[0]).endsWith(authApi.me.path),
  ).length
}

async function entryNow(name: string) {
  return screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent
}
