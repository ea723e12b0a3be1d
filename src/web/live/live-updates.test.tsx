import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { teamApi } from '#contract/team/team.ts'
import { aLead, aMember, aSubscriber, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { liveUpdates } from '../../../tests/screens/app-fetch.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
liveUpdates.areOn = true
afterEach(() => {
  document.body.removeAttribute('data-carrying')
})

const aTeam = async () => {
  const owner = await aSubscriber(server, 'pro')
  const marina = await aMember(server, owner, 'manager', 'Marina Alves')
  return { owner, marina, seller: await aMember(server, owner, 'seller', 'Rafael Nogueira') }
}
const columnOf = (stage: string) => document.querySelector<HTMLElement>(`[data-stage="${stage}"]`)
const cardIn = (stage: string, nome: string) => within(columnOf(stage) as HTMLElement).queryByText(nome) !== null

/** Opens the board, and waits until its stream has begun and nothing is read any more. */
const openBoard = async ({ account, member, token }: Person, path = '/dashboard?aba=kanban') => {
  // A page that was loaded long after the last change needs no second read; a seller is not told when that was.
  await server.db.run(`update changes set at = at - interval '1 minute' where account_id = $1`, [account._id])
  const reads = member.team_role === 'seller' ? 2 : 1
  const requests = vi.spyOn(globalThis, 'fetch')
  openApp(path, token)
  const responsesOf = (start: string) =>
    requests.mock.calls.flatMap(([url], index) =>
      String(url).startsWith(start) ? [requests.mock.results[index]?.value] : [],
    )
  await waitFor(() => expect(responsesOf('/api/live')).toHaveLength(1))
  await waitFor(() => expect(responsesOf('/api/leads/board')).toHaveLength(reads))
  await Promise.all([...responsesOf('/api/live'), ...responsesOf('/api/leads/board')])
  await waitFor(() => expect(columnOf('novo-lead')).not.toBeNull())
}
const update = (person: Person, id: string, body: object) =>
  server.call(leadsApi.update, { token: person.token, params: { id }, body })

it('shows a colleague’s move on the open board and in one line', async () => {
  const { owner, marina } = await aTeam()
  const lead = await aLead(server, owner.token, { nome: 'Padaria Sol' })
  await openBoard(owner)
  await waitFor(() => expect(cardIn('novo-lead', 'Padaria Sol')).toBe(true))
  await update(marina, lead._id, { status: 'ganho' })
  await waitFor(() => expect(cardIn('ganho', 'Padaria Sol')).toBe(true))
  expect(await screen.findByText('Marina moveu Padaria Sol para Ganho (Fechou)')).toBeTruthy()
  await waitFor(() => expect(columnOf('ganho')?.querySelector('header')?.textContent).toContain('1'))
})

it('reads the leads again if one changed after their early request', async () => {
  const owner = await aSubscriber(server, 'pro')
  const { account, token } = owner
  const response = Promise.resolve(Response.json((await server.call(leadsApi.board, { token })).data))
  await aLead(server, token, { nome: 'Padaria Sol' })
  await server.db.run(`update changes set at = at - interval '10 seconds' where account_id = $1`, [account._id])
  window.earlyRequests = { '/api/leads/board': { token, response, controller: new AbortController() } }
  const openedAt = performance.now() - 12_000
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() - openedAt)
  openApp('/dashboard?aba=kanban', token)
  await waitFor(() => expect(columnOf('novo-lead')).not.toBeNull())
  expect(window.earlyRequests).toEqual({})
  await waitFor(() => expect(cardIn('novo-lead', 'Padaria Sol')).toBe(true))
})

it('leaves the board alone while a card is dragged, and shows the change afterwards', async () => {
  const { owner, marina } = await aTeam()
  const lead = await aLead(server, owner.token, { nome: 'Padaria Sol' })
  await openBoard(owner)
  await waitFor(() => expect(cardIn('novo-lead', 'Padaria Sol')).toBe(true))
  document.body.setAttribute('data-carrying', '')
  await update(marina, lead._id, { status: 'ganho' })
  await new Promise(resolve => setTimeout(resolve, 600))
  expect(cardIn('novo-lead', 'Padaria Sol')).toBe(true)
  document.body.removeAttribute('data-carrying')
  await waitFor(() => expect(cardIn('ganho', 'Padaria Sol')).toBe(true))
})

it('leaves the board alone while it scrolls, but not for long', async () => {
  const { owner, marina } = await aTeam()
  const lead = await aLead(server, owner.token, { nome: 'Padaria Sol' })
  await openBoard(owner)
  await waitFor(() => expect(cardIn('novo-lead', 'Padaria Sol')).toBe(true))
  const scrolling = setInterval(() => fireEvent.scroll(columnOf('ganho') as HTMLElement), 40)
  await update(marina, lead._id, { status: 'ganho' })
  await new Promise(resolve => setTimeout(resolve, 900))
  expect(cardIn('novo-lead', 'Padaria Sol')).toBe(true)
  await waitFor(() => expect(cardIn('ganho', 'Padaria Sol')).toBe(true))
  clearInterval(scrolling)
})

it('takes a colleague’s edit into the untouched fields of an open form', async () => {
  const { owner, marina } = await aTeam()
  const lead = await aLead(server, owner.token, { nome: 'Padaria Sol', negocio: 'Padaria' })
  await openBoard(owner, `/dashboard?aba=kanban&lead=${lead._id}`)
  const nome = await screen.findByLabelText<HTMLInputElement>(/^Nome/)
  await userEvent.type(nome, ' e Mar')
  await update(marina, lead._id, { nome: 'Padaria Estrela', negocio: 'Confeitaria' })
  const negocio = screen.getByLabelText<HTMLInputElement>(/^Negócio/)
  await waitFor(() => expect(negocio.value).toBe('Confeitaria'))
  expect(nome.value).toBe('Padaria Sol e Mar')
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Este lead foi alterado em outro lugar')).toBeTruthy()
})

it('takes a lead off a seller’s board when it is passed on, and signs a removed seller out', async () => {
  const { owner, seller } = await aTeam()
  const lead = await aLead(server, seller.token, { nome: 'Padaria Sol' })
  await openBoard(seller)
  await waitFor(() => expect(cardIn('novo-lead', 'Padaria Sol')).toBe(true))
  const body = { ids: [lead._id], to: owner.member._id }
  await server.call(leadsApi.assign, { token: owner.token, body })
  expect(await screen.findByText('Padaria Sol agora é de outra pessoa')).toBeTruthy()
  expect(screen.queryByText('Padaria Sol')).toBeNull()
  const params = { id: seller.member._id }
  await server.call(teamApi.removeMember, { token: owner.token, params, body: { leadsTo: null } })
  expect(await screen.findByText('Sessão expirada')).toBeTruthy()
})
