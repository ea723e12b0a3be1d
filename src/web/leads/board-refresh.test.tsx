import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { anExportedLead, aUser, importLeads } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { storeToken } from '#web/lib/token.ts'
import { boardKey, boardQuery, loadColumn } from './api.ts'
import { appendLeads, type BoardState, placeLead } from './board-state.ts'

const server = await testApp()

const filters = { search: 'padaria' }

/** Loads a board with all leads of its first column. */
const aLongColumn = async () => {
  const { token } = await aUser(server)
  storeToken(token)
  const leads = Array.from({ length: 70 }, (_, index) =>
    anExportedLead({
      nome: `Padaria ${index}`,
      updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 70 - index)).toISOString(),
    }),
  )
  await importLeads(server, token, leads)
  const queryClient = new QueryClient()
  const read = () => queryClient.fetchQuery({ ...boardQuery(queryClient, filters), staleTime: 0 })
  const cursor = (await read())[0]?.nextCursor ?? ''
  const page = await loadColumn(filters, 'novo-lead', cursor)
  const shown = appendLeads(await read(), 'novo-lead', page.leads, page.nextCursor)
  queryClient.setQueryData<BoardState>(boardKey(filters), shown)
  const names = (board: BoardState) => board[0]?.leads.map(({ nome }) => nome) ?? []
  expect(names(shown)).toHaveLength(70)
  const last = shown[0]?.leads.at(-1) as Lead
  return { token, queryClient, read, names, last }
}

it('removes a lead beyond the first page that another device deleted', async () => {
  const { token, read, names, last } = await aLongColumn()
  await server.call(leadsApi.remove, { token, params: { id: last._id } })
  const board = await read()
  expect(names(board)).toHaveLength(69)
  expect(names(board)).not.toContain(last.nome)
  expect(board[0]).toMatchObject({ total: 69, nextCursor: null })
})

it('removes a lead beyond the first page that no longer matches the filter', async () => {
  const { token, read, names, last } = await aLongColumn()
  const body = { nome: 'Oficina', negocio: 'Oficina', email: 'o@exemplo.com.br' }
  await server.call(leadsApi.update, { token, params: { id: last._id }, body })
  expect(names(await read())).not.toContain(last.nome)
})

it('does not load a column again if the first pages tell what another device changed', async () => {
  const { token, read, names, last } = await aLongColumn()
  const change = (lead: Lead, body: object) => server.call(leadsApi.update, { token, params: { id: lead._id }, body })
  await change(last, { status: 'qualificando' })
  const shown = (await read())[0]
  await change(shown?.leads.at(-1) as Lead, { valorServico: 1234.56 })
  const asked = vi.spyOn(globalThis, 'fetch')
  const board = await read()
  expect(names(board)).toHaveLength(69)
  expect(board[0]).toMatchObject({ total: 69, leads: [{ valorServico: 1234.56 }, ...Array(68).fill({})] })
  expect(board[1]).toMatchObject({ total: 1, leads: [{ _id: last._id }] })
  expect(asked).toHaveBeenCalledOnce()
})

it('sends no request after a local move', async () => {
  const { token, queryClient, read, names, last } = await aLongColumn()
  const moved = (
    await server.call(leadsApi.update, { token, params: { id: last._id }, body: { status: 'qualificando' } })
  ).data
  queryClient.setQueryData<BoardState>(boardKey(filters), board => board && placeLead(board, moved, last))
  const asked = vi.spyOn(globalThis, 'fetch')
  expect(names(await read())).toHaveLength(69)
  expect(asked).toHaveBeenCalledOnce()
})
