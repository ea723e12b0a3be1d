import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aUser, type Person } from '#server/testing/factories.ts'
import { createMailCatcher, parseResetLink } from '#server/testing/mail-catcher.ts'
import { testApp } from '#server/testing/test-app.ts'
import { answerNextWrite } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const mails = createMailCatcher(server.services)

const aLink = async ({ user }: Person): Promise<string> => {
  await server.call(authApi.forgotPassword, { body: { email: user.email } })
  await mails.deliver()
  // Mails are sent in parallel, so the welcome mail may arrive last.
  const letter = mails.to(user.email).findLast(({ subject }) => subject.startsWith('Redefina'))
  return `/reset-password?${new URLSearchParams(letter && { ...parseResetLink(letter) })}`
}
const fill = async (password: string, confirmation: string) => {
  await userEvent.type(await screen.findByLabelText('Nova senha'), password)
  await userEvent.type(screen.getByLabelText('Confirmar nova senha'), confirmation)
  await userEvent.click(screen.getByRole('button', { name: 'Redefinir senha' }))
}

it('sets the new password, shows success and links to the login', async () => {
  const person = await aUser(server)
  openApp(await aLink(person))
  await screen.findByRole('heading', { name: 'Definir nova senha' })
  await fill('segredo2', 'segredo2')
  const answer = await screen.findByText('Senha redefinida com sucesso!')
  await waitFor(() => expect(document.activeElement?.contains(answer)).toBe(true))
  expect(screen.getByRole('link', { name: 'Ir para login' }).getAttribute('href')).toBe('/login')
  const body = { email: person.user.email, password: 'segredo2' }
  expect((await server.call(authApi.login, { body })).status).toBe(200)
})

it('removes the token from the URL first', async () => {
  openApp(await aLink(await aUser(server)))
  await screen.findByRole('heading', { name: 'Definir nova senha' })
  await waitFor(() => expect(location.pathname + location.search).toBe('/reset-password'))
  expect(document.body.innerHTML).not.toContain('token=')
})

it.each(['', '?token=abc', '?email=a@b.com', '?token=&email=a@b.com'])(
  'shows that the link is invalid: "%s"',
  async query => {
    openApp(`/reset-password${query}`)
    await screen.findByRole('heading', { name: 'Link inválido' })
    expect(screen.getByText('O link de redefinição de senha está incompleto ou inválido.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Solicitar novo link' }).getAttribute('href')).toBe('/forgot-password')
  },
)

it('shows an error for each invalid password', async () => {
  openApp(await aLink(await aUser(server)))
  await fill('12345', '123456')
  expect(await screen.findByText('Senha deve ter pelo menos 6 caracteres')).toBeTruthy()
  const confirmation = screen.getByLabelText('Confirmar nova senha')
  expect(screen.getByText('As senhas não coincidem').id).toBe(confirmation.getAttribute('aria-describedby'))
})

it('shows under the form that the link was used, with a link to a new request', async () => {
  const person = await aUser(server)
  const link = await aLink(person)
  const { searchParams } = new URL(link, location.origin)
  const body = { ...Object.fromEntries(searchParams), password: 'segredo2', confirmPassword: 'segredo2' }
  await server.call(authApi.resetPassword, { body })
  openApp(link)
  await fill('segredo3', 'segredo3')
  expect(await screen.findByText('Link inválido ou expirado.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Solicitar novo link' })).toBeTruthy()
})

it('shows the pending state on the button, and "Erro ao redefinir senha." for a failure without a reason', async () => {
  openApp('/reset-password?token=abc&email=a@b.com')
  const answer = Promise.withResolvers<Response>()
  await screen.findByLabelText('Nova senha')
  answerNextWrite(() => answer.promise)
  await fill('segredo2', 'segredo2')
  expect((await screen.findByRole('button', { name: 'Redefinindo...' })).getAttribute('aria-disabled')).toBe('true')
  answer.resolve(null as never)
  expect(await screen.findByText('Erro ao redefinir senha.')).toBeTruthy()
})

it('shows the default message when the server’s message is empty', async () => {
  openApp('/reset-password?token=abc&email=a@b.com')
  await screen.findByLabelText('Nova senha')
  answerNextWrite(async () => Response.json({ message: '' }))
  await fill('segredo2', 'segredo2')
  expect(await screen.findByText('Senha redefinida com sucesso!')).toBeTruthy()
})

it('removes the revoked session of the same account from this browser and no other session', async () => {
  const person = await aUser(server)
  const stored = (email: string) => {
    localStorage.setItem('token', person.token)
    localStorage.setItem('user', JSON.stringify({ nome: 'Ana', email }))
  }
  stored('outra@exemplo.com.br')
  openApp(await aLink(person))
  await fill('segredo2', 'segredo2')
  await screen.findByText('Senha redefinida com sucesso!')
  expect(localStorage.getItem('token')).toBe(person.token)
})
