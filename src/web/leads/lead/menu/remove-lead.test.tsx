import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { failNextWrite } from '../../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../../tests/screens/open-app.tsx'
import '../../dashboard/dashboard-page.tsx'
import '../editor/lead-dialog.tsx'
import './remove-lead.tsx'

const server = await testApp()

it('shows an error when a lead cannot be deleted, and the lead stays', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Lead que fica' })
  openApp(`/dashboard?aba=lista&lead=${lead._id}`, token)
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Tem certeza que deseja excluir este lead?')).toBeTruthy()
  failNextWrite()
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Erro ao deletar lead!')
  expect((await server.call(leadsApi.find, { token, params: { id: lead._id } })).status).toBe(200)
})

it('asks again, with the changes, before deleting a lead that another device changed', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Padaria Sol' })
  const at = { token, params: { id: lead._id } }
  openApp(`/dashboard?aba=lista&lead=${lead._id}`, token)
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await server.call(leadsApi.update, { ...at, body: { status: 'ganho' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }))
  const change = await dialog.findByRole('alert')
  expect(change.textContent).toContain('Este lead foi alterado em outro lugar')
  expect(change.textContent).toContain('Etapa: Ganho (Fechou)')
  expect(dialog.getByRole('button', { name: 'Manter o lead' })).toBeTruthy()
  expect((await server.call(leadsApi.find, at)).status).toBe(200)
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir mesmo assim' }))
  await waitFor(async () => expect((await server.call(leadsApi.find, at)).status).toBe(404))
  fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await waitFor(async () => expect((await server.call(leadsApi.find, at)).data).toMatchObject({ status: 'ganho' }))
})

it('an undo does not overwrite a lead that another device restored and changed', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Padaria Sol' })
  const at = { token, params: { id: lead._id } }
  openApp(`/dashboard?aba=lista&lead=${lead._id}`, token)
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Excluir' }))
  const undo = await screen.findByRole('button', { name: 'Desfazer' })
  await server.call(leadsApi.sync, { token, body: { leads: [{ ...lead, nome: 'Texto mais novo' }] } })
  fireEvent.click(undo)
  await screen.findByText('Lead restaurado: Padaria Sol.')
  expect((await server.call(leadsApi.find, at)).data.nome).toBe('Texto mais novo')
})
