import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { aLead, aMember, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()
const today = toDateIn('America/Sao_Paulo', new Date())

/** Finds a group once it has so many leads. */
const group = (name: string, count: number) =>
  waitFor(() => {
    const section = screen.getByRole('region', { name: new RegExp(`^${name}`) })
    expect(within(section).getAllByRole('listitem')).toHaveLength(count)
    expect(within(section).getByRole('heading', { level: 2 }).textContent).toBe(`${name}: ${count}`)
    return within(section)
  })

it('works through the day with what was done and the step after it', async () => {
  const { token } = await aUser(server)
  for (const nome of ['Joana Lima', 'Rui Prado']) {
    const { _id: id } = await aLead(server, token, { nome })
    const step = {
      kind: 'ligar',
      day: today,
      time: nome === 'Joana Lima' ? '08:00' : '09:00',
      texto: 'Confirmar o orçamento',
    }
    await server.call(storyApi.setNextStep, { token, params: { id }, body: { step } })
  }
  await aLead(server, token, { nome: 'Ana Souza' })
  openApp('/dashboard?aba=hoje', token)
  const due = await group('Para hoje', 2)
  const [first] = due.getAllByRole('listitem') as [HTMLElement]
  expect(within(first).getByText('Ligar: hoje, 08:00')).toBeTruthy()
  await userEvent.click(within(first).getByRole('button', { name: 'Feito' }))
  await userEvent.type(within(first).getByRole('textbox', { name: /Como foi/ }), 'Vai responder amanhã')
  await userEvent.click(within(first).getByRole('button', { name: 'Concluir passo' }))
  await group('Para hoje', 1)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Rui Prado'))
  const withoutStep = await group('Sem próximo passo', 1)
  expect(withoutStep.getByRole('button', { name: 'Ana Souza' })).toBeTruthy()
  expect(screen.queryByText('Joana Lima')).toBeNull()
  // The heading says it once for all cards.
  expect(within(withoutStep.getByRole('listitem')).queryByText('Sem próximo passo')).toBeNull()
  await userEvent.click(withoutStep.getByRole('button', { name: 'Marcar' }))
  expect(document.activeElement).toBe(withoutStep.getByLabelText('O que fazer'))
})

it('offers leads without a responsible member to those who may take them', async () => {
  const owner = await aUser(server)
  await aMember(server, owner, 'seller')
  const { _id } = await aLead(server, owner.token, { nome: 'Joana Lima' })
  await server.call(leadsApi.assign, { token: owner.token, body: { ids: [_id], to: null } })
  openApp('/dashboard?aba=hoje', owner.token)
  await userEvent.click((await group('Sem responsável', 1)).getByRole('button', { name: 'Pegar' }))
  expect((await group('Sem próximo passo', 1)).getByRole('button', { name: 'Joana Lima' })).toBeTruthy()
})

it('says that nothing waits', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?aba=hoje', token)
  expect(await screen.findByRole('heading', { name: 'Tudo em dia' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Hoje' }).getAttribute('aria-current')).toBe('page')
})
