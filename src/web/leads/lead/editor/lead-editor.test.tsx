import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { holdNextWrite, loseNextResponse } from '../../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../../tests/screens/open-app.tsx'
// Loads the page's code before the first test.
import '../../dashboard/dashboard-page.tsx'
import './lead-dialog.tsx'
import '../../list/lead-list.tsx'

const server = await testApp()

const setUp = async () => {
  const { token, user } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Ana', negocio: 'Padaria', valorServico: 100 })
  const at = { token, params: { id: lead._id } }
  const open = async () => {
    openApp(`/dashboard?aba=lista&lead=${lead._id}`, token)
    // A loading dialog appears before the form.
    await screen.findByLabelText('Nome')
    return within(screen.getByRole('dialog'))
  }
  return {
    lead,
    open,
    /** Simulates a reload, which preserves `sessionStorage`. */
    openAgain: async () => {
      cleanup()
      return open()
    },
    keepDraft: (draft: object) => sessionStorage.setItem(`rascunho:${user._id}:${lead._id}`, JSON.stringify(draft)),
    elsewhere: async (body: Partial<Lead>) => (await server.call(leadsApi.update, { ...at, body })).data,
    stored: async () => (await server.call(leadsApi.find, at)).data,
  }
}

type Dialog = Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['open']>>
const type = (dialog: Dialog, field: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(field), { target: { value } })
const press = async (dialog: Dialog, name: string) => userEvent.click(await dialog.findByRole('button', { name }))
const isChecked = (dialog: Dialog, group: string, option: RegExp) =>
  (within(dialog.getByRole('group', { name: group })).getByRole('radio', { name: option }) as HTMLInputElement).checked

it('a restored draft merges into the current lead and leaves unchanged fields alone', async () => {
  const { open, openAgain, elsewhere, stored } = await setUp()
  type(await open(), 'Nome', 'Ana Souza')
  await elsewhere({ status: 'ganho', dataFechamento: '2026-11-20' })
  const dialog = await openAgain()
  await dialog.findByText(/Desde então, este lead mudou em outro lugar/)
  expect(dialog.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Souza')
  expect(dialog.getByLabelText<HTMLSelectElement>('Etapa').value).toBe('ganho')
  await press(dialog, 'Salvar')
  await waitFor(async () => expect((await stored()).nome).toBe('Ana Souza'))
  expect(await stored()).toMatchObject({ status: 'ganho', dataFechamento: '2026-11-20T00:00:00.000Z' })
})

it('a restored draft asks before saving over a field that changed since', async () => {
  const { open, openAgain, elsewhere, stored } = await setUp()
  type(await open(), 'Nome', 'Ana Souza')
  await elsewhere({ nome: 'Ana Lima' })
  const dialog = await openAgain()
  await press(dialog, 'Salvar')
  await dialog.findByText('Este lead foi alterado em outro lugar')
  expect(isChecked(dialog, 'Nome', /O que você escreveu/)).toBe(true)
  expect((await stored()).nome).toBe('Ana Lima')
  await press(dialog, 'Salvar as escolhas')
  await waitFor(async () => expect((await stored()).nome).toBe('Ana Souza'))
})

it('a draft of the first release, with every field, overwrites nothing silently', async () => {
  const { open, keepDraft, elsewhere, stored } = await setUp()
  await elsewhere({ status: 'ganho' })
  keepDraft({ nome: 'Ana Souza', negocio: 'Padaria', status: 'novo-lead' })
  const dialog = await open()
  await press(dialog, 'Salvar')
  await dialog.findByText('Este lead foi alterado em outro lugar')
  expect(dialog.getAllByRole('group').map(group => group.querySelector('legend')?.textContent)).toEqual([
    'Nome',
    'Etapa',
  ])
  expect(await stored()).toMatchObject({ nome: 'Ana', status: 'ganho' })
})

it('"Voltar a editar" takes their values for unchanged fields and asks again where both changed', async () => {
  const { open, elsewhere, stored } = await setUp()
  const dialog = await open()
  type(dialog, 'Nome', 'Ana Souza')
  type(dialog, 'Telefone', '11900000000')
  await elsewhere({ nome: 'Ana Lima', negocio: 'Confeitaria' })
  await press(dialog, 'Salvar')
  await press(dialog, 'Voltar a editar')
  expect(dialog.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Souza')
  expect(dialog.getByLabelText<HTMLInputElement>('Telefone').value).toBe('(11) 90000-0000')
  expect(dialog.getByLabelText<HTMLInputElement>('Negócio / Nicho').value).toBe('Confeitaria')
  await press(dialog, 'Salvar')
  await dialog.findByText('Este lead foi alterado em outro lugar')
  expect(dialog.getAllByRole('group')).toHaveLength(1)
  expect((await stored()).nome).toBe('Ana Lima')
  await press(dialog, 'Salvar as escolhas')
  await waitFor(async () =>
    expect(await stored()).toMatchObject({ nome: 'Ana Souza', negocio: 'Confeitaria', telefone: '(11) 90000-0000' }),
  )
})

it('a retry after a lost response needs no choice', async () => {
  const { open, stored } = await setUp()
  const dialog = await open()
  type(dialog, 'Nome', 'Ana Souza')
  loseNextResponse()
  await press(dialog, 'Salvar')
  await press(dialog, 'Tentar novamente')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await stored()).nome).toBe('Ana Souza')
})

it('a draft contains the changed fields and their previous values', async () => {
  const { open, lead } = await setUp()
  const dialog = await open()
  type(dialog, 'Nome', 'Ana Souza')
  await waitFor(() => expect(sessionStorage.length).toBe(1))
  const kept = () => JSON.parse(sessionStorage.getItem(sessionStorage.key(0) ?? '') ?? 'null')
  expect(kept()).toEqual({ version: lead.version, typed: { nome: 'Ana Souza' }, seen: { nome: 'Ana' } })
  type(dialog, 'Nome', 'Ana')
  expect(sessionStorage.length).toBe(0)
})

it('what is written while a lead is saved stays in the sheet', async () => {
  const { lead, open, stored } = await setUp()
  const dialog = await open()
  type(dialog, 'Nome', 'Ana Souza')
  const release = holdNextWrite()
  await press(dialog, 'Salvar')
  type(dialog, 'Descrição do serviço', 'Loja nova')
  release()
  await screen.findByText(/O que você escreveu depois está guardado/)
  expect(await stored()).toMatchObject({ nome: 'Ana Souza', descricaoServico: lead.descricaoServico })
  expect(dialog.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Souza')
  await press(dialog, 'Salvar')
  await waitFor(async () => expect((await stored()).descricaoServico).toBe('Loja nova'))
})
