import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { lostReasonsApi } from '#contract/lost-reasons/lost-reasons.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { holdNextWrite, loseNextResponse } from '../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'
// Loads the page's code before the first test.
import '../dashboard/dashboard-page.tsx'
import '../lead/editor/lead-dialog.tsx'
import './why-lost.tsx'

const server = await testApp()

const storedLead = async (token: string, id: string) =>
  (await server.call(leadsApi.find, { token, params: { id } })).data
const moveWithMenu = async (name: string, stage: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Ações de ${name}` }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: stage }))
}

const questionAbout = async (name: string) =>
  within(await screen.findByRole('region', { name: `Por que não deu certo com ${name}?` }))

it('a move to Perdido succeeds at once and then asks for the reason, which the sheet shows', async () => {
  const { token } = await aUser(server)
  const { _id } = await aLead(server, token, { nome: 'Padaria Sol' })
  openApp('/dashboard?aba=lista', token)
  await moveWithMenu('Padaria Sol', 'Perdido')
  const question = within(await screen.findByRole('region', { name: 'Por que não deu certo com Padaria Sol?' }))
  expect((await storedLead(token, _id)).status).toBe('perdido')
  await userEvent.click(await question.findByRole('radio', { name: 'Preço' }))
  await userEvent.type(question.getByLabelText(/O que aconteceu/), 'Achou caro')
  await userEvent.click(question.getByRole('button', { name: 'Salvar motivo' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /Por que não deu certo/ })).toBeNull())
  const { reasons } = (await server.call(lostReasonsApi.list, { token })).data
  const price = reasons.find(({ nome }) => nome === 'Preço')?._id
  expect(await storedLead(token, _id)).toMatchObject({ lostReasonId: price, lostNote: 'Achou caro' })

  await userEvent.click(screen.getByRole('button', { name: 'Padaria Sol' }))
  const sheet = within(await screen.findByRole('region', { name: 'Motivo da perda' }))
  await sheet.findByText('Preço')
  expect(sheet.getByText('Achou caro')).toBeTruthy()
})

it('the question is left unanswered or withdrawn with the move, and the lead has no reason', async () => {
  const { token } = await aUser(server)
  const { _id } = await aLead(server, token, { nome: 'Ana' })
  openApp('/dashboard?aba=lista', token)
  await moveWithMenu('Ana', 'Perdido')
  await screen.findByRole('region', { name: /Por que não deu certo/ })
  await moveWithMenu('Ana', 'Negociação')
  await waitFor(() => expect(screen.queryByRole('region', { name: /Por que não deu certo/ })).toBeNull())
  await moveWithMenu('Ana', 'Perdido')
  await userEvent.click(await screen.findByRole('button', { name: 'Agora não' }))
  expect(await storedLead(token, _id)).toMatchObject({ status: 'perdido', lostReasonId: null })
})

it('a question that is being answered stays when another lead is lost, whose question comes after it', async () => {
  const { token } = await aUser(server)
  for (const nome of ['Ana', 'Bia', 'Caio']) await aLead(server, token, { nome })
  openApp('/dashboard?aba=lista', token)
  await moveWithMenu('Caio', 'Perdido')
  await questionAbout('Caio')
  await moveWithMenu('Ana', 'Perdido')
  const aboutAna = await questionAbout('Ana')
  const release = holdNextWrite()
  await moveWithMenu('Bia', 'Perdido')
  const note = aboutAna.getByLabelText<HTMLInputElement>(/O que aconteceu/)
  await userEvent.type(note, 'Achou caro')
  release()
  await screen.findByText('Bia agora está em Perdido')
  await userEvent.type(note, ' demais')
  await userEvent.click(aboutAna.getByRole('button', { name: 'Salvar motivo' }))
  await questionAbout('Bia')
  await moveWithMenu('Bia', 'Negociação')
  await waitFor(() => expect(screen.queryByRole('region', { name: /Por que não deu certo/ })).toBeNull())
  const { leads } = (await server.call(leadsApi.list, { token, query: { search: 'Ana' } })).data
  expect(leads.map(({ lostNote }) => lostNote)).toEqual(['Achou caro demais'])
})

it('an answer that was begun goes on in the sheet, where a colleague’s reason leaves it as it is', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Ana' })
  openApp('/dashboard?aba=lista', token)
  await moveWithMenu('Ana', 'Perdido')
  await userEvent.type((await questionAbout('Ana')).getByLabelText(/O que aconteceu/), 'Achou caro')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Ana' }))
  const sheet = within(await screen.findByRole('region', { name: 'Motivo da perda' }))
  const note = sheet.getByLabelText<HTMLInputElement>(/O que aconteceu/)
  expect(note.value).toBe('Achou caro')

  const { reasons } = (await server.call(lostReasonsApi.list, { token })).data
  const price = reasons.find(({ nome }) => nome === 'Preço')
  const at = { token, params: { id: lead._id } }
  await server.call(lostReasonsApi.set, { ...at, body: { reasonId: price?._id ?? null, note: 'Pediu desconto' } })
  const otherTab = new BroadcastChannel('leads')
  otherTab.postMessage(null)
  otherTab.close()
  await waitFor(() => expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'Preço' }).checked).toBe(true))
  expect([note.isConnected, note.value]).toEqual([true, 'Achou caro'])
  await userEvent.click(sheet.getByRole('button', { name: 'Cancelar' }))
  expect(sheet.getByText('Pediu desconto')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Alterar' }))
  expect(sheet.getByLabelText<HTMLInputElement>(/O que aconteceu/).value).toBe('Pediu desconto')
})

it('Tab leads to the question from anywhere, and the keys are back where they were once it is gone', async () => {
  const { token } = await aUser(server)
  for (const nome of ['Ana', 'Bia']) await aLead(server, token, { nome })
  openApp('/dashboard?aba=lista', token)
  const lose = async (name: string) => {
    ;(await screen.findByRole('button', { name: `Ações de ${name}` })).focus()
    await userEvent.keyboard('{Enter}')
    ;(await screen.findByRole('menuitemradio', { name: 'Perdido' })).focus()
    await userEvent.keyboard('{Enter}')
    const question = within(await screen.findByRole('region', { name: `Por que não deu certo com ${name}?` }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(`Ações de ${name}`))
    return question.findByRole('radio', { name: 'Preço' })
  }
  const expectBack = async (name: string) => {
    await waitFor(() => expect(screen.queryByRole('region', { name: /Por que não deu certo/ })).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(`Ações de ${name}`))
  }
  const firstOfAna = await lose('Ana')
  await userEvent.tab()
  expect(document.activeElement).toBe(firstOfAna)
  await userEvent.keyboard(' {Enter}')
  await expectBack('Ana')

  const firstOfBia = await lose('Bia')
  await userEvent.tab()
  expect(document.activeElement).toBe(firstOfBia)
  await userEvent.keyboard('{Escape}')
  await expectBack('Bia')
})

it('the keys are led to the question once', async () => {
  const { token } = await aUser(server)
  await aLead(server, token, { nome: 'Ana' })
  openApp('/dashboard?aba=lista', token)
  await moveWithMenu('Ana', 'Perdido')
  const question = await screen.findByRole('region', { name: /Por que não deu certo/ })
  await within(question).findByRole('radio', { name: 'Preço' })
  await userEvent.tab()
  expect(question.contains(document.activeElement)).toBe(true)
  screen.getByRole('button', { name: 'Novo Lead' }).focus()
  await userEvent.tab()
  expect(question.contains(document.activeElement)).toBe(false)
})

it('choosing Ganho in the form fills an empty closing date, and leaving it empties the date', async () => {
  const { token } = await aUser(server)
  const { _id } = await aLead(server, token, { nome: 'Ana' })
  openApp(`/dashboard?lead=${_id}`, token)
  const data = within(await screen.findByRole('region', { name: 'Dados' }))
  const stage = await data.findByLabelText('Etapa')
  const closing = data.getByLabelText<HTMLInputElement>(/Data de fechamento/)
  await userEvent.selectOptions(stage, 'Ganho (Fechou)')
  expect(closing.value).toBe(toLocalDate(new Date()))
  await userEvent.selectOptions(stage, 'Negociação')
  expect(closing.value).toBe('')
  await userEvent.selectOptions(stage, 'Ganho (Fechou)')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(async () => expect((await storedLead(token, _id)).status).toBe('ganho'))
  expect((await storedLead(token, _id)).dataFechamento).toContain(toLocalDate(new Date()))
})

it('a reason that a colleague gave meanwhile is replaced only if saved again, and an own lost save asks nothing', async () => {
  const { token } = await aUser(server)
  const { _id } = await aLead(server, token, { nome: 'Ana', status: 'perdido' })
  const { reasons } = (await server.call(lostReasonsApi.list, { token })).data
  const reasonId = reasons.find(({ nome }) => nome === 'Sumiu')?._id ?? null
  openApp(`/dashboard?aba=lista&lead=${_id}`, token)
  const sheet = within(await screen.findByRole('region', { name: 'Motivo da perda' }))
  const press = async (name: string) => userEvent.click(await sheet.findByRole('button', { name }))
  await press('Informar')
  await userEvent.click(await sheet.findByRole('radio', { name: 'Preço' }))
  const note = sheet.getByLabelText(/O que aconteceu/)
  await userEvent.type(note, 'Achou caro')
  await server.call(lostReasonsApi.set, { token, params: { id: _id }, body: { reasonId, note: 'Não atende' } })
  await press('Salvar motivo')
  await sheet.findByText('Enquanto isso, o motivo mudou: agora é “Sumiu · Não atende”.')
  expect(await storedLead(token, _id)).toMatchObject({ lostReasonId: reasonId, lostNote: 'Não atende' })
  loseNextResponse()
  await press('Salvar motivo')
  await sheet.findByText(/O motivo não foi salvo/)
  await userEvent.type(note, ' demais')
  await press('Tentar novamente')
  await waitFor(async () => expect((await storedLead(token, _id)).lostNote).toBe('Achou caro demais'))
})
