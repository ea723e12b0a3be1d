import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { advanceDays, advanceToRenewal, waitForWebhooks } from '#server/testing/billing-actions.ts'
import { answerAsBank, aPendingUser } from '#server/testing/delayed-payments.ts'
import { billingScreens } from '../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await billingScreens({ paymentMethods: ['card', 'boleto', 'pix'] })
const plan = (name: string) => screen.findByRole('article', { name })
const plain = (element: HTMLElement) => element.textContent?.replace(/\u00a0/g, ' ') ?? ''

it('the plans show what is waited for and sell nothing else meanwhile', async () => {
  const { token } = await aPendingUser(server, 'boleto')
  openApp('/subscription', token)
  const notice = (await screen.findByText('Pagamento pendente')).closest('div[class]') as HTMLElement
  expect(plain(notice.parentElement as HTMLElement)).toMatch(
    /Aguardamos R\$ 79,00 por boleto, que vence em \d\d\/\d\d\/\d{4}\..*O plano Profissional começa assim que o pagamento chegar/,
  )
  expect(screen.getByRole('button', { name: 'Ver o boleto' })).toBeTruthy()
  for (const name of ['Básico', 'Profissional', 'Empresarial'])
    expect(within(await plan(name)).getByRole('button', { name: 'Ver pagamento pendente' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Assinar Agora' })).toBeNull()
  expect(screen.getByText(/^Cobrança mensal por cartão, boleto ou Pix Automático\./)).toBeTruthy()
})

it('the return from the checkout says that the payment is pending, not that it is confirmed', async () => {
  const { token } = await aPendingUser(server, 'boleto')
  openApp('/dashboard?success=true', token)
  expect(await screen.findByText('Pagamento pendente')).toBeTruthy()
  expect(screen.queryByText('Assinatura realizada com sucesso!')).toBeNull()
})

it('the profile has the state as its status', async () => {
  const { token } = await aPendingUser(server, 'pix')
  openApp('/profile', token)
  expect(await screen.findByRole('button', { name: 'Ver o código Pix' })).toBeTruthy()
  expect(screen.getAllByText('Pagamento pendente').length).toBeGreaterThan(1)
})

it('the plans learn of the payment while they are open', async () => {
  const person = await aPendingUser(server, 'pix')
  openApp('/subscription', person.token)
  expect(await screen.findByText('Pagamento pendente')).toBeTruthy()
  await answerAsBank(server, person, 'pay')
  await waitForWebhooks(server)
  expect(await within(await plan('Profissional')).findByText('Seu plano atual')).toBeTruthy()
  expect(screen.queryByText('Pagamento pendente')).toBeNull()
})

it('a renewal that the bank debits keeps the plan', async () => {
  const person = await aPendingUser(server, 'pix')
  await answerAsBank(server, person, 'pay')
  advanceDays(server, 31.2)
  await waitForWebhooks(server)
  openApp('/profile', person.token)
  expect(
    await screen.findByText(/por Pix Automático, o que leva até 7 dias\. Enquanto isso, seu acesso continua\./),
  ).toBeTruthy()
  expect(screen.getByText('Ativo')).toBeTruthy()
})

it('canceling while a renewal waits does not call its period paid', async () => {
  const person = await aPendingUser(server, 'boleto')
  await answerAsBank(server, person, 'pay')
  await advanceToRenewal(server, person)
  await waitForWebhooks(server)
  openApp('/profile', person.token)
  expect(await screen.findByText('Pagamento pendente')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar assinatura' }))
  const { textContent: question } = await screen.findByRole('alertdialog', { name: 'Cancelar a assinatura?' })
  expect(question).toContain('O pagamento pendente é desse período: se ele não chegar, o acesso termina antes.')
  expect(question).not.toContain('já pago')
})

it('a renewal that waits too late says when the access returns, once', async () => {
  const person = await aPendingUser(server, 'boleto')
  await answerAsBank(server, person, 'pay')
  await advanceToRenewal(server, person)
  advanceDays(server, 16)
  await waitForWebhooks(server)
  for (const path of ['/profile', '/subscription']) {
    const { unmount } = openApp(path, person.token)
    expect(await screen.findByText(/por boleto, .* O Dashboard volta assim que o pagamento chegar\.$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ver o boleto' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pagar fatura em aberto' })).toBeNull()
    unmount()
  }
})
