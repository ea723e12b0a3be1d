import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aUser } from '#server/testing/factories.ts'
import { createMailCatcher, parseResetLink } from '#server/testing/mail-catcher.ts'
import { testApp } from '#server/testing/test-app.ts'
import { changeFragment, openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const mails = createMailCatcher(server.services)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

let count = 0
const aLink = async () => {
  const { token, password } = await aUser(server)
  const email = `nova.${++count}@exemplo.com.br`
  await server.call(authApi.updateProfile, { token, body: { nome: 'Ana', email, currentPassword: password } })
  await mails.deliver()
  const [letter] = mails.to(email)
  return { token, email, path: `/confirm-email#${new URLSearchParams(letter && { ...parseResetLink(letter) })}` }
}

it('confirms the e-mail on click, shows success and links onward', async () => {
  const { token, email, path } = await aLink()
  openApp(path)
  expect(await screen.findByText(email)).toBeTruthy()
  await waitFor(() => expect(location.pathname + location.hash).toBe('/confirm-email'))
  expect((await server.call(authApi.me, { token })).data.user.email).not.toBe(email)
  await press('Confirmar e-mail')
  const answer = await screen.findByText('E-mail confirmado com sucesso!')
  await waitFor(() => expect(document.activeElement?.contains(answer)).toBe(true))
  expect(screen.getByRole('link', { name: 'Ir para o perfil' }).getAttribute('href')).toBe('/profile')
  expect((await server.call(authApi.me, { token })).data.user.email).toBe(email)
})

it('opens a link that is pasted after an incomplete one', async () => {
  const { email, path } = await aLink()
  openApp('/confirm-email')
  await screen.findByRole('heading', { name: 'Link inválido' })
  changeFragment(path.split('#')[1] ?? '')
  expect(await screen.findByText(email)).toBeTruthy()
  expect(location.hash).toBe('')
})

it('shows that another account uses the e-mail', async () => {
  const { email, path } = await aLink()
  await aUser(server, { email })
  openApp(path)
  await press('Confirmar e-mail')
  expect((await screen.findByRole('alert')).textContent).toContain('Este e-mail já está em uso')
})

it('shows that a link was already used', async () => {
  const { path } = await aLink()
  const { token = '', email = '' } = Object.fromEntries(new URLSearchParams(path.split('#')[1]))
  await server.call(authApi.confirmEmail, { body: { token, email } })
  openApp(path)
  await press('Confirmar e-mail')
  expect((await screen.findByRole('alert')).textContent).toContain('Link inválido ou expirado.')
})

it.each(['', '#token=abc', '#email=a@b.com', '#token=&email=a@b.com'])(
  'shows that the link is invalid: "%s"',
  async hash => {
    openApp(`/confirm-email${hash}`)
    await screen.findByRole('heading', { name: 'Link inválido' })
    expect(screen.getByText('O link de confirmação está incompleto ou inválido.')).toBeTruthy()
  },
)
