import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aMember, anExpiredTrialUser, aUser, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

const openPalette = async ({ token }: Person, path = '/profile') => {
  openApp(path, token)
  await screen.findByRole('button', { name: 'Buscar leads e ações' })
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: /Nome, telefone, nota/ })
}
const activeOption = () => screen.getByRole('option', { selected: true }).textContent
const stored = async ({ token }: Person, id: string) =>
  (await server.call(leadsApi.find, { token, params: { id } })).data

it('goes to a lead by its phone number, with the keyboard alone', async () => {
  const person = await aUser(server)
  const lead = await aLead(server, person.token, { nome: 'Ana Souza', telefone: '(11) 98765-4321' })
  await aLead(server, person.token, { nome: 'Bruno', telefone: '2133334444', email: 'bruno@exemplo.com.br' })
  const field = await openPalette(person)
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, '98765')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  expect(activeOption()).toContain('Ana Souza')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toContain(`lead=${lead._id}`))
  expect(screen.queryByRole('combobox', { name: /Nome, telefone, nota/ })).toBeNull()
})

it('goes to a page, a filter and a person', async () => {
  const owner = await aUser(server)
  const seller = await aMember(server, owner, 'seller', 'Rafael Nogueira')
  const field = await openPalette(owner)
  await userEvent.type(field, 'relatorio{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Relatórios' })
  await userEvent.click(screen.getByRole('button', { name: 'Buscar leads e ações' }))
  await userEvent.type(await screen.findByRole('combobox', { name: /Nome, telefone, nota/ }), 'leads de rafael')
  await screen.findByRole('option', { name: 'Leads de Rafael Nogueira' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toBe(`?aba=lista&responsavel=${seller.member._id}`))
})

it('moves a lead, and assigns it', async () => {
  const owner = await aUser(server)
  const seller = await aMember(server, owner, 'seller', 'Rafael Nogueira')
  const { _id } = await aLead(server, owner.token, { nome: 'Ana Souza' })
  const field = await openPalette(owner)
  await userEvent.type(field, 'mover um lead{Enter}')
  await screen.findByRole('option', { name: /Ana Souza/ })
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Mover Ana Souza' })
  await waitFor(() => expect(document.activeElement?.getAttribute('placeholder')).toBe('Etapa'))
  await userEvent.keyboard('negocia{Enter}')
  await waitFor(async () => expect((await stored(owner, _id)).status).toBe('negociacao'))

  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: /Nome, telefone, nota/ }), 'atribuir')
  await userEvent.click(await screen.findByRole('option', { name: 'Atribuir um lead…' }))
  await userEvent.click(await screen.findByRole('option', { name: /Ana Souza/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Rafael Nogueira' }))
  await waitFor(async () => expect((await stored(owner, _id)).userId).toBe(seller.member._id))
})

it('the arrow keys choose, and Backspace returns to the step before', async () => {
  const person = await aUser(server)
  await aLead(server, person.token, { nome: 'Ana Souza' })
  const field = await openPalette(person)
  await userEvent.type(field, 'lead')
  const options = () =>
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(options().length).toBeGreaterThan(2))
  const [first, second] = options()
  expect(activeOption()).toBe(first)
  await userEvent.keyboard('{ArrowDown}')
  expect(activeOption()).toBe(second)
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(activeOption()).toBe(options().at(-1))
  await userEvent.clear(field)
  await userEvent.type(field, 'mover um lead{Enter}')
  await screen.findByRole('heading', { name: 'Mover qual lead?' })
  await waitFor(() => expect(document.activeElement?.getAttribute('placeholder')).toBe('Nome, telefone ou nota'))
  await userEvent.keyboard('{Backspace}')
  await screen.findByRole('heading', { name: 'Buscar leads e ações' })
})

it('does not open for an account without access', async () => {
  const { token } = await anExpiredTrialUser(server)
  openApp('/subscription', token)
  await screen.findByRole('heading', { level: 1 })
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('button', { name: 'Buscar leads e ações' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
