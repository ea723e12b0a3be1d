import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'
import './dashboard/dashboard-page.tsx'

const server = await testApp()
// jsdom has no layout, and the drag library warns about sizes.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

const columnOf = (stage: string) => document.querySelector<HTMLElement>(`[data-stage="${stage}"]`)
const countIn = (stage: string) => columnOf(stage)?.querySelector('header')?.textContent ?? ''

const openBoard = async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Padaria Sol' })
  openApp('/dashboard?aba=kanban', token)
  await waitFor(() => expect(countIn('novo-lead')).toContain('1'))
  return {
    moveElsewhere: () =>
      server.call(leadsApi.update, { token, params: { id: lead._id }, body: { status: 'negociacao' } }),
  }
}

it('a board refetches at once after another tab writes', async () => {
  const { moveElsewhere } = await openBoard()
  await moveElsewhere()
  const otherTab = new BroadcastChannel('leads')
  otherTab.postMessage(null)
  otherTab.close()
  await waitFor(() => expect(countIn('negociacao')).toContain('1'))
})

it('a board refetches after a pause in use, once', async () => {
  const { moveElsewhere } = await openBoard()
  await moveElsewhere()
  const later = Date.now() + 6000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  const requests = vi.spyOn(globalThis, 'fetch')
  const boardReads = () => requests.mock.calls.filter(([url]) => String(url).includes(leadsApi.board.path)).length
  fireEvent.focus(window)
  await waitFor(() => expect(countIn('negociacao')).toContain('1'))
  fireEvent.focus(window)
  await act(() => new Promise(resolve => setTimeout(resolve, 200)))
  expect(boardReads()).toBe(1)
  expect(within(columnOf('novo-lead') as HTMLElement).queryByText('Padaria Sol')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
