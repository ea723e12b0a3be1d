import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { aLead, aMember, anExpiredTrialUser, aSubscriber, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { liveUpdates } from '../../../tests/screens/app-fetch.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'
import { notificationText, notificationUrl } from './notification-text.ts'

const server = await testApp()

const aTeam = async () => {
  const owner = await aSubscriber(server, 'pro')
  return { owner, rafael: await aMember(server, owner, 'seller', 'Rafael Nogueira') }
}
const assign = ({ token }: Person, ids: string[], to: Person) =>
  server.call(bulkApi.assign, { token, body: { ids, to: to.member._id } })
const passOn = async (owner: Person, to: Person, nome: string) => {
  const lead = await aLead(server, owner.token, { nome })
  await assign(owner, [lead._id], to)
  return lead
}
const bell = (name: string) => screen.findByRole('button', { name })

it('counts what is unread, opens the lead behind it and reads it', async () => {
  const { owner, rafael } = await aTeam()
  const lead = await passOn(owner, rafael, 'Padaria Sol')
  openApp('/dashboard?aba=lista', rafael.token)
  await userEvent.click(await bell('Notificações: 1 não lida'))
  const panel = await screen.findByRole('region', { name: 'Notificações' })
  const link = await within(panel).findByRole('link', { name: /Mariana Conceição passou Padaria Sol para você/ })
  await userEvent.click(link)
  await waitFor(() => expect(location.search).toContain(`lead=${lead._id}`))
  expect(screen.queryByRole('region', { name: 'Notificações' })).toBeNull()
  await waitFor(async () => {
    const rows = await server.db.rows('select from notifications where user_id = $1 and read_at is null', [
      rafael.member._id,
    ])
    expect(rows).toEqual([])
  })
})

it('closes with Escape or when the focus leaves, and returns the focus', async () => {
  const { owner, rafael } = await aTeam()
  await passOn(owner, rafael, 'Padaria Sol')
  openApp('/profile', rafael.token)
  const button = await bell('Notificações: 1 não lida')
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Marcar todas como lidas')
  await userEvent.keyboard('{Escape}')
  expect([document.activeElement, button.getAttribute('aria-expanded')]).toEqual([button, 'false'])
  await userEvent.click(button)
  await userEvent.tab({ shift: true })
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
})

it('marks all as read', async () => {
  const { owner, rafael } = await aTeam()
  for (const nome of ['Padaria Sol', 'Ótica Lua']) await passOn(owner, rafael, nome)
  openApp('/profile', rafael.token)
  await userEvent.click(await bell('Notificações: 1 não lida'))
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar todas como lidas' }))
  expect(await bell('Notificações')).toBeTruthy()
  expect(await screen.findByText(/passou 2 leads para você/)).toBeTruthy()
  expect(screen.queryByText('Não lida')).toBeNull()
})

it('says what is told there while nothing is, and hides the bell from who has no access', async () => {
  const { owner } = await aTeam()
  const { unmount } = openApp('/profile', owner.token)
  await userEvent.click(await bell('Notificações'))
  expect(await screen.findByText(/^Nada por aqui/)).toBeTruthy()
  unmount()
  openApp('/profile', (await anExpiredTrialUser(server)).token)
  await screen.findByRole('banner')
  expect(screen.queryByRole('button', { name: /^Notificações/ })).toBeNull()
})

it('counts a new notification without a reload', async () => {
  liveUpdates.areOn = true
  const { owner, rafael } = await aTeam()
  openApp('/profile', rafael.token)
  await bell('Notificações')
  await passOn(owner, rafael, 'Padaria Sol')
  expect(await screen.findByRole('button', { name: 'Notificações: 1 não lida' }, { timeout: 5000 })).toBeTruthy()
  liveUpdates.areOn = false
})

const one = (facts: Partial<Notification>): Notification => ({
  _id: 'n',
  kind: 'assigned',
  at: '2026-11-22T12:00:00Z',
  isRead: false,
  count: 1,
  lead: null,
  cause: null,
  outcome: null,
  dueOn: null,
  ...facts,
})
const lead = { _id: 'l', nome: 'Bia Reis' }
const cause = { _id: 'c', nome: 'Site' }
const place = { pathname: '/dashboard', search: '?aba=kanban', memberId: 'm' }

it.each([
  [one({ cause, lead }), 'Site passou Bia Reis para você', '/dashboard?aba=kanban&lead=l'],
  [one({ count: 12 }), '12 leads passaram para você', '/dashboard?aba=lista&responsavel=m'],
  [one({ kind: 'captured', cause, lead }), 'Bia Reis chegou por Site e ficou com você', '/dashboard?aba=kanban&lead=l'],
  [
    one({ kind: 'captured', cause, count: 3 }),
    '3 leads chegaram por Site e ficaram com você',
    '/dashboard?aba=lista&responsavel=m',
  ],
  [one({ kind: 'joined', cause }), 'Site entrou na equipe', '/profile/equipe'],
  [one({ kind: 'imported', cause, outcome: 'done' }), 'A importação de Site terminou', '/dashboard/importar?arquivo=c'],
  [
    one({ kind: 'deadline', cause: { _id: 'r', nome: 'LGPD-2026-ABCD2345' }, dueOn: '2026-12-05T00:00:00.000Z' }),
    'Responda ao pedido LGPD-2026-ABCD2345 até 05/12/2026',
    '/profile/privacidade',
  ],
  [one({ kind: 'backups-failing', cause: null }), 'As cópias da conta estão falhando', '/profile/copias'],
  [one({ kind: 'quarantined', cause }), 'O formulário Site tem um envio em espera', '/profile/integracoes'],
])('%j is told as "%s"', (notification, text, url) => {
  expect([notificationText(notification), notificationUrl(notification, place)]).toEqual([text, url])
})
