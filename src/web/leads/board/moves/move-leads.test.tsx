import { onlineManager } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aMembership, aUser, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { onSessionExpired } from '#web/lib/requests/http.ts'
import { createQueryClient } from '#web/lib/requests/query-client.ts'
import { clearToken, storeToken } from '#web/lib/token.ts'
import { answerNextWrite } from '../../../../../tests/screens/next-write.ts'
import { type MoveContext, moveKey, resumeMoveQueue, startMove } from './move-leads.ts'
import { loadMoveQueue } from './move-queue.ts'
import { createMove } from './pending-move.ts'

const server = await testApp()

let stopListening = () => {}
beforeEach(() => {
  stopListening = onSessionExpired(clearToken)
})
afterEach(() => stopListening())

/** Renders the move hooks for a signed-in user. */
const signIn = ({ member, token }: Pick<Person, 'member' | 'token'>): MoveContext => {
  storeToken(token)
  const queryClient = createQueryClient()
  queryClient.mount()
  return { queryClient, memberId: member._id }
}

const watchMoves = () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  return () => fetched.mock.calls.filter(([, init]) => init?.method === 'PATCH').length
}

const settled = ({ queryClient }: MoveContext) =>
  waitFor(() => expect(queryClient.isMutating({ mutationKey: moveKey })).toBe(0))

const statusOf = async (token: string, id: string) =>
  (await server.call(leadsApi.find, { token, params: { id } })).data.status

it('a move made offline is stored, sent once after reconnecting and then removed', async () => {
  const person = await aUser(server)
  const lead = await aLead(server, person.token)
  const mover = signIn(person)
  const count = watchMoves()
  onlineManager.setOnline(false)
  startMove(mover, createMove(lead, 'negociacao', new Date()))
  expect(loadMoveQueue(mover.memberId)).toHaveLength(1)
  onlineManager.setOnline(true)
  await settled(mover)
  expect(loadMoveQueue(mover.memberId)).toEqual([])
  resumeMoveQueue(mover)
  await settled(mover)
  expect(count()).toBe(1)
  expect(await statusOf(person.token, lead._id)).toBe('negociacao')
})

/** No response comes to the next write, nor does it reach the server. Resolves once it is sent. */
const hangNextWrite = (): Promise<void> =>
  new Promise(resolve => {
    answerNextWrite(() => {
      resolve()
      return new Promise(() => {})
    })
  })

it('moves of a page that closes while it sends them are sent by the next page, in order', async () => {
  const person = await aUser(server)
  const lead = await aLead(server, person.token)
  const mover = signIn(person)
  const sent = hangNextWrite()
  startMove(mover, createMove(lead, 'qualificando', new Date()))
  startMove(mover, createMove({ ...lead, status: 'qualificando' }, 'negociacao', new Date()))
  await sent

  const nextPage = signIn(person)
  resumeMoveQueue(nextPage)
  await settled(nextPage)
  expect(await statusOf(person.token, lead._id)).toBe('negociacao')
  expect(loadMoveQueue(mover.memberId)).toEqual([])
})

it('a queued move is sent only by the user that made it', async () => {
  const [mine, other] = [await aUser(server), await aUser(server)]
  const lead = await aLead(server, mine.token)
  const mover = signIn(mine)
  const count = watchMoves()
  onlineManager.setOnline(false)
  startMove(mover, createMove(lead, 'negociacao', new Date()))
  await waitFor(() => expect(mover.queryClient.isMutating({ mutationKey: moveKey })).toBe(1))

  const others = signIn(other)
  onlineManager.setOnline(true)
  await settled(mover)
  resumeMoveQueue(others)
  await settled(others)
  expect(count()).toBe(0)

  const again = signIn(mine)
  resumeMoveQueue(again)
  await settled(again)
  expect(count()).toBe(1)
  expect(await statusOf(mine.token, lead._id)).toBe('negociacao')
  expect(loadMoveQueue(mine.member._id)).toEqual([])
})

it('a queued move is sent only in the account where it was made', async () => {
  const mine = await aUser(server)
  const lead = await aLead(server, mine.token)
  const mover = signIn(mine)
  const count = watchMoves()
  onlineManager.setOnline(false)
  startMove(mover, createMove(lead, 'negociacao', new Date()))
  const elsewhere = signIn(await aMembership(server, await aUser(server), mine, 'seller'))
  onlineManager.setOnline(true)
  await settled(mover)
  resumeMoveQueue(elsewhere)
  await settled(elsewhere)
  expect(count()).toBe(0)

  const again = signIn(mine)
  resumeMoveQueue(again)
  await settled(again)
  expect(await statusOf(mine.token, lead._id)).toBe('negociacao')
})

it('moves that meet an expired session are sent after the next login, in order', async () => {
  const person = await aUser(server)
  const lead = await aLead(server, person.token)
  await server.call(authApi.logout, { token: person.token })
  const mover = signIn(person)
  startMove(mover, createMove(lead, 'qualificando', new Date()))
  startMove(mover, createMove({ ...lead, status: 'qualificando' }, 'negociacao', new Date()))
  await settled(mover)
  expect(loadMoveQueue(mover.memberId).map(({ now }) => now.status)).toEqual(['qualificando', 'negociacao'])

  const { user, password } = person
  const { data } = await server.call(authApi.login, { body: { email: user.email, password } })
  const again = signIn(data)
  resumeMoveQueue(again)
  await settled(again)
  expect(await statusOf(data.token, lead._id)).toBe('negociacao')
  expect(loadMoveQueue(mover.memberId)).toEqual([])
})

it('a rejected move shows an error and is not queued', async () => {
  const person = await aUser(server)
  const lead = await aLead(server, person.token)
  await server.call(leadsApi.remove, { token: person.token, params: { id: lead._id } })
  const mover = signIn(person)
  startMove(mover, createMove(lead, 'negociacao', new Date()))
  await settled(mover)
  expect(loadMoveQueue(mover.memberId)).toEqual([])
})
