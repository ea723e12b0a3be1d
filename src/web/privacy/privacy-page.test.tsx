import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { privacyApi } from '#contract/privacy/privacy.ts'
import { aLead, aSubscriber, fetchAllLeads } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { loseNextResponse } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

const searchPerson = async () => {
  await userEvent.type(await screen.findByLabelText('Telefone ou e-mail da pessoa'), '11987654321')
  await userEvent.click(screen.getByRole('button', { name: 'Buscar' }))
}
const fillRequest = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Registrar pedido' }))
  await userEvent.type(screen.getByLabelText('Nome de quem pediu'), 'Ana')
  await userEvent.type(screen.getByLabelText('Telefone'), '11987654321')
  await userEvent.type(screen.getByLabelText('Como você confirmou a identidade'), 'Por telefone')
}

it('the privacy page finds a person, records a request and anonymizes the person', async () => {
  const { token } = await aSubscriber(server, 'pro')
  await aLead(server, token, { nome: 'Ana Souza', telefone: '(11) 98765-4321' })
  openApp('/profile/privacidade', token)
  await searchPerson()
  await screen.findByText('Ana Souza')

  await userEvent.click(screen.getByRole('button', { name: 'Registrar pedido' }))
  await userEvent.type(screen.getByLabelText('Nome de quem pediu'), 'Ana Souza')
  await userEvent.type(screen.getByLabelText('Telefone'), '11987654321')
  await userEvent.type(screen.getByLabelText('Como você confirmou a identidade'), 'Por telefone')
  await userEvent.click(screen.getByRole('button', { name: 'Registrar pedido' }))
  expect(await screen.findByText('Vence em 15 dias')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Anonimizar' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Anonimizar' }))
  expect(await within(dialog).findByText('Digite ANONIMIZAR para confirmar')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Digite ANONIMIZAR'), 'anonimizar')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Anonimizar' }))
  await screen.findByText('Nenhum lead com este contato.')
  expect((await fetchAllLeads(server, token))[0]).toMatchObject({ nome: '', telefone: '' })
})

it('the privacy page corrects a person in the chosen leads and answers the request', async () => {
  const { token } = await aSubscriber(server, 'pro')
  const contact = { telefone: '(11) 98765-4321', email: 'ana@exemplo.com' }
  for (const nome of ['Ana Sousa', 'Ana S.', 'Rui Prado']) await aLead(server, token, { ...contact, nome })
  const body = { ...contact, kind: 'correcao', requester: 'Ana', verifiedHow: 'Por telefone', receivedOn: '2026-11-20' }
  const { data: request } = await server.call(privacyApi.addRequest, { token, body })
  openApp('/profile/privacidade', token)
  await searchPerson()
  await userEvent.click(await screen.findByRole('button', { name: 'Corrigir' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Rui Prado/ }))
  const save = within(dialog).getByRole('button', { name: 'Corrigir 2 leads' })
  await userEvent.click(save)
  expect(await within(dialog).findByText('Informe o que corrigir')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Nome certo'), 'Ana Souza')
  const requestField = await within(dialog).findByLabelText('Pedido que isto responde')
  await userEvent.selectOptions(requestField, request._id)
  await userEvent.click(save)
  expect(await screen.findByText('Dados corrigidos: nome')).toBeTruthy()
  expect((await screen.findAllByText('Ana Souza')).length).toBe(2)
  const names = (await fetchAllLeads(server, token)).map(({ nome }) => nome)
  expect(names.toSorted()).toEqual(['Ana Souza', 'Ana Souza', 'Rui Prado'])
})

it('a request whose response was lost is listed, and is recorded once as it was sent last', async () => {
  const { token } = await aSubscriber(server, 'pro')
  openApp('/profile/privacidade', token)
  await fillRequest()
  loseNextResponse()
  await userEvent.click(screen.getByRole('button', { name: 'Registrar pedido' }))
  await screen.findByText('O pedido não foi registrado')
  await screen.findByText('Vence em 15 dias')
  await userEvent.type(screen.getByLabelText('Nome de quem pediu'), ' Souza')
  await userEvent.click(screen.getByRole('button', { name: 'Registrar pedido' }))
  await screen.findByText(/^Pedido LGPD/)
  const { requests } = (await server.call(privacyApi.requests, { token })).data
  expect(requests.map(({ requester }) => requester)).toEqual(['Ana Souza'])
})

it('a request form keeps what was typed while the list cannot be loaded again', async () => {
  const { token } = await aSubscriber(server, 'pro')
  openApp('/profile/privacidade', token)
  await fillRequest()
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const before = fetching.mock.calls.length
  await userEvent.click(screen.getByRole('button', { name: 'Registrar pedido' }))
  await screen.findByText('O pedido não foi registrado')
  await waitFor(() => expect(fetching.mock.calls.length).toBeGreaterThan(before + 1))
  expect(screen.getByLabelText<HTMLInputElement>('Nome de quem pediu').value).toBe('Ana')
})

it('a correction stays open when the person cannot be read again meanwhile', async () => {
  const { token } = await aSubscriber(server, 'pro')
  await aLead(server, token, { nome: 'Ana Sousa', telefone: '(11) 98765-4321' })
  openApp('/profile/privacidade', token)
  await searchPerson()
  await userEvent.click(await screen.findByRole('button', { name: 'Corrigir' }))
  await userEvent.type(await screen.findByLabelText('Nome certo'), 'Ana Souza')
  const through = globalThis.fetch
  const refused = vi.fn(() =>
    Response.json({ code: 'forbidden', message: 'Sem acesso', requestId: 'abcdefgh' }, { status: 403 }),
  )
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input).includes('/privacy/person') ? refused() : through(input, init),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  // The second attempt begins when the first has failed.
  await waitFor(() => {
    dispatchEvent(new Event('focus'))
    expect(refused).toHaveBeenCalledTimes(2)
  })
  expect(screen.getByLabelText<HTMLInputElement>('Nome certo').value).toBe('Ana Souza')
  expect(screen.queryByText('Não foi possível buscar os dados')).toBeNull()
})

it('the deadlines that others set meanwhile stay, unless saved again', async () => {
  const { token } = await aSubscriber(server, 'pro')
  const stored = async () => (await server.call(privacyApi.retention, { token })).data.settings
  const elsewhere = async (change: object) =>
    server.call(privacyApi.changeSettings, { token, body: { ...(await stored()), ...change } })
  openApp('/profile/privacidade', token)
  const lost = await screen.findByLabelText('Leads em Perdido, sem mudança há')
  const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Salvar prazos' }))
  await elsewhere({ nurturingMonths: 24, isSmallAgent: true })
  await userEvent.selectOptions(lost, '12 meses')
  await save()
  await screen.findByText('Prazos atualizados')
  expect(await stored()).toMatchObject({ lostMonths: 12, nurturingMonths: 24, isSmallAgent: true })
  await elsewhere({ lostMonths: 60 })
  await userEvent.selectOptions(lost, 'Não sugerir')
  await save()
  await screen.findByText(/Enquanto isso, mudou para 60 meses/)
  expect((await stored()).lostMonths).toBe(60)
  await save()
  await waitFor(async () => expect((await stored()).lostMonths).toBeNull())
})
