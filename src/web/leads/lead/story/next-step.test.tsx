import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { answerNextWrite, holdNextWrite, loseNextResponse } from '../../../../../tests/screens/next-write.ts'
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

describe('finishing a step', () => {
  const visit = { kind: 'visita', day: tomorrow, time: '10:00', texto: 'com o sócio' }

  const setUp = async () => {
    const { token, user, password } = await aUser(server)
    const lead = await aLead(server, token, { nome: 'Padaria Sol' })
    const at = { token, params: { id: lead._id } }
    const plan = async (step: object | null) => server.call(storyApi.setNextStep, { ...at, body: { step } as never })
    await plan({ kind: 'ligar', day: toLocalDate(new Date()), time: null, texto: null })
    const section = async () => within(await screen.findByRole('region', { name: 'Próximo passo' }))
    const open = (session = token) => {
      openApp(`/dashboard?aba=lista&lead=${lead._id}`, session)
      return section()
    }
    const logIn = async () => (await server.call(authApi.login, { body: { email: user.email, password } })).data.token
    const finish = async (outcome: string, next?: string) => {
      const step = await section()
      await userEvent.click(await step.findByRole('button', { name: 'Feito' }))
      await userEvent.type(step.getByLabelText(/Como foi/), outcome)
      if (next) await userEvent.selectOptions(step.getByLabelText('E depois?'), next)
      await press('Concluir passo')
      return step
    }
    const expectClosed = () => waitFor(() => expect(screen.queryByLabelText(/Como foi/)).toBeNull())
    const told = async () => {
      const { data } = await server.call(storyApi.list, { ...at, query: { show: 'conversations' } })
      return data.entries.map(({ kind, stepKind, texto }) => [stepKind ?? kind, texto])
    }
    const planned = async () => (await server.call(leadsApi.find, at)).data.nextStep?.kind
    return { token, logIn, plan, open, finish, expectClosed, told, planned }
  }
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const cancel = () =>
    userEvent.click(
      within(screen.getByRole('region', { name: 'Próximo passo' })).getByRole('button', { name: 'Cancelar' }),
    )
  const outcomeField = () => screen.findByLabelText<HTMLTextAreaElement>(/Como foi/)

  it('with a corrected outcome after a lost response stores the correction', async () => {
    const { open, finish, expectClosed, told } = await setUp()
    await open()
    loseNextResponse()
    const step = await finish('Pediu proposta')
    await step.findByText(/não foi salvo/)
    await userEvent.type(step.getByLabelText(/Como foi/), ' até sexta')
    await press('Tentar novamente')
    await expectClosed()
    expect(await told()).toEqual([['ligar', 'Pediu proposta até sexta']])
  })

  it('goes on after a reload, and stores one step', async () => {
    const { open, finish, expectClosed, told, planned } = await setUp()
    await open()
    loseNextResponse()
    await (await finish('Pediu proposta', 'Proposta')).findByText(/não foi salvo/)
    cleanup()
    await open()
    const outcome = await outcomeField()
    expect([outcome.value, document.activeElement === outcome]).toEqual(['Pediu proposta', false])
    await press('Concluir passo')
    await expectClosed()
    expect([await told(), await planned()]).toEqual([[['ligar', 'Pediu proposta']], 'proposta'])
    await finish('Enviada', 'Visita')
    await expectClosed()
    expect([(await told())[0], await planned()]).toEqual([['proposta', 'Enviada'], 'visita'])
  })

  it('that was canceled after a lost response is another one the next time', async () => {
    const { open, finish, expectClosed, told, planned } = await setUp()
    await open()
    loseNextResponse()
    await (await finish('Primeiro', 'Proposta')).findByText(/não foi salvo/)
    await cancel()
    cleanup()
    await (await open()).findByText('Proposta: amanhã')
    await finish('Segundo', 'Visita')
    await expectClosed()
    expect(await told()).toEqual([
      ['proposta', 'Segundo'],
      ['ligar', 'Primeiro'],
    ])
    expect(await planned()).toBe('visita')
  })

  it('takes no input while it is being saved', async () => {
    const { open, finish, expectClosed, told, planned } = await setUp()
    await open()
    const release = holdNextWrite()
    const step = await finish('Pediu proposta', 'Proposta')
    await userEvent.type(step.getByLabelText(/Como foi/), ' até sexta')
    await userEvent.selectOptions(step.getByLabelText('E depois?'), 'Visita')
    expect((await outcomeField()).value).toBe('Pediu proposta')
    release()
    await expectClosed()
    expect([await told(), await planned()]).toEqual([[['ligar', 'Pediu proposta']], 'proposta'])
  })

  it('says which step a colleague has planned meanwhile, and finishes that one if pressed again', async () => {
    const { open, plan, expectClosed, told } = await setUp()
    const step = await open()
    await userEvent.click(await step.findByRole('button', { name: 'Feito' }))
    await userEvent.type(step.getByLabelText(/Como foi/), 'Fechou')
    await plan(visit)
    await press('Concluir passo')
    await step.findByText('Enquanto isso, o próximo passo mudou: agora é “Visita: amanhã, 10:00 · com o sócio”.')
    expect(await told()).toEqual([])
    await press('Concluir passo')
    await expectClosed()
    expect(await told()).toEqual([['visita', 'Fechou']])
  })

  it('stores the outcome as a note if a colleague has cleared the step meanwhile', async () => {
    const { open, plan, expectClosed, told, planned } = await setUp()
    const step = await open()
    await userEvent.click(await step.findByRole('button', { name: 'Feito' }))
    await userEvent.type(step.getByLabelText(/Como foi/), 'Fechou por 3 mil')
    await plan(null)
    await press('Concluir passo')
    await step.findByText('Enquanto isso, este lead ficou sem próximo passo.')
    await press('Concluir passo')
    await expectClosed()
    expect([await told(), await planned()]).toEqual([[['note', 'Fechou por 3 mil']], 'ligar'])
  })

  it('keeps its input when the sheet is closed, until it is canceled', async () => {
    const { open, plan } = await setUp()
    const step = await open()
    await userEvent.click(await step.findByRole('button', { name: 'Feito' }))
    await userEvent.type(step.getByLabelText(/Como foi/), 'Uma conversa longa')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await plan(visit)
    await userEvent.click(await screen.findByRole('button', { name: 'Padaria Sol' }))
    expect((await outcomeField()).value).toBe('Uma conversa longa')
    await press('Concluir passo')
    await screen.findByText(/Enquanto isso, o próximo passo mudou/)
    await cancel()
    cleanup()
    await (await open()).findByText('Visita: amanhã, 10:00')
  })

  it('keeps its input for the same member when the session expires', async () => {
    const { token, logIn, open, finish } = await setUp()
    await open()
    // A request of the page must not notice the end before.
    answerNextWrite(async send => {
      await server.call(authApi.logout, { token })
      return send()
    })
    await finish('Uma conversa longa')
    await screen.findByText('Sessão expirada')
    cleanup()
    await open(await logIn())
    expect((await outcomeField()).value).toBe('Uma conversa longa')
  })

  it('repeated late leaves the step that a colleague has planned after it, until pressed again', async () => {
    const { open, plan, finish, expectClosed, told, planned } = await setUp()
    await open()
    loseNextResponse(() => plan(visit))
    const step = await finish('Pediu proposta', 'Proposta')
    await step.findByText(/não foi salvo/)
    await press('Tentar novamente')
    await step.findByText(/agora é “Visita: amanhã, 10:00 · com o sócio”/)
    expect(await planned()).toBe('visita')
    await press('Concluir passo')
    await expectClosed()
    expect([await told(), await planned()]).toEqual([[['ligar', 'Pediu proposta']], 'proposta'])
  })

  it('with another step after a lost response replaces the own one without a question', async () => {
    const { open, finish, expectClosed, told, planned } = await setUp()
    await open()
    loseNextResponse()
    const step = await finish('Pediu proposta', 'Proposta')
    await step.findByText(/não foi salvo/)
    await userEvent.selectOptions(step.getByLabelText('E depois?'), 'Visita')
    await press('Tentar novamente')
    await expectClosed()
    expect([await told(), await planned()]).toEqual([[['ligar', 'Pediu proposta']], 'visita'])
  })
})
