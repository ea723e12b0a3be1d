import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { changePlan, refundLatest, waitForWebhooks } from '#server/testing/billing-actions.ts'
import { aPayingUser } from '#server/testing/billing-app.ts'
import { anAdmin } from '#server/testing/factories.ts'
import { anOverdueUser, billingScreens } from '../../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await billingScreens()
const userOf = async (token: string) => (await server.call(authApi.me, { token })).data.user
const fact = async (name: string) => (await screen.findByText(name)).nextSibling?.textContent

/** Creates a user with a confirmed downgrade. */
const aDowngrader = async () => {
  const person = await aPayingUser(server, 'pro')
  await changePlan(server, person.token, 'basic')
  await waitForWebhooks(server)
  const { current_period_end: end } = await userOf(person.token)
  return { ...person, day: formatTimestampDate(end ?? '') }
}

it('a scheduled downgrade shows on the profile and among the plans, each with its date', async () => {
  const { token, day } = await aDowngrader()
  const { unmount } = openApp('/profile', token)
  expect(await screen.findByText(`Muda para o Básico em ${day}`)).toBeTruthy()
  expect(screen.getByText('Até lá, nada muda: vale o plano Profissional, já pago.')).toBeTruthy()
  unmount()
  openApp('/subscription', token)
  const card = async (name: string) => within(await screen.findByRole('article', { name }))
  expect((await card('Profissional')).getByText(`Ativo · Muda para o Básico em ${day}`)).toBeTruthy()
  expect((await card('Básico')).getByText(`Começa em ${day}`)).toBeTruthy()
  expect((await card('Básico')).queryByRole('button', { name: 'Assinar Agora' })).toBeNull()
})

it('returning from a downgrade shows that it is scheduled, not that the current plan is active', async () => {
  const { token, day } = await aDowngrader()
  openApp('/dashboard?success=true&plano=basic', token)
  expect(await screen.findByText('Mudança de plano agendada')).toBeTruthy()
  expect(screen.getByText(`Muda para o Básico em ${day}. Até lá, vale o plano Profissional.`)).toBeTruthy()
  expect(screen.queryByText(/está ativa/)).toBeNull()
  expect(location.search).not.toContain('plano')
})

it('returning from an abandoned change shows no confirmation', async () => {
  const { token } = await aPayingUser(server, 'basic')
  openApp('/dashboard?success=true&plano=pro', token)
  expect(await screen.findByText('Confirmando sua assinatura...')).toBeTruthy()
  expect(screen.queryByText('Assinatura realizada com sucesso!')).toBeNull()
})

it('a late payment shows the next attempt and allows immediate cancellation', async () => {
  const { token } = await anOverdueUser(server, 'basic')
  const { next_charge_at: next } = await userOf(token)
  openApp('/profile', token)
  expect(await fact('Nova tentativa de cobrança')).toBe(formatTimestampDate(next ?? ''))
  expect(screen.queryByText('Próxima cobrança')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar assinatura' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/^A assinatura termina agora, e a fatura em aberto deixa de ser cobrada\./)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar assinatura' }))
  expect(await screen.findByText('Assinatura cancelada com sucesso.')).toBeTruthy()
  expect(await fact('Status')).toBe('Cancelado')
})

it('a returned payment shows on the profile, on its invoice and to administrators', async () => {
  const person = await aPayingUser(server, 'basic')
  await refundLatest(server, person)
  await waitForWebhooks(server)
  const { unmount } = openApp('/profile', person.token)
  expect(await screen.findByText('O pagamento deste período foi devolvido')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pagar fatura em aberto' })).toBeNull()
  expect(await screen.findByText('Devolvido')).toBeTruthy()
  unmount()
  const admin = await anAdmin(server)
  const { data } = await server.call(adminApi.users, { token: admin.token, query: { search: person.user.email } })
  expect(data.users[0]?.returned).toBe(29)
  openApp(`/admin?q=${encodeURIComponent(person.user.email)}`, admin.token)
  expect((await screen.findAllByText(/^R\$\s29,00 devolvidos$/)).length).toBeGreaterThan(0)
  expect((await screen.findAllByText(/: fatura \S+, R\$\s29,00 devolvidos$/)).length).toBeGreaterThan(0)
  expect((await server.call(billingApi.cancel, { token: person.token })).status).toBe(200)
})
