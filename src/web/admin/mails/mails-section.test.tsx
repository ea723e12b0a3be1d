import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { sendDueMails } from '#server/mail/mail-worker.ts'
import { anAdmin, aUser, type Person } from '#server/testing/factories.ts'
import { createMailCatcher } from '#server/testing/mail-catcher.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()
const mails = createMailCatcher(server.services)
const title = 'E-mails não entregues'
let admin: Person

beforeAll(async () => {
  admin = await anAdmin(server)
})
beforeEach(() => server.db.run('delete from outbox'))

/** Registers users and rejects their welcome mails. */
const refused = async (count: number): Promise<string[]> => {
  const emails: string[] = []
  while (emails.length < count) emails.push((await aUser(server)).user.email)
  const failure = { command: 'DATA', responseCode: 554, response: '554 5.7.1 no' }
  const send = () => Promise.reject(Object.assign(new Error('no'), failure))
  await sendDueMails({ ...mails.delivery, transport: { send, close: () => {} } })
  return emails
}

const panel = () => screen.findByRole('heading', { name: 'Painel administrativo' })
const table = () => screen.findByRole('table', { name: title })

it('is hidden while every mail is delivered', async () => {
  openApp('/admin', admin.token)
  await panel()
  expect(screen.queryByRole('heading', { name: title })).toBeNull()
})

it('shows undelivered mails with the reason and resends a mail', async () => {
  const [email = '', other = ''] = await refused(2)
  openApp('/admin', admin.token)
  const row = within(await table()).getByRole('row', { name: new RegExp(email.replaceAll('.', '\\.')) })
  expect(row.textContent).toContain(`Boas-vindas${email}O servidor de e-mail recusou (554 5.7.1)`)
  await userEvent.click(screen.getByRole('button', { name: `Reenviar: Boas-vindas, para ${email}` }))
  await screen.findByText('E-mail de volta à fila de envio')
  await waitFor(() => expect(row.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: title }))
  expect((await table()).textContent).toContain(other)
  await mails.deliver()
  expect(mails.to(email)).toHaveLength(1)
  const trail = await screen.findByRole('table', { name: 'Registro de auditoria' })
  expect(trail.textContent).toContain(`Mandou reenviar o e-mail “Boas-vindas” para ${email}`)
})

it('resends all mails and then disappears', async () => {
  await refused(3)
  openApp('/admin', admin.token)
  await userEvent.click(await screen.findByRole('button', { name: 'Reenviar todos' }))
  await screen.findByText('3 e-mails de volta à fila de envio')
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
  expect(document.activeElement).toBe(await panel())
  const trail = await screen.findByRole('table', { name: 'Registro de auditoria' })
  expect(trail.textContent).toContain('Mandou reenviar 3 e-mails não entregues')
})

it('confirms before it discards a mail', async () => {
  const [email] = await refused(1)
  openApp('/admin', admin.token)
  const discard = await screen.findByRole('button', { name: `Descartar: Boas-vindas, para ${email}` })
  await userEvent.click(discard)
  const dialog = await screen.findByRole('alertdialog', { name: 'Descartar este e-mail?' })
  expect(dialog.textContent).toContain(`“Boas-vindas” não será mais enviado para ${email}.`)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  await userEvent.click(discard)
  await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }))
  await screen.findByText('E-mail descartado')
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
  const { data } = await server.call(adminApi.mails, { token: admin.token })
  expect(data.total).toBe(0)
})

it('shows a failure and leaves the rest of the panel', async () => {
  await refused(1)
  const through = globalThis.fetch
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).startsWith(`/api${adminApi.mails.path}`)) return through(input, init)
    const body = { code: 'not_found', message: 'Não desta vez.', requestId: 'abcdefgh' }
    return Promise.resolve(Response.json(body, { status: 404 }))
  })
  openApp('/admin', admin.token)
  await panel()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Erro ao buscar os e-mails não entregues')
  fetched.mockRestore()
  await userEvent.click(within(alert).getByRole('button', { name: 'Tentar novamente' }))
  await table()
})
