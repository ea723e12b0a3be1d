import { onlineManager } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { formatDate, toLocalDate } from '#contract/values/dates.ts'
import { aLead, aUser, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { setStored } from '#web/lib/browser-storage.ts'
import { createQueryClient } from '#web/lib/requests/query-client.ts'
import { storeToken } from '#web/lib/token.ts'
import { connectRenderer, enableToasts, type Toast } from '#web/ui/toasts/toast-queue.ts'
import { loseNextResponse } from '../../../../../tests/screens/next-write.ts'
import { boardKey } from '../../api.ts'
import { type BoardState, findLeadOnBoard } from '../../board-state.ts'
import { type MoveContext, moveKey, resumeMoveQueue, startMove } from './move-leads.ts'
import { enqueueMove, loadMoveQueue } from './move-queue.ts'
import { createMove } from './pending-move.ts'

const server = await testApp()

let shown: Toast[] = []
let disconnect = () => {}
beforeEach(() => {
  shown = []
  const [close, leave] = [
    enableToasts(),
    connectRenderer({ show: (_, toast) => shown.push(toast), dismiss: () => {}, dismissAll: () => {} }),
  ]
  disconnect = () => {
    close()
    leave()
  }
})
afterEach(() => disconnect())

/** Renders a board with the current lead. */
const setUp = async (overrides: Partial<Lead> = {}) => {
  const person: Person = await aUser(server)
  const lead = await aLead(server, person.token, { nome: 'Padaria Sol', ...(overrides as object) })
  storeToken(person.token)
  const queryClient = createQueryClient()
  queryClient.mount()
  const columns: BoardState = stages.map(status => {
    const leads = status === lead.status ? [lead] : []
    return { status, total: leads.length, valor: 0, leads, nextCursor: null }
  })
  queryClient.setQueryData(boardKey({}), columns)
  const mover: MoveContext = { queryClient, memberId: person.member._id }
  const at = { token: person.token, params: { id: lead._id } }
  return {
    person,
    lead,
    mover,
    move: (to: Lead['status'], from = lead) => startMove(mover, createMove(from, to, new Date())),
    elsewhere: async (body: object) => (await server.call(leadsApi.update, { ...at, body })).data,
    stored: async () => (await server.call(leadsApi.find, at)).data,
    onBoard: () => findLeadOnBoard(queryClient.getQueryData<BoardState>(boardKey({})) ?? [], lead._id),
    settled: () => waitFor(() => expect(queryClient.isMutating({ mutationKey: moveKey })).toBe(0)),
  }
}

it('a move of a lead that another device moved asks for confirmation and leaves the lead in place', async () => {
  const { move, elsewhere, stored, settled, onBoard, mover } = await setUp()
  await elsewhere({ status: 'ganho' })
  move('qualificando')
  await settled()
  expect(shown.map(({ title, action, otherAction }) => [title, action?.label, otherAction?.label])).toEqual([
    ['Padaria Sol já está em Ganho (Fechou): mudou em outro lugar', 'Mover assim mesmo', 'Deixar como está'],
  ])
  expect((await stored()).status).toBe('ganho')
  expect(onBoard()?.stage).toBe('ganho')
  expect(loadMoveQueue(mover.memberId)).toEqual([])
})

it('"Mover assim mesmo" moves the lead from its current stage and asks again after a newer move', async () => {
  const { move, elsewhere, stored, settled } = await setUp()
  await elsewhere({ status: 'ganho' })
  move('qualificando')
  await settled()
  await elsewhere({ status: 'perdido' })
  shown.at(-1)?.action?.onClick()
  await settled()
  expect((await stored()).status).toBe('perdido')
  expect(shown.at(-1)?.title).toBe('Padaria Sol já está em Perdido: mudou em outro lugar')
  shown.at(-1)?.action?.onClick()
  await settled()
  expect((await stored()).status).toBe('qualificando')
})

it('an undo does not overwrite a later change from another device', async () => {
  const { move, elsewhere, stored, settled } = await setUp()
  move('ganho')
  await settled()
  const undo = shown.at(-1)?.action
  expect(undo?.label).toBe('Desfazer')
  await elsewhere({ dataFechamento: '2026-12-24' })
  undo?.onClick()
  await settled()
  expect(shown.at(-1)?.title).toBe('A data de fechamento de Padaria Sol mudou em outro lugar')
  expect(await stored()).toMatchObject({ status: 'ganho', dataFechamento: '2026-12-24T00:00:00.000Z' })
})

it('undoing an accidental move out of Ganho restores the closing date', async () => {
  const { lead, move, stored, settled } = await setUp({ status: 'ganho', dataFechamento: '2026-10-01' })
  move('negociacao')
  await settled()
  expect(await stored()).toMatchObject({ status: 'negociacao', dataFechamento: null })
  shown.at(-1)?.action?.onClick()
  await settled()
  expect(await stored()).toMatchObject({ status: 'ganho', dataFechamento: lead.dataFechamento })
})

it('a move that was queued for a day asks for confirmation if the lead has moved', async () => {
  const { person, lead, mover, elsewhere, stored, settled } = await setUp()
  // Earlier releases stored moves by user, and the first one the whole lead.
  setStored(`movimentos:${person.user._id}`, JSON.stringify([{ lead, to: 'qualificando' }]))
  expect(loadMoveQueue(mover.memberId)).toHaveLength(1)
  expect(localStorage.getItem(`movimentos:${mover.memberId}`)).not.toContain('Padaria')
  await elsewhere({ status: 'ganho' })
  resumeMoveQueue(mover)
  await settled()
  expect((await stored()).status).toBe('ganho')
  expect(shown.at(-1)?.title).toBe('Padaria Sol já está em Ganho (Fechou): mudou em outro lugar')
})

it('a move with a lost response is applied once', async () => {
  const { move, stored, settled } = await setUp()
  loseNextResponse()
  move('qualificando')
  await settled()
  expect(await stored()).toMatchObject({ status: 'qualificando', version: 2 })
  expect(shown).toEqual([])
})

it('a retried move does not overwrite a later move back', async () => {
  const { move, elsewhere, stored, settled } = await setUp()
  loseNextResponse(() => elsewhere({ status: 'novo-lead', was: { status: 'qualificando' } }))
  move('qualificando')
  await settled()
  expect((await stored()).status).toBe('novo-lead')
  expect(shown.at(-1)?.title).toBe('Padaria Sol mudou em outro lugar')
})

it('two consecutive moves of one lead do not conflict', async () => {
  const { lead, move, stored, settled } = await setUp()
  onlineManager.setOnline(false)
  move('qualificando')
  move('negociacao', { ...lead, status: 'qualificando' })
  onlineManager.setOnline(true)
  await settled()
  expect(await stored()).toMatchObject({ status: 'negociacao', version: 3 })
  expect(shown).toEqual([])
})

it('a repeated move after another one does not conflict on a page that has not loaded the board', async () => {
  const { lead, mover, stored, settled } = await setUp()
  enqueueMove(mover.memberId, createMove(lead, 'qualificando', new Date()))
  enqueueMove(mover.memberId, createMove({ ...lead, status: 'qualificando' }, 'negociacao', new Date()))
  mover.queryClient.clear()
  const through = globalThis.fetch
  let losses = 1
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    String(init?.body).includes('"status":"negociacao","was"') && losses-- > 0
      ? Promise.reject(new TypeError('Failed to fetch'))
      : through(input, init),
  )
  resumeMoveQueue(mover)
  await settled()
  expect(await stored()).toMatchObject({ status: 'negociacao', version: 3 })
  expect(shown).toEqual([])
})

it('a move after a failed move is applied without a conflict', async () => {
  const { lead, move, stored, settled } = await setUp()
  const through = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    String(init?.body).includes('"status":"qualificando","was"')
      ? Promise.reject(new TypeError('Failed to fetch'))
      : through(input, init),
  )
  move('qualificando')
  move('negociacao', { ...lead, status: 'qualificando' })
  await settled()
  expect(await stored()).toMatchObject({ status: 'negociacao', version: 2 })
  expect(shown.map(({ title }) => title)).toEqual(['Erro ao atualizar lead!'])
})

it('a win without a closing date shows the date that the move sets', async () => {
  const { move, settled } = await setUp()
  move('ganho')
  await settled()
  expect(shown).toMatchObject([
    {
      title: 'Padaria Sol agora está em Ganho (Fechou)',
      description: `Data de fechamento: ${formatDate(toLocalDate(new Date()))}.`,
    },
  ])
})
