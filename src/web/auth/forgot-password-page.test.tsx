import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aUser } from '#server/testing/factories.ts'
import { createMailCatcher } from '#server/testing/mail-catcher.ts'
import { testApp } from '#server/testing/test-app.ts'
import { answerNextWrite, failNextWrite } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const mails = createMailCatcher(server.services)
const type = async (email: string) => userEvent.type(await screen.findByLabelText('E-mail'), email)
const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar link de redefinição' }))

it('replaces the form with the server’s message and sends the mail', async () => {
  const { user } = await aUser(server)
  openApp('/forgot-password')
  await screen.findByRole('heading', { name: 'Redefinir senha' })
  expect(screen.getByText('Informe seu e-mail para receber o link de redefinição.')).toBeTruthy()
  await type(user.email)
  await send()
  const answer = await screen.findByText('Se o e-mail existir, enviaremos as instruções.')
  expect(screen.queryByLabelText('E-mail')).toBeNull()
  await waitFor(() => expect(document.activeElement?.contains(answer)).toBe(true))
  expect(screen.getByRole('link', { name: 'Voltar para o login' }).getAttribute('href')).toBe('/login')
  await mails.deliver()
  expect(mails.to(user.email).map(({ subject }) => subject)).toContain('Redefina sua senha do Fechou')
})

it('prefills the e-mail typed on the login page', async () => {
  openApp('/login')
  await type('ines@exemplo.com.br')
  await userEvent.click(screen.getByRole('link', { name: 'Esqueci a senha?' }))
  await screen.findByRole('heading', { name: 'Redefinir senha' })
  expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('ines@exemplo.com.br')
})

it('shows an error for an invalid e-mail', async () => {
  openApp('/forgot-password')
  await type('ines@')
  await send()
  expect(await screen.findByText('E-mail inválido')).toBeTruthy()
})

describe('a pending or failed request', () => {
  it('shows the pending state on the button and ignores clicks', async () => {
    openApp('/forgot-password')
    await type('ines@exemplo.com.br')
    answerNextWrite(() => new Promise(() => {}))
    await send()
    const button = await screen.findByRole('button', { name: 'Enviando...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').readOnly).toBe(true)
  })

  it('shows the reason under the form and preserves the input', async () => {
    openApp('/forgot-password')
    await type('ines@exemplo.com.br')
    failNextWrite()
    await send()
    expect((await screen.findByRole('alert')).textContent).toContain('Sem conexão com o servidor')
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ines@exemplo.com.br')
  })

  it('shows "Erro ao solicitar redefinição de senha." for a failure without a reason', async () => {
    openApp('/forgot-password')
    await type('ines@exemplo.com.br')
    answerNextWrite(async () => null as never)
    await send()
    expect(await screen.findByText('Erro ao solicitar redefinição de senha.')).toBeTruthy()
  })

  it('shows the default message when the server’s message is empty', async () => {
    openApp('/forgot-password')
    await type('ines@exemplo.com.br')
    answerNextWrite(async () => Response.json({ message: '' }))
    await send()
    expect(await screen.findByText('Se o e-mail existir, enviaremos as instruções.')).toBeTruthy()
  })
})
