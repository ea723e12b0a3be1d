import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
afterEach(() => vi.restoreAllMocks())

it('says that a lead could not be deleted, and the lead stays', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Lead que fica' })
  openApp(`/dashboard?aba=lista&lead=${lead._id}`, token)
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Tem certeza que deseja excluir este lead?')).toBeTruthy()
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Erro ao deletar lead!')
  expect((await server.call(leadsApi.find, { token, params: { id: lead._id } })).status).toBe(200)
})
