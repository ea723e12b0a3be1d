import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aPayingUser } from '#server/testing/billing-app.ts'
import { anAdmin, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createAppFetch } from '../../../tests/screens/app-fetch.ts'
import { billingScreens } from '../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await billingScreens()
const payer = await aPayingUser(server, 'pro')
await aUser(server, { nome: 'Bartolomeu de Gusmão', email: 'bartolomeu@exemplo.com.br' })

it('links to the customer at Stripe', async () => {
  const { token } = await anAdmin(server)
  openApp('/admin', token)
  const link = await screen.findByRole('link', { name: `Ver ${payer.user.nome} no Stripe (abre em outra aba)` })
  const { user } = (await server.call(authApi.me, { token: payer.token })).data
  expect(link.getAttribute('href')).toBe(`${server.sandbox.url}/customers/${user.stripe_customer_id}`)
  expect(link.getAttribute('rel')).toBe('noreferrer')
})

it('shows "Cliente não possui ID do Stripe" for a client without a customer', async () => {
  const { token } = await anAdmin(server)
  openApp('/admin', token)
  await userEvent.click(await screen.findByRole('button', { name: 'Ver Bartolomeu de Gusmão no Stripe' }))
  expect(await screen.findByText('Cliente não possui ID do Stripe')).toBeTruthy()
})

it('shows a message when Stripe is not configured', async () => {
  const { token } = await anAdmin(server)
  const { app } = await testApp()
  vi.spyOn(globalThis, 'fetch').mockImplementation(createAppFetch(app))
  openApp('/admin', token)
  await userEvent.click(await screen.findByRole('button', { name: `Ver ${payer.user.nome} no Stripe` }))
  expect(await screen.findByText('O provedor de pagamentos não está configurado.')).toBeTruthy()
})
