import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, anExportedLead, aUser, fetchAllLeads, subscribe } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { answerNextWrite } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await userEvent.upload(
    await screen.findByLabelText('Arquivo de leads em JSON'),
    new File([text], 'leads.json', { type: 'application/json' }),
  )
}
const confirm = async () => userEvent.click(within(await screen.findByRole('alertdialog')).getByText('Restaurar'))

describe('active sessions', () => {
  it('are listed with the current session marked, and the others can be revoked', async () => {
    const { user, token, password } = await aUser(server)
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36' }
    const other = await server.call(authApi.login, { body: { email: user.email, password }, headers })
    openApp('/profile/aparelhos', token)
    expect(await screen.findByText('Chrome no Android')).toBeTruthy()
    expect(screen.getAllByText('Este aparelho')).toHaveLength(1)
    await press('Desconectar os outros')
    const question = within(await screen.findByRole('alertdialog', { name: 'Desconectar os outros aparelhos?' }))
    expect((await server.call(authApi.me, { token: other.data.token })).status).toBe(200)
    await userEvent.click(question.getByRole('button', { name: 'Desconectar' }))
    expect(await screen.findByText('Os outros aparelhos foram desconectados')).toBeTruthy()
    expect(await screen.findByText('Nenhum outro aparelho conectado.')).toBeTruthy()
    expect((await server.call(authApi.me, { token: other.data.token })).status).toBe(401)
    expect((await server.call(authApi.me, { token })).status).toBe(200)
  })
})

describe('the data export', () => {
  it('saves a file with all data', async () => {
    const { token } = await aUser(server)
    await aLead(server, token, { nome: 'Lead guardado' })
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
      files.push(file as Blob)
      return 'blob:x'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    openApp('/profile/dados', token)
    await press('Baixar meus dados')
    await waitFor(() => expect(files).toHaveLength(1))
    const content = JSON.parse((await files[0]?.text()) ?? '')
    expect(content.leads).toMatchObject([{ nome: 'Lead guardado' }])
  })
})

describe('restoring leads', () => {
  it('reads the file of all data, asks first and restores deleted leads', async () => {
    const { token } = await aUser(server)
    const lead = await aLead(server, token, { nome: 'Lead apagado' })
    const file = (await server.call(accountApi.export, { token })).raw.body
    await server.call(leadsApi.remove, { token, params: { id: lead._id } })
    openApp('/profile/dados', token)
    await choose(file)
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Restaurar 1 lead?')
    expect(await fetchAllLeads(server, token)).toEqual([])
    await confirm()
    expect(await screen.findByText('Restauração concluída: 1 lead.')).toBeTruthy()
    expect(await fetchAllLeads(server, token)).toMatchObject([{ _id: lead._id, nome: 'Lead apagado' }])
  })

  it.each<[string, unknown, string]>([
    ['is no JSON', 'nome;negocio', 'Este arquivo não serve para restaurar leads'],
    ['holds no leads', { user: {} }, 'Este arquivo não serve para restaurar leads'],
    [
      'holds a broken lead',
      { leads: [anExportedLead(), anExportedLead({ email: 'x' })] },
      'lead 2, E-mail: E-mail inválido',
    ],
  ])('shows "Erro ao restaurar leads!" for a file that %s and sends nothing', async (_, content, reason) => {
    const { token } = await aUser(server)
    openApp('/profile/dados', token)
    await choose(content)
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('Erro ao restaurar leads!')
    expect(failure.textContent).toContain(reason)
    expect(await fetchAllLeads(server, token)).toEqual([])
  })

  it('sends as many requests as needed, shows its progress when a later one fails, and repeats without duplicates', async () => {
    const { token } = await aUser(server)
    openApp('/profile/dados', token)
    await choose({ leads: Array.from({ length: 5002 }, () => anExportedLead()) })
    const real = globalThis.fetch
    let calls = 0
    vi.spyOn(globalThis, 'fetch').mockImplementation((...request) => {
      if (String(request[0]).endsWith('/leads/sync') && ++calls === 2)
        return Promise.reject(new TypeError('Failed to fetch'))
      return real(...request)
    })
    await confirm()
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('Erro ao restaurar leads!')
    expect(failure.textContent).toContain('5.000 de 5.002 leads já foram restaurados')
    await press('Tentar novamente')
    expect(await screen.findByText('Restauração concluída: 5.002 leads.')).toBeTruthy()
    expect(calls).toBe(4)
    expect((await server.call(leadsApi.stats, { token })).data.total).toBe(5002)
  })

  it('shows "Erro ao sincronizar leads." for a failure without a message', async () => {
    const { token } = await aUser(server)
    openApp('/profile/dados', token)
    await choose([anExportedLead()])
    await screen.findByRole('alertdialog')
    answerNextWrite(async () => null as never)
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toContain('Erro ao sincronizar leads.')
  })

  it('shows why the server rejects the file and that nothing changed', async () => {
    const { user, token } = await aUser(server)
    await subscribe(server, user, 'pro', 'canceled')
    openApp('/profile/dados', token)
    await choose([anExportedLead()])
    await confirm()
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('Para continuar, assine um plano ou pague a fatura em aberto.')
    expect(failure.textContent).toContain('Nada foi alterado.')
    expect(within(failure).getByRole('link', { name: 'Ver os planos' }).getAttribute('href')).toBe('/subscription')
  })
})

