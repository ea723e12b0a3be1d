import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { teamApi } from '#contract/team/team.ts'
import { aLead, aMember, aRegistration, aSubscriber, aUser } from '#server/testing/factories.ts'
import { createMailCatcher } from '#server/testing/mail-catcher.ts'
import { invite, inviteToken } from '#server/testing/team.ts'
import { testApp } from '#server/testing/test-app.ts'
import { stubResponse } from '../../../tests/screens/billing-screens.ts'
import { answerNextWrite, holdNextWrite, loseNetwork } from '../../../tests/screens/next-write.ts'
import { changeFragment, openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const mails = createMailCatcher(server.services)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const person = async (nome: string) => {
  const texts = await screen.findAllByText(nome)
  return texts.map(element => element.closest('li')).find(row => row !== null) as HTMLElement
}

describe('the team page', () => {
  it('keeps the next address that is typed while an invitation is sent', async () => {
    const owner = await aUser(server)
    openApp('/profile/equipe', owner.token)
    const field = await screen.findByLabelText<HTMLInputElement>('E-mail')
    await userEvent.type(field, 'um@exemplo.com')
    const release = holdNextWrite()
    await press('Enviar convite')
    await userEvent.clear(field)
    await userEvent.type(field, 'dois@exemplo.com')
    release()
    await screen.findByText('Convite enviado para um@exemplo.com')
    expect(field.value).toBe('dois@exemplo.com')
  })

  it('keeps a typed invitation over a reload until it is sent', async () => {
    const { token } = await aUser(server)
    openApp('/profile/equipe', token)
    const field = () => screen.findByLabelText<HTMLInputElement>('E-mail')
    await userEvent.type(await field(), 'um@exemplo.com')
    cleanup()
    openApp('/profile/equipe', token)
    expect((await field()).value).toBe('um@exemplo.com')
    await screen.findByText('Recuperamos o que você tinha escrito')
    await press('Enviar convite')
    await screen.findByText('Convite enviado para um@exemplo.com')
    cleanup()
    openApp('/profile/equipe', token)
    expect((await field()).value).toBe('')
  })

  it('invites, sends again and withdraws', async () => {
    const owner = await aUser(server, { nome: 'Ana Reis' })
    const { email } = aRegistration()
    openApp('/profile/equipe', owner.token)
    await screen.findByText('1 de 5 vagas do plano em uso')
    await userEvent.type(await screen.findByLabelText('E-mail'), email)
    await userEvent.selectOptions(screen.getByLabelText('Papel'), 'Gestor')
    await press('Enviar convite')
    await screen.findByText('2 de 5 vagas do plano em uso')
    const row = await person(email)
    expect(within(row).getByText('Gestor')).toBeTruthy()
    const first = await inviteToken(mails, email)
    await userEvent.click(within(row).getByRole('button', { name: 'Reenviar' }))
    await waitFor(async () => expect(await inviteToken(mails, email)).not.toBe(first))
    await userEvent.click(within(await person(email)).getByRole('button', { name: 'Retirar' }))
    await screen.findByText('1 de 5 vagas do plano em uso')
  })

  it('a failed action can be repeated at once, also while the list does not load', async () => {
    const owner = await aUser(server)
    const { email } = aRegistration()
    await invite(server, mails, owner, email)
    openApp('/profile/equipe', owner.token)
    const resend = within(await person(email)).getByRole('button', { name: 'Reenviar' })
    const countWrites = loseNetwork()
    await userEvent.click(resend)
    await screen.findByText('O convite não foi reenviado')
    await userEvent.click(resend)
    await waitFor(() => expect(countWrites()).toBe(2))
  })

  it('keeps what is typed into its settings while they are saved', async () => {
    const { token } = await aUser(server)
    openApp('/profile/equipe', token)
    const field = await screen.findByLabelText<HTMLInputElement>('Nome da conta')
    await userEvent.clear(field)
    await userEvent.type(field, 'Padaria')
    answerNextWrite(async send => {
      const response = await send()
      await userEvent.type(field, ' Sol')
      return response
    })
    await press('Salvar')
    await screen.findByText('Configurações atualizadas')
    expect(field.value).toBe('Padaria Sol')
    await press('Salvar')
    await waitFor(async () => expect((await server.call(authApi.me, { token })).data.account.nome).toBe('Padaria Sol'))
  })

  it('keeps the settings that others changed meanwhile, and says when both changed one', async () => {
    const { token } = await aUser(server)
    openApp('/profile/equipe', token)
    const field = await screen.findByLabelText<HTMLInputElement>('Nome da conta')
    const stored = async () => (await server.call(teamApi.list, { token })).data.settings
    const elsewhere = async (change: object) =>
      server.call(teamApi.changeSettings, { token, body: { ...(await stored()), ...change } as never })
    await elsewhere({ sellers_see: 'all', digest_hour: null })
    await userEvent.clear(field)
    await userEvent.type(field, 'Padaria')
    await press('Salvar')
    await screen.findByText('Configurações atualizadas')
    expect(await stored()).toMatchObject({ nome: 'Padaria', sellers_see: 'all', digest_hour: null })
    expect(screen.getByLabelText<HTMLSelectElement>('Vendedores veem').value).toBe('all')
    await elsewhere({ digest_hour: 9 })
    await userEvent.selectOptions(screen.getByLabelText('Resumo da manhã'), 'Às 7 h')
    await press('Salvar')
    await screen.findByText(/Enquanto isso, mudou para 9 h/)
    expect((await stored()).digest_hour).toBe(9)
    await press('Salvar')
    await waitFor(async () => expect((await stored()).digest_hour).toBe(7))
  })

  it('names the leads of a member before the removal and asks who gets them', async () => {
    const owner = await aUser(server, { nome: 'Ana Reis' })
    const seller = await aMember(server, owner, 'seller', 'Rui Lima')
    await aMember(server, owner, 'manager', 'Marina Lopes')
    for (let count = 0; count < 2; count++) await aLead(server, seller.token)
    openApp('/profile/equipe', owner.token)
    await press('Ações para Rui Lima')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remover da equipe...' }))
    const heir = await screen.findByLabelText('Quem fica com os 2 leads?')
    await userEvent.selectOptions(heir, 'Marina Lopes')
    await press('Remover da equipe')
    await waitFor(() => expect(screen.queryByText('Rui Lima')).toBeNull())
    expect(within(await person('Marina Lopes')).getByText(/2 leads/)).toBeTruthy()
  })

  it('hands the ownership over with the password', async () => {
    const owner = await aUser(server, { nome: 'Ana Reis' })
    await aMember(server, owner, 'manager', 'Marina Lopes')
    openApp('/profile/equipe', owner.token)
    await press('Ações para Marina Lopes')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Passar a conta...' }))
    await userEvent.type(await screen.findByLabelText('Sua senha'), owner.password)
    await press('Passar a conta')
    await waitFor(async () => expect(within(await person('Marina Lopes')).getByText('Dono')).toBeTruthy())
    expect(within(await person('Ana Reis')).getByText('Gestor')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sair da equipe' })).toBeTruthy()
  })

  it('orders the seats of a plan with too few', async () => {
    const owner = await aSubscriber(server, 'pro')
    for (const nome of ['Bia', 'Caio', 'Davi', 'Eva', 'Fábio']) await aMember(server, owner, 'seller', nome)
    openApp('/profile/equipe', owner.token)
    await press('Subir Fábio')
    await press('Subir Fábio')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Subir Fábio' }))
    await press('Salvar ordem')
    await screen.findByText('Ordem das vagas atualizada')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar ordem' })).toBeNull())
    const { members } = (await server.call(teamApi.list, { token: owner.token })).data
    expect(members.slice(1).map(({ nome, hasSeat }) => [nome, hasSeat])).toEqual([
      ['Bia', true],
      ['Caio', true],
      ['Fábio', true],
      ['Davi', true],
      ['Eva', false],
    ])
    await press('Descer Bia')
    await press('Salvar ordem')
    await screen.findByText('A ordem das vagas já mudou nas últimas 24 horas. Mude de novo amanhã.')
  })

  it('shows a seller the people, without e-mails and without actions', async () => {
    const owner = await aUser(server, { nome: 'Ana Reis' })
    const seller = await aMember(server, owner, 'seller', 'Rui Lima')
    openApp('/profile/equipe', seller.token)
    expect(await person('Ana Reis')).toBeTruthy()
    expect(screen.queryByText(owner.user.email)).toBeNull()
    expect(screen.queryByRole('button', { name: /Ações para/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Enviar convite' })).toBeNull()
  })
})

describe('the page of an invitation', () => {
  it('says who invites to what and signs up without an account of one’s own', async () => {
    const owner = await aUser(server, { nome: 'Ana Reis' })
    const { email } = aRegistration()
    openApp(`/convite#${await invite(server, mails, owner, email)}`)
    await screen.findByRole('heading', { name: 'Convite para a equipe Ana Reis' })
    await userEvent.type(screen.getByLabelText('Seu nome'), 'Rita Alves')
    await userEvent.type(screen.getByLabelText('Crie uma senha'), 'segredo1')
    await press('Entrar na equipe')
    await screen.findByRole('button', { name: 'Novo Lead' })
    const { data } = await server.call(authApi.login, { body: { email, password: 'segredo1' } })
    expect([data.account._id, data.member.team_role]).toEqual([owner.account._id, 'seller'])
  })

  it('lets a signed-in person join and switch between both accounts', async () => {
    const [owner, guest] = [await aUser(server, { nome: 'Ana Reis' }), await aUser(server, { nome: 'Bia Prado' })]
    const own = await aLead(server, guest.token, { nome: 'Cliente da Bia' })
    const link = await invite(server, mails, owner, guest.user.email)
    openApp(`/convite#${link}`, guest.token)
    await press('Entrar na equipe')
    await press('Trocar de conta')
    expect(screen.queryByText(own.nome)).toBeNull()
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Bia Prado · Dono' }))
    await screen.findByText('Cliente da Bia')
  })

  it('tells a signed-in person that it is for another address, masked', async () => {
    const [owner, guest] = [await aUser(server), await aUser(server, { email: `zoe.${Date.now()}@exemplo.com.br` })]
    openApp(`/convite#${await invite(server, mails, owner, `rita.${Date.now()}@exemplo.com.br`)}`, guest.token)
    await screen.findByText('Este convite é para r•••@exemplo.com.br')
    await press('Sair e usar outro e-mail')
    expect(await screen.findByLabelText('Crie uma senha')).toBeTruthy()
  })

  it('asks the owner of a login to sign in, and joins', async () => {
    const [owner, guest] = [await aUser(server), await aUser(server)]
    openApp(`/convite#${await invite(server, mails, owner, guest.user.email)}`)
    await userEvent.type(await screen.findByLabelText('E-mail'), guest.user.email)
    await userEvent.type(screen.getByLabelText('Senha'), guest.password)
    await press('Entrar na equipe')
    await screen.findByRole('button', { name: 'Trocar de conta' })
  })

  it('says why the owner of a login did not join, and asks again', async () => {
    const [owner, guest] = [await aUser(server), await aUser(server)]
    openApp(`/convite#${await invite(server, mails, owner, guest.user.email)}`)
    await userEvent.type(await screen.findByLabelText('E-mail'), guest.user.email)
    await userEvent.type(screen.getByLabelText('Senha'), guest.password)
    const offline = stubResponse('/invites/accept', () => Promise.reject(new TypeError('Failed to fetch')))
    await press('Entrar na equipe')
    await screen.findByText('Você ainda não entrou na equipe')
    offline.mockRestore()
    await press('Entrar na equipe')
    await screen.findByRole('button', { name: 'Trocar de conta' })
  })

  it('opens a link that is pasted after an incomplete one, and stays at a jump to the content', async () => {
    const owner = await aUser(server, { nome: 'Ana Reis' })
    const link = await invite(server, mails, owner, aRegistration().email)
    openApp('/convite')
    await screen.findByText('O link do convite está incompleto.')
    changeFragment(link)
    const field = await screen.findByLabelText<HTMLInputElement>('Seu nome')
    expect(location.hash).toBe('')
    await userEvent.type(field, 'Rita')
    changeFragment('conteudo')
    expect(screen.getByLabelText<HTMLInputElement>('Seu nome').value).toBe('Rita')
  })

  it('explains a link that was used', async () => {
    openApp('/convite#usado')
    expect(await screen.findByText(/Este convite já foi usado, foi retirado ou expirou/)).toBeTruthy()
  })
})
