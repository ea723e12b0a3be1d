import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { loseNextResponse } from '../../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../../tests/screens/open-app.tsx'
// Loads the page's code before the first test.
import '../../dashboard/dashboard-page.tsx'
import '../editor/lead-dialog.tsx'

const server = await testApp()

const tomorrow = toLocalDate(new Date(Date.now() + 24 * 60 * 60 * 1000))

describe('planning a step', () => {
  const visit = { kind: 'visita', day: tomorrow, time: '10:00', texto: 'com o sócio' }

  const setUp = async (stored: object | null) => {
    const { token } = await aUser(server)
    const lead = await aLead(server, token, { nome: 'Padaria Sol' })
    const at = { token, params: { id: lead._id } }
    const plan = async (step: object | null) => server.call(storyApi.setNextStep, { ...at, body: { step } as never })
    await plan(stored)
    const open = async () => {
      openApp(`/dashboard?aba=lista&lead=${lead._id}`, token)
      return within(await screen.findByRole('region', { name: 'Próximo passo' }))
    }
    const planned = async () => (await server.call(leadsApi.find, at)).data.nextStep?.kind
    const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
    const choose = async (kind: string) => userEvent.selectOptions(await screen.findByLabelText('O que fazer'), kind)
    const expectClosed = () => waitFor(() => expect(screen.queryByLabelText('O que fazer')).toBeNull())
    return { plan, open, planned, press, choose, expectClosed }
  }

  it.each([
    ['Marcar', null],
    ['Alterar', { ...visit, kind: 'ligar' }],
  ])('with “%s” says which step a colleague has planned meanwhile', async (button, stored) => {
    const { plan, open, planned, press, choose, expectClosed } = await setUp(stored)
    const step = await open()
    await press(button)
    await choose('Proposta')
    await plan(visit)
    await press('Marcar passo')
    await step.findByText('Enquanto isso, o próximo passo mudou: agora é “Visita: amanhã, 10:00 · com o sócio”.')
    expect(await planned()).toBe('visita')
    await press('Marcar passo')
    await expectClosed()
    expect(await planned()).toBe('proposta')
  })

  it('with another step after a lost response replaces the own one without a question', async () => {
    const { open, planned, press, choose, expectClosed } = await setUp(null)
    const step = await open()
    await press('Marcar')
    await choose('Proposta')
    loseNextResponse()
    await press('Marcar passo')
    await step.findByText(/não foi salvo/)
    await choose('Ligar')
    await press('Tentar novamente')
    await expectClosed()
    expect(await planned()).toBe('ligar')
  })

  it('goes on after a reload, but not over the step that a colleague has planned meanwhile', async () => {
    const { plan, open, planned, press, choose } = await setUp(null)
    const step = await open()
    await press('Marcar')
    await choose('Proposta')
    loseNextResponse(() => plan(visit))
    await press('Marcar passo')
    await step.findByText(/não foi salvo/)
    cleanup()
    await open()
    await choose('E-mail')
    await press('Marcar passo')
    await screen.findByText(/agora é “Visita: amanhã, 10:00 · com o sócio”/)
    expect(await planned()).toBe('visita')
  })
})