describe('deleting the account', () => {
  const remove = async (password: string) => {
    await press('Excluir minha conta')
    if (password) await userEvent.type(await screen.findByLabelText('Sua senha'), password)
    await press('Excluir conta e leads')
  }

  it('lists in advance what is deleted: the leads, the access and a subscription', async () => {
    const { user, token } = await aUser(server)
    openApp('/profile/dados', token)
    await press('Excluir minha conta')
    const dialog = await screen.findByRole('dialog', { name: 'Excluir minha conta' })
    expect(dialog.textContent).toContain(
      `todos os seus leads e o acesso de ${user.email} são excluídos na hora, e a assinatura ativa é cancelada.`,
    )
  })

  it('requires the password, clears this browser and shows a notice on the login page', async () => {
    const { user, token, password } = await aUser(server)
    openApp('/profile/dados', token)
    await remove(password)
    expect(await screen.findByText('Conta excluída')).toBeTruthy()
    expect(location.pathname).toBe('/login')
    expect(screen.queryByText('Sessão expirada')).toBeNull()
    expect(localStorage.length).toBe(0)
    const { status } = await server.call(authApi.login, { body: { email: user.email, password } })
    expect(status).toBe(401)
  })

  it.each([
    ['', 'Informe sua senha'],
    ['errada1', 'Senha incorreta.'],
  ])('fails with "%s"', async (password, message) => {
    const { token } = await aUser(server)
    openApp('/profile/dados', token)
    await remove(password)
    expect(await screen.findByText(message)).toBeTruthy()
    expect((await server.call(authApi.me, { token })).status).toBe(200)
  })
})

it('a session that expires during editing preserves the input and returns to it', async () => {
  const { user, token, password } = await aUser(server)
  const { mock } = vi.spyOn(globalThis, 'fetch')
  openApp('/profile', token)
  await press('Editar')
  // The page reloads the user, so another request must notice the end.
  await waitFor(() => {
    expect(mock.calls.length).toBeGreaterThan(1)
    const open = mock.calls.filter((_, index) => mock.settledResults[index]?.type === 'incomplete')
    // The stream of changes stays open.
    expect(open.map(([url]) => String(url)).filter(url => !url.startsWith('/api/live'))).toEqual([])
  })
  const name = await screen.findByLabelText('Nome')
  await userEvent.clear(name)
  await userEvent.type(name, 'Caio Guimarães')
  await server.call(authApi.logout, { token })
  await press('Salvar')
  await screen.findByText('Sessão expirada')
  await userEvent.type(screen.getByLabelText('E-mail'), user.email)
  await userEvent.type(screen.getByLabelText('Senha'), `${password}{Enter}`)
  expect((await screen.findByLabelText<HTMLInputElement>('Nome')).value).toBe('Caio Guimarães')
  await press('Salvar')
  await screen.findByText('Perfil atualizado com sucesso!')
  expect(sessionStorage.length).toBe(0)
})
