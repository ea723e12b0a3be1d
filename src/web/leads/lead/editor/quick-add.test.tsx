import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../../tests/screens/open-app.tsx'
// Loads the page's code before the first test.
import '../../dashboard/dashboard-page.tsx'
import './lead-dialog.tsx'

const server = await testApp()

const leadsOf = async (token: string) => (await server.call(leadsApi.list, { token, query: {} })).data.leads

it('a name and a phone number are enough, and a pasted message fills the rest', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?lead=rapido', token)
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo Lead' }))
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await userEvent.type(dialog.getByLabelText('Nome'), 'Maria')
  await save()
  await dialog.findByText('Informe o telefone')
  await userEvent.click(dialog.getByLabelText('Telefone'))
  await userEvent.paste('[10:32, 22/11/2026] +55 11 98765-4321: Oi, quero um site. Meu e-mail é maria@sol.com.br')
  await save()
  await screen.findByText('Lead cadastrado')
  expect(await leadsOf(token)).toMatchObject([
    {
      nome: 'Maria',
      telefone: '(11) 98765-4321',
      email: 'maria@sol.com.br',
      negocio: '',
      descricaoServico: 'Oi, quero um site. Meu e-mail é maria@sol.com.br',
    },
  ])
})

it('a typed phone number shows the lead that has it, which opens, and the input waits', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Maria Souza', telefone: '+55 11 8765-4321', status: 'negociacao' })
  openApp('/dashboard?lead=novo', token)
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo Lead' }))
  await userEvent.type(dialog.getByLabelText('Telefone'), '11987654321')
  const notice = (await dialog.findByText('Este contato já é um lead')).parentElement?.textContent
  expect(notice).toContain('Negociação')
  await userEvent.click(dialog.getByRole('button', { name: 'Abrir Maria Souza' }))
  await screen.findByRole('dialog', { name: 'Maria Souza' })
  await waitFor(() => expect(location.search).toContain(lead._id))
})
