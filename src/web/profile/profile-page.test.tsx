import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { findUserByEmail, updateRole } from '#server/auth/store.ts'
import { aMember, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { failNextWrite } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  if (text) await userEvent.type(field, text)
}

it('shows the user, the registration date and a link back', async () => {
  const { user, token } = await aUser(server)
  openApp('/profile', token)
  expect(await screen.findByText(user.email)).toBeTruthy()
  expect(screen.getByText('Conta criada em').nextSibling?.textContent).toBe(formatDateTime(user.createdAt))
  expect(screen.getByText('Última atualização')).toBeTruthy()
  expect(screen.queryByText('Tipo de conta')).toBeNull()
  expect(screen.getByRole('link', { name: 'Voltar' }).getAttribute('href')).toBe('/dashboard')
  expect(document.title).toBe('Perfil – Fechou')
})

it('shows administrators their role', async () => {
  const { user, token } = await aUser(server)
  const row = await findUserByEmail(server.db, user.email)
  if (row) await updateRole(server.db, row.identity_id, 'admin')
  openApp('/profile', token)
  expect((await screen.findByText('Tipo de conta')).nextSibling?.textContent).toBe('Administrador')
})

describe('personal data', () => {
  it('are saved, shown at once and stored', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    await press('Editar')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome')))
    await type('Nome', 'Caio Guimarães')
    await press('Salvar')
    expect(await screen.findByText('Perfil atualizado com sucesso!')).toBeTruthy()
    expect(screen.getAllByText('Caio Guimarães').length).toBeGreaterThan(1)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar' }))
    expect((await server.call(authApi.me, { token })).data.user.nome).toBe('Caio Guimarães')
    expect(JSON.parse(localStorage.getItem('user') ?? '').nome).toBe('Caio Guimarães')
  })

  it('come back as a draft, also to a person who was invited', async () => {
    const seller = await aMember(server, await aUser(server), 'seller')
    const view = openApp('/profile', seller.token)
    await press('Editar')
    await type('Nome', 'Rafael Lima')
    view.unmount()
    openApp('/profile')
    expect(await screen.findByText('Recuperamos o que você tinha escrito')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Rafael Lima')
  })

  it('shows an error per invalid field and discards the changes on "Cancelar"', async () => {
    const { user, token } = await aUser(server)
    openApp('/profile', token)
    await press('Editar')
    await type('Nome', 'C')
    await type('E-mail', 'caio')
    await press('Salvar')
    expect(await screen.findByText('Nome deve ter pelo menos 2 caracteres')).toBeTruthy()
    expect(screen.getByText('E-mail inválido')).toBeTruthy()
    await press('Cancelar')
    expect(screen.getByText(user.email)).toBeTruthy()
  })

  it('requires the password for a new e-mail and waits for its confirmation', async () => {
    const [person, email] = [await aUser(server), 'nova.caixa@exemplo.com.br']
    openApp('/profile', person.token)
    await press('Editar')
    expect(screen.queryByLabelText('Sua senha')).toBeNull()
    await type('E-mail', email)
    await press('Salvar')
    const { id } = await screen.findByText('Senha atual é obrigatória')
    expect(screen.getByLabelText('Sua senha').getAttribute('aria-describedby')).toContain(id)
    await type('Sua senha', 'errada1')
    await press('Salvar')
    expect(await screen.findByText('Senha incorreta.')).toBeTruthy()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('errada1')
    await type('Sua senha', person.password)
    await press('Salvar')
    expect(await screen.findByText(`Aguardando confirmação de ${email}`)).toBeTruthy()
    expect(screen.getByText(person.user.email)).toBeTruthy()
    await press('Reenviar link')
    expect(await screen.findByText('Enviamos o link novamente.')).toBeTruthy()
    await press('Desistir da troca')
    await waitFor(() => expect(screen.queryByText(`Aguardando confirmação de ${email}`)).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar' }))
    expect((await server.call(authApi.me, { token: person.token })).data.user.pending_email).toBeNull()
  })

  it('say that the name was changed elsewhere, and replace it only with the next save', async () => {
    const { token, user } = await aUser(server)
    const stored = async () => (await server.call(authApi.me, { token })).data.user.nome
    openApp('/profile', token)
    await press('Editar')
    await type('Nome', 'Meu nome')
    await server.call(authApi.updateProfile, { token, body: { nome: 'Outro nome', email: user.email } })
    await press('Salvar')
    await screen.findByText(/Enquanto isso, mudou para “Outro nome”/)
    expect(await stored()).toBe('Outro nome')
    await press('Salvar')
    await screen.findByText('Perfil atualizado com sucesso!')
    expect(await stored()).toBe('Meu nome')
  })

  it('preserves the input when saving fails', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    await press('Editar')
    await type('Nome', 'Caio Guimarães')
    failNextWrite()
    await press('Salvar')
    expect((await screen.findByRole('alert')).textContent).toContain('Erro ao atualizar perfil. Tente novamente.')
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Caio Guimarães')
  })
})

describe('changing the password', () => {
  const change = async (current: string, next: string, confirmation: string) => {
    await type('Senha atual', current)
    await type('Nova senha', next)
    await type('Confirmar nova senha', confirmation)
    await press('Alterar senha')
  }

  it('succeeds and clears the fields', async () => {
    const { user, token, password } = await aUser(server)
    openApp('/profile', token)
    await change(password, 'segredo2', 'segredo2')
    expect(await screen.findByText('Senha alterada com sucesso!')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Nova senha').value).toBe('')
    const { status } = await server.call(authApi.login, { body: { email: user.email, password: 'segredo2' } })
    expect(status).toBe(200)
  })

  it('requires the current password, six characters and a matching repetition', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    await change('', '12345', '123456')
    expect(await screen.findByText('Senha atual é obrigatória')).toBeTruthy()
    expect(screen.getByText('Nova senha deve ter pelo menos 6 caracteres')).toBeTruthy()
    expect(screen.getByText('Senhas não coincidem')).toBeTruthy()
  })

  it('preserves the input and the session when the current password is wrong', async () => {
    const { token } = await aUser(server)
    openApp('/profile', token)
    await change('errada1', 'segredo2', 'segredo2')
    expect(await screen.findByText('Erro ao alterar senha. Verifique a senha atual.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Nova senha').value).toBe('segredo2')
    expect(localStorage.getItem('token')).toBe(token)
  })

  it('shows "Erro ao alterar senha" and the reason when the change fails', async () => {
    const { token, password } = await aUser(server)
    openApp('/profile', token)
    await screen.findByLabelText('Senha atual')
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
    await change(password, 'segredo2', 'segredo2')
    const failure = await screen.findByText('Erro ao alterar senha')
    expect(failure.parentElement?.textContent).toContain('Sem conexão com o servidor')
  })
})
