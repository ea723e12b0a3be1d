import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { loseNextResponse } from '../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

const anAccount = async () => {
  const { token } = await aUser(server)
  await aLead(server, token, { nome: 'Ana', telefone: '11987654321', email: 'ana@exemplo.com.br' })
  const second = await aLead(server, token, {
    nome: 'Ana Souza',
    telefone: '+55 11 98765-4321',
    email: 'outra@exemplo.com.br',
  })
  return { token, second }
}
const namesOf = async (token: string) =>
  (await server.call(leadsApi.list, { token, query: { sort: 'nome' } })).data.leads.map(({ nome }) => nome)

it('merges a group with the chosen name, and undoes it', async () => {
  const { token } = await anAccount()
  openApp('/dashboard/duplicados', token)
  await userEvent.click(await screen.findByRole('button', { name: 'Unir 2 leads' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unir 2 leads' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Ana Souza' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Unir' }))
  await screen.findByText('2 leads viraram um: Ana Souza')
  await screen.findByText('Nenhum duplicado')
  expect(await namesOf(token)).toEqual(['Ana Souza'])
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
  await screen.findByText('União desfeita')
  expect(await namesOf(token)).toEqual(['Ana', 'Ana Souza'])
})

it('a merge whose response was lost is repeated with the choices that may be stored', async () => {
  const { token } = await anAccount()
  openApp('/dashboard/duplicados', token)
  await userEvent.click(await screen.findByRole('button', { name: 'Unir 2 leads' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unir 2 leads' }))
  const other = dialog.getByRole<HTMLInputElement>('radio', { name: 'Ana Souza' })
  loseNextResponse()
  await userEvent.click(dialog.getByRole('button', { name: 'Unir' }))
  await dialog.findByText('A união não foi confirmada')
  await userEvent.click(other)
  expect(other.checked).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Tentar novamente' }))
  await screen.findByText('2 leads viraram um: Ana')
  expect(await namesOf(token)).toEqual(['Ana'])
})

it('names the other lead on the sheet of a lead', async () => {
  const { token, second } = await anAccount()
  openApp(`/dashboard?aba=lista&lead=${second._id}`, token)
  await screen.findByText('Também cadastrado como Ana')
  await userEvent.click(screen.getByRole('button', { name: 'Unir…' }))
  expect(await screen.findByRole('dialog', { name: 'Unir 2 leads' })).toBeTruthy()
})

it('tells a group apart for good, and takes that back at once or later', async () => {
  const { token } = await anAccount()
  openApp('/dashboard/duplicados', token)
  const tellApart = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Não são duplicados' }))
    await screen.findByText('Anotado: não são duplicados')
    await screen.findByText('Nenhum duplicado')
  }
  await tellApart()
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
  await tellApart()
  await userEvent.click(screen.getByRole('button', { name: 'Ver os que não são duplicados' }))
  await userEvent.click(await screen.findByRole('button', { name: 'São duplicados, sim' }))
  await screen.findByText('Nenhum par separado')
  await userEvent.click(screen.getByRole('button', { name: 'Ver os duplicados' }))
  expect(await screen.findByRole('button', { name: 'Unir 2 leads' })).toBeTruthy()
  expect(await namesOf(token)).toEqual(['Ana', 'Ana Souza'])
})

it('tells one lead of three apart', async () => {
  const { token } = await anAccount()
  await aLead(server, token, { nome: 'Recepção', telefone: '11987654321', email: 'recepcao@exemplo.com.br' })
  openApp('/dashboard/duplicados', token)
  await userEvent.click(await screen.findByRole('button', { name: 'Recepção não é duplicado' }))
  await screen.findByRole('button', { name: 'Unir 2 leads' })
  expect(screen.queryByText('Recepção')).toBeNull()
})

it('a page that no longer exists leaves nothing for the Back button', async () => {
  const { token } = await aUser(server)
  const pushed = vi.spyOn(history, 'pushState')
  openApp('/dashboard/duplicados?pagina=3', token)
  await screen.findByText('Nenhum duplicado')
  await waitFor(() => expect(location.search).toBe(''))
  expect(pushed).not.toHaveBeenCalled()
})
