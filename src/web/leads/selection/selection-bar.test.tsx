import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aMember, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { holdNextWrite } from '../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

/** Creates an account with a team and leads; `Lead 01` is the oldest. */
const anAccount = async (count: number) => {
  const owner = await aUser(server)
  await aMember(server, owner, 'seller')
  for (let number = 1; number <= count; number++)
    await aLead(server, owner.token, { nome: `Lead ${String(number).padStart(2, '0')}` })
  return owner.token
}
const statsOf = async (token: string) => (await server.call(leadsApi.stats, { token })).data
const box = (nome: string) => screen.findByRole('checkbox', { name: `Selecionar ${nome}` })
const bar = async () => within(await screen.findByRole('region', { name: 'Leads selecionados' }))
const press = async (name: string | RegExp) => userEvent.click((await bar()).getByRole('button', { name }))
const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }))

it('moves the selected rows of a list, with Shift for a range, and undoes the move from one toast', async () => {
  const token = await anAccount(5)
  openApp('/dashboard?aba=lista', token)
  const user = userEvent.setup()
  await user.click(await box('Lead 04'))
  await user.keyboard('{Shift>}')
  await user.click(await box('Lead 02'))
  await user.keyboard('{/Shift}')
  expect((await bar()).getByText('3 leads selecionados')).toBeTruthy()
  await press('Mover')
  await choose('Negociação')
  await screen.findByText('3 leads agora em Negociação')
  expect((await statsOf(token)).negociacao).toBe(3)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Leads selecionados' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
  await screen.findByText('3 leads voltaram a ser como antes.')
  expect((await statsOf(token)).novoLead).toBe(5)
})

it('assigns all leads that match, also those of other pages, without a deselected one', async () => {
  const token = await anAccount(12)
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await box('Lead 12'))
  await press(/Selecionar todos os 12/)
  await userEvent.click(await box('Lead 11'))
  expect((await bar()).getByText('11 leads selecionados')).toBeTruthy()
  await press('Atribuir')
  await choose('Rafael Nogueira')
  await screen.findByText('11 leads agora com Rafael Nogueira')
})

it('gives a legal basis to the leads without one that the privacy page links', async () => {
  const token = await anAccount(2)
  await aLead(server, token, { nome: 'Com base', baseLegal: 'contrato' })
  openApp('/profile/privacidade', token)
  await userEvent.click(await screen.findByRole('link', { name: 'Ver os leads sem base legal' }))
  await screen.findByRole('button', { name: 'Remover o filtro Sem base legal' })
  await box('Lead 02')
  expect(screen.queryByText('Com base')).toBeNull()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar os leads desta página' }))
  await press('Base legal')
  await choose('Legítimo interesse')
  await screen.findByText('2 leads agora com a base legal Legítimo interesse')
  await screen.findByText('Nenhum lead encontrado')
})

it('removes selected leads after a question, and tells which ones were already gone', async () => {
  const token = await anAccount(3)
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar os leads desta página' }))
  const { data } = await server.call(leadsApi.list, { token, query: { search: 'Lead 02' } })
  await server.call(leadsApi.remove, { token, params: { id: data.leads[0]?._id ?? '' } })
  await press('Excluir')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Excluir 3 leads?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir 3 leads' }))
  await screen.findByText('2 leads excluídos')
  expect(screen.getByText(/1 lead não foi encontrado: Lead 02\./)).toBeTruthy()
  expect((await statsOf(token)).total).toBe(0)
})

describe('a slow change leaves alone what the user does meanwhile', () => {
  const startMove = async () => {
    openApp('/dashboard?aba=lista', await anAccount(3))
    await userEvent.click(await box('Lead 01'))
    await userEvent.click(await box('Lead 02'))
    await press('Mover')
    const release = holdNextWrite()
    await choose('Negociação')
    return async () => {
      release()
      await screen.findByText('2 leads agora em Negociação')
    }
  }

  it('such as typing in the search', async () => {
    const end = await startMove()
    const search = screen.getByRole<HTMLInputElement>('searchbox')
    await userEvent.type(search, 'ca')
    await end()
    await userEvent.keyboard('io')
    expect(search.value).toBe('caio')
  })

  it('such as typing a new lead', async () => {
    const end = await startMove()
    await userEvent.click(screen.getByRole('button', { name: 'Novo Lead' }))
    const nome = await screen.findByLabelText<HTMLInputElement>('Nome')
    await userEvent.type(nome, 'Maria da Si')
    await end()
    await userEvent.keyboard('lva')
    expect(nome.value).toBe('Maria da Silva')
  })

  it('such as selecting other leads', async () => {
    const end = await startMove()
    await userEvent.selectOptions(screen.getByLabelText('Etapa'), 'Novo Lead')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Leads selecionados' })).toBeNull())
    await userEvent.click(await box('Lead 03'))
    await end()
    expect((await bar()).getByText('1 lead selecionado')).toBeTruthy()
  })
})
