import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { answerNextWrite } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

const fill = async (nome: string, email: string, password: string, confirmation: string) => {
  const user = userEvent.setup()
  const typed = { Nome: nome, 'E-mail': email, Senha: password, 'Confirmar senha': confirmation }
  await screen.findByLabelText('Nome')
  for (const [label, text] of Object.entries(typed)) if (text) await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Criar conta' }))
}

it('creates an account, signs in and opens the dashboard, with the trial in its header', async () => {
  openApp('/register')
  await fill('Inês Figueirêdo', 'ines.nova@exemplo.com.br', 'segredo1', 'segredo1')
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(localStorage.getItem('token')).toBeTruthy()
  expect((await screen.findAllByText('Teste: 3 dias'))[0]).toBeTruthy()
})

it('shows every error and focuses the first invalid field', async () => {
  openApp('/register')
  await fill('I', 'ines', '12345', 'segredo1')
  for (const text of [
    'Nome deve ter pelo menos 2 caracteres',
    'E-mail inválido',
    'Senha deve ter pelo menos 6 caracteres',
    'Senhas não coincidem',
  ]) {
    expect(await screen.findByText(text)).toBeTruthy()
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Nome'))
})

it('clears "Senhas não coincidem" when the first password is corrected', async () => {
  openApp('/register')
  await fill('Inês', 'ines@exemplo.com.br', 'segredo', 'segredo1')
  const confirmation = screen.getByLabelText('Confirmar senha')
  expect((await screen.findByText('Senhas não coincidem')).id).toBe(confirmation.getAttribute('aria-describedby'))
  await userEvent.type(screen.getByLabelText('Senha'), '1')
  await waitFor(() => expect(screen.queryByText('Senhas não coincidem')).toBeNull())
})

it('offers login and password reset for a duplicate e-mail, marks its field and preserves the input', async () => {
  const { user } = await aUser(server)
  openApp('/register')
  await fill('Inês', user.email.toUpperCase(), 'segredo1', 'segredo1')
  const box = await screen.findByRole('alert')
  expect(box.textContent).toContain('Você já tem conta com este e-mail?')
  expect(within(box).getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login')
  expect(within(box).getByRole('link', { name: 'Redefinir senha' }).getAttribute('href')).toBe('/forgot-password')
  expect(screen.getByText('Este e-mail já está em uso')).toBeTruthy()
  const email = screen.getByLabelText('E-mail')
  await waitFor(() => expect(document.activeElement).toBe(email))
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>('Senha').value).toBe('segredo1')
})

it('shows "Erro ao fazer cadastro" for a failure without a message', async () => {
  openApp('/register')
  await screen.findByLabelText('Nome')
  answerNextWrite(async () => null as never)
  await fill('Inês', 'ines.outra@exemplo.com.br', 'segredo1', 'segredo1')
  expect((await screen.findByRole('alert')).textContent).toContain('Erro ao fazer cadastro')
})
