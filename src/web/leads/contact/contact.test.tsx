import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import type { StepKind } from '#contract/leads/next-step.ts'
import { storyApi } from '#contract/story/story.ts'
import { templatesApi } from '#contract/templates/templates.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { loseNextResponse } from '../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'
// Loads the page's code before the first test.
import '../dashboard/dashboard-page.tsx'
import '../list/lead-list.tsx'
import './contacting.tsx'

const server = await testApp()
// The test's page stays where it is when a link is opened.
const stay = (event: Event) => {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
}
beforeEach(() => addEventListener('click', stay))
afterEach(() => {
  removeEventListener('click', stay)
})

const tomorrow = toLocalDate(new Date(Date.now() + 24 * 60 * 60 * 1000))
const leaveAndReturn = () => {
  fireEvent.blur(window)
  fireEvent.focus(window)
}
const told = async (token: string, id: string) =>
  (await server.call(storyApi.list, { token, params: { id }, query: { show: 'conversations' } })).data.entries

it('WhatsApp opens with a filled message, is told as opened, and is asked about on the way back', async () => {
  const { token } = await aUser(server, { nome: 'Ana Lima' })
  const lead = await aLead(server, token, { nome: 'Maria Souza', telefone: '(11) 8765-4321', valorServico: 2500 })
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('button', { name: 'WhatsApp de Maria Souza' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'WhatsApp para Maria Souza' }))
  const link = await dialog.findByRole<HTMLAnchorElement>('link', { name: /^Proposta enviada/ })
  expect(link.getAttribute('href')).toBe(
    'https://wa.me/5511987654321?text=Ol%C3%A1%2C%20Maria!%20Enviei%20a%20proposta%20de%20R%24%202.500%2C00.%20Ficou%20alguma%20d%C3%BAvida%3F',
  )
  await userEvent.click(link)
  await waitFor(async () => expect(await told(token, lead._id)).toMatchObject([{ kind: 'contact', outcome: null }]))
  expect(screen.queryByRole('dialog')).toBeNull()

  leaveAndReturn()
  const question = within(await screen.findByRole('dialog', { name: 'Como foi com Maria Souza?' }))
  await userEvent.click(question.getByRole('button', { name: 'Respondeu' }))
  const step = within(await screen.findByRole('dialog', { name: 'E agora?' }))
  await userEvent.click(step.getByRole('button', { name: 'Marcar passo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { data } = await server.call(leadsApi.find, { token, params: { id: lead._id } })
  expect(data.nextStep).toEqual({ kind: 'whatsapp', day: tomorrow, time: null, texto: null })
  expect(await told(token, lead._id)).toMatchObject([{ kind: 'contact', outcome: 'respondeu' }])
})

it('the keys answer how it went at once, and go on in the form of the next step', async () => {
  const { token } = await aUser(server)
  await aLead(server, token, { nome: 'Maria', telefone: '(11) 3333-4444' })
  openApp('/dashboard?aba=lista', token)
  ;(await screen.findByRole('link', { name: '(11) 3333-4444' })).focus()
  await userEvent.keyboard('{Enter}')
  leaveAndReturn()
  const question = within(await screen.findByRole('dialog', { name: 'Como foi com Maria?' }))
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Respondeu' }))
  await userEvent.keyboard('{Enter}')
  const step = within(await screen.findByRole('dialog', { name: 'E agora?' }))
  expect(document.activeElement).toBe(step.getByLabelText('O que fazer'))
})

it('a step that a contact finishes is told once after a lost response and a reload, with what was typed', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Maria', telefone: '(11) 3333-4444' })
  const at = { token, params: { id: lead._id } }
  const today = toLocalDate(new Date())
  const plan = (kind: StepKind) =>
    server.call(storyApi.setNextStep, { ...at, body: { step: { kind, day: today, time: null, texto: null } } })
  const finished = async () => (await told(token, lead._id)).filter(({ kind }) => kind === 'step')
  await plan('ligar')
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('link', { name: '(11) 3333-4444' }))
  leaveAndReturn()
  const answer = async () => {
    const question = within(await screen.findByRole('dialog', { name: 'Como foi com Maria?' }))
    await userEvent.click(question.getByRole('button', { name: 'Respondeu' }))
    return within(await screen.findByRole('dialog', { name: 'E agora?' }))
  }
  const step = await answer()
  await plan('visita')
  await userEvent.clear(step.getByLabelText('Dia'))
  await userEvent.type(step.getByLabelText('Dia'), today)
  await userEvent.type(step.getByLabelText(/Detalhe/), 'Depois do almoço')
  await userEvent.click(step.getByRole('button', { name: 'Marcar passo' }))
  await step.findByText('Enquanto isso, o próximo passo mudou: agora é “Visita: hoje”.')
  expect(await finished()).toEqual([])
  loseNextResponse()
  await userEvent.click(step.getByRole('button', { name: 'Marcar passo' }))
  await step.findByText(/não foi salvo/)
  cleanup()
  openApp('/dashboard?aba=lista', token)
  const again = await answer()
  expect(again.getByLabelText<HTMLInputElement>(/Detalhe/).value).toBe('Depois do almoço')
  await userEvent.click(again.getByRole('button', { name: 'Marcar passo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await finished()).toMatchObject([{ stepKind: 'visita', texto: 'Respondeu' }])
})

it('a contact finishes its step with its own outcome, not with the draft of the sheet', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Maria', telefone: '(11) 3333-4444' })
  const step = { kind: 'ligar' as const, day: toLocalDate(new Date()), time: null, texto: null }
  await server.call(storyApi.setNextStep, { token, params: { id: lead._id }, body: { step } })
  openApp(`/dashboard?aba=lista&lead=${lead._id}`, token)
  const planned = within(await screen.findByRole('region', { name: 'Próximo passo' }))
  await userEvent.click(planned.getByRole('button', { name: 'Feito' }))
  await userEvent.type(planned.getByLabelText(/Como foi/), 'Pediu desconto')
  cleanup()

  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('link', { name: '(11) 3333-4444' }))
  leaveAndReturn()
  const question = within(await screen.findByRole('dialog', { name: 'Como foi com Maria?' }))
  await userEvent.click(question.getByRole('button', { name: 'Respondeu' }))
  const next = within(await screen.findByRole('dialog', { name: 'E agora?' }))
  await userEvent.click(next.getByRole('button', { name: 'Marcar passo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const entries = await told(token, lead._id)
  expect(entries.filter(({ kind }) => kind === 'step')).toMatchObject([{ texto: 'Respondeu' }])
})

it('a phone link is told, its question can be left unanswered, and a reload asks it again', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Maria', telefone: '(11) 3333-4444' })
  const { unmount } = openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('link', { name: '(11) 3333-4444' }))
  await waitFor(async () => expect(await told(token, lead._id)).toMatchObject([{ channel: 'telefone' }]))
  unmount()
  openApp('/dashboard?aba=lista', token)
  const question = within(await screen.findByRole('dialog', { name: 'Como foi com Maria?' }))
  await userEvent.click(question.getByRole('button', { name: 'Agora não' }))
  leaveAndReturn()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await told(token, lead._id)).toMatchObject([{ outcome: null }])
})

it('a contact of before the browser was idle is asked about on the way back, and not before', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => {})
  const { token } = await aUser(server)
  await aLead(server, token, { nome: 'Maria', telefone: '(11) 3333-4444' })
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('link', { name: '(11) 3333-4444' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  leaveAndReturn()
  expect(await screen.findByRole('dialog', { name: 'Como foi com Maria?' })).toBeTruthy()
})

it('a number without an area code opens no conversation and says why', async () => {
  const { token } = await aUser(server)
  await aLead(server, token, { nome: 'Maria', telefone: '98765-4321' })
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('button', { name: 'WhatsApp de Maria' }))
  await screen.findByText(/número completo, com DDD/)
  expect(screen.queryByRole('link', { name: /sem mensagem/ })).toBeNull()
})

it('a message names the account', async () => {
  const { token, account } = await aUser(server, { nome: 'Ana Lima' })
  await aLead(server, token, { nome: 'Maria Souza', telefone: '(11) 98765-4321' })
  const body = { nome: 'Apresentação', texto: 'Aqui é {vendedor}, da {minha_empresa}.' }
  await server.call(templatesApi.save, { token, params: { id: crypto.randomUUID() }, body })
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('button', { name: 'WhatsApp de Maria Souza' }))
  expect(await screen.findByText(`Aqui é Ana, da ${account.nome}.`)).toBeTruthy()
})
