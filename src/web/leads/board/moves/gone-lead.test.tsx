import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createQueryClient } from '#web/lib/requests/query-client.ts'
import { storeToken } from '#web/lib/token.ts'
import { connectRenderer, enableToasts } from '#web/ui/toasts/toast-queue.ts'
import { openApp } from '../../../../../tests/screens/open-app.tsx'
import { boardQuery } from '../../api.ts'
import { startMove } from './move-leads.ts'
import { createMove } from './pending-move.ts'

const server = await testApp()

const gone = 'Este lead foi excluído em outro lugar'

/** Renders a list of two leads and deletes the first on the server. */
const aList = async () => {
  const person = await aUser(server)
  const lead = await aLead(server, person.token, { nome: 'Maria' })
  await aLead(server, person.token, { nome: 'Joana' })
  openApp('/dashboard?aba=lista', person.token)
  await screen.findByRole('button', { name: 'Maria' })
  return { ...person, lead, removeElsewhere: () => remove(person, lead._id) }
}
const remove = ({ token }: Person, id: string) => server.call(leadsApi.remove, { token, params: { id } })
const untilAway = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Maria' })).toBeNull())

it('opening a deleted lead shows a notice and removes the row', async () => {
  const { removeElsewhere } = await aList()
  await removeElsewhere()
  await userEvent.click(screen.getByRole('button', { name: 'Maria' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(gone)
  expect(dialog.queryByRole('button', { name: /Tentar/ })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
  await untilAway()
  expect(screen.getByRole('button', { name: 'Joana' })).toBeTruthy()
})

it('moving a deleted lead shows a notice without a retry', async () => {
  const person = await aUser(server)
  const lead = await aLead(server, person.token)
  storeToken(person.token)
  const queryClient = createQueryClient()
  const board = () => queryClient.fetchQuery(boardQuery(queryClient, {}))
  expect(await board()).toMatchObject([{ total: 1 }, {}, {}, {}, {}, {}, {}, {}])
  await remove(person, lead._id)
  const show = vi.fn()
  const close = [enableToasts(), connectRenderer({ show, dismiss: () => {}, dismissAll: () => {} })]
  startMove({ queryClient, memberId: person.member._id }, createMove(lead, 'negociacao', new Date()))
  await waitFor(() => expect(show).toHaveBeenCalled())
  expect(show.mock.calls).toEqual([['info', { title: gone, description: lead.nome }]])
  expect(await board()).toMatchObject([{ total: 0, leads: [] }, {}, {}, {}, {}, {}, {}, {}])
  for (const end of close) end()
})

it('saving a deleted lead shows a notice, preserves the input and offers to save a new lead', async () => {
  const { token, lead, removeElsewhere } = await aList()
  await userEvent.click(screen.getByRole('button', { name: 'Maria' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Maria' }))
  await userEvent.type(dialog.getByLabelText('Nome'), ' Aparecida')
  await removeElsewhere()
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await dialog.findByText(gone)
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar como novo lead' }))
  await screen.findByText('Lead atualizado')
  const { leads } = (await server.call(leadsApi.list, { token, query: {} })).data
  expect(leads.map(({ nome }) => nome).sort()).toEqual(['Joana', 'Maria Aparecida'])
  expect(leads.map(({ _id }) => _id)).not.toContain(lead._id)
})
