import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../../tests/screens/open-app.tsx'
// Loads the page's code before the first test.
import '../../dashboard/dashboard-page.tsx'
import '../editor/lead-dialog.tsx'

const server = await testApp()

const tomorrow = toLocalDate(new Date(Date.now() + 24 * 60 * 60 * 1000))

it('the next step is planned, finished with its outcome and followed by another, on sheet and card', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Padaria Sol' })
  openApp(`/dashboard?aba=kanban&lead=${lead._id}`, token)
  const step = within(await screen.findByRole('region', { name: 'Próximo passo' }))
  const card = () => document.querySelector(`[data-card="${lead._id}"]`)?.textContent
  await step.findByText('Sem próximo passo')
  await waitFor(() => expect(card()).toContain('Sem próximo passo'))

  await userEvent.click(step.getByRole('button', { name: 'Marcar' }))
  await userEvent.selectOptions(step.getByLabelText('O que fazer'), 'Ligar')
  await userEvent.clear(step.getByLabelText('Dia'))
  await userEvent.click(step.getByRole('button', { name: 'Marcar passo' }))
  expect(step.getByText('Informe uma data válida')).toBeTruthy()
  await userEvent.type(step.getByLabelText('Dia'), tomorrow)
  await userEvent.click(step.getByRole('button', { name: 'Marcar passo' }))
  await step.findByText('Ligar: amanhã')
  await waitFor(() => expect(card()).toContain('Ligar: amanhã'))

  await userEvent.click(step.getByRole('button', { name: 'Feito' }))
  await userEvent.type(step.getByLabelText(/Como foi/), 'Pediu proposta')
  await userEvent.selectOptions(step.getByLabelText('E depois?'), 'Proposta')
  await userEvent.click(step.getByRole('button', { name: 'Concluir passo' }))
  await step.findByText('Proposta: amanhã')
  const told = within(screen.getByRole('list', { name: 'História' }))
  expect((await told.findByText('Feito: Ligar')).parentElement?.textContent).toContain('Pediu proposta')
  const { data } = await server.call(leadsApi.find, { token, params: { id: lead._id } })
  expect(data.nextStep).toEqual({ kind: 'proposta', day: tomorrow, time: null, texto: null })
})

it('the keys go on in the form of a step, and with its button once the form is closed', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Padaria Sol' })
  openApp(`/dashboard?aba=kanban&lead=${lead._id}`, token)
  const step = within(await screen.findByRole('region', { name: 'Próximo passo' }))
  const expectFocus = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))
  const press = async (name: string) => {
    step.getByRole('button', { name }).focus()
    await userEvent.keyboard('{Enter}')
  }
  await press('Marcar')
  expect(document.activeElement).toBe(step.getByLabelText('O que fazer'))
  await press('Cancelar')
  await expectFocus('Marcar')
  await press('Marcar')
  await press('Marcar passo')
  await expectFocus('Alterar')
  await press('Feito')
  expect(document.activeElement).toBe(step.getByLabelText(/Como foi/))
  await press('Cancelar')
  await expectFocus('Feito')
})
