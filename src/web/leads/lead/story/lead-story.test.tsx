import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { aLead, aMember, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { holdNextWrite, loseNextResponse } from '../../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../../tests/screens/open-app.tsx'
// Loads the page's code before the first test.
import '../../dashboard/dashboard-page.tsx'
import '../editor/lead-dialog.tsx'
import '../../list/lead-list.tsx'

const server = await testApp()

const setUp = async () => {
  const owner = await aUser(server)
  const seller = await aMember(server, owner, 'seller', 'Sofia Lima')
  const lead = await aLead(server, seller.token, { nome: 'Padaria Sol' })
  const at = (token: string) => ({ token, params: { id: lead._id } })
  await server.call(storyApi.addNote, { ...at(seller.token), body: { texto: 'Prefere https://wa.me/5511' } })
  await server.call(leadsApi.update, { ...at(owner.token), body: { status: 'qualificando' } })
  const open = async () => {
    openApp(`/dashboard?aba=lista&lead=${lead._id}`, owner.token)
    await screen.findByText(/Foi de Novo Lead para Qualificando/)
    return within(screen.getByRole('region', { name: 'História' }))
  }
  const stored = async () => {
    const { data } = await server.call(storyApi.list, { ...at(owner.token), query: { show: 'conversations' } })
    return data.entries.map(({ texto }) => texto)
  }
  return { lead, open, stored }
}
const inStory = () => within(screen.getByRole('list', { name: 'História' }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('the sheet tells the story, newest first, and filters it', async () => {
  const { open } = await setUp()
  await open()
  const told = inStory()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(told).toEqual([
    expect.stringMatching(/^Foi de Novo Lead para Qualificando, depois de menos de 1 minVocê · agora$/),
    expect.stringMatching(/^Prefere https:\/\/wa\.me\/5511Sofia Lima · agora$/),
    expect.stringMatching(/^Lead cadastrado na etapa Novo LeadSofia Lima · agora$/),
  ])
  expect(screen.getByRole('link', { name: 'https://wa.me/5511' }).getAttribute('rel')).toContain('noopener')
  expect(screen.queryByRole('button', { name: 'Editar nota' })).toBeNull()
  await press('Conversas')
  await waitFor(() => expect(inStory().getAllByRole('listitem')).toHaveLength(1))
  await press('Mudanças')
  await waitFor(() => expect(inStory().getAllByRole('listitem')).toHaveLength(2))
})

it('a note is written, edited, removed and brought back', async () => {
  const { open, stored } = await setUp()
  const story = await open()
  await press('Adicionar nota')
  await story.findByText('Escreva a nota')
  await userEvent.type(story.getByLabelText('Nova nota'), 'Ligar amanhã{Control>}{Enter}{/Control}')
  await inStory().findByText('Ligar amanhã')
  expect((story.getByLabelText('Nova nota') as HTMLTextAreaElement).value).toBe('')

  await press('Editar nota')
  await userEvent.type(story.getByLabelText('Editar nota'), ' cedo')
  await press('Salvar nota')
  await inStory().findByText(/editada/)

  await press('Excluir nota')
  await inStory().findByText('Nota excluída')
  expect((await stored())[0]).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await inStory().findByText('Ligar amanhã cedo')
  expect((await stored())[0]).toBe('Ligar amanhã cedo')
})

it('a note with a lost response is kept, and stored once after a reload and a retry', async () => {
  const { open, stored } = await setUp()
  const story = await open()
  await userEvent.type(story.getByLabelText('Nova nota'), 'Ligar amanhã')
  loseNextResponse()
  await press('Adicionar nota')
  await story.findByText(/A nota não foi salva/)
  cleanup()
  const again = await open()
  expect((again.getByLabelText('Nova nota') as HTMLTextAreaElement).value).toBe('Ligar amanhã')
  await press('Adicionar nota')
  await waitFor(() => expect((again.getByLabelText('Nova nota') as HTMLTextAreaElement).value).toBe(''))
  expect(await stored()).toEqual(['Ligar amanhã', 'Prefere https://wa.me/5511'])
})

it('a note that is corrected after a lost response is stored corrected', async () => {
  const { open, stored } = await setUp()
  const story = await open()
  const note = story.getByLabelText<HTMLTextAreaElement>('Nova nota')
  await userEvent.type(note, 'Ligar amanhã')
  loseNextResponse()
  await press('Adicionar nota')
  await story.findByText(/A nota não foi salva/)
  await userEvent.type(note, ' às 15h, falar com a Ana')
  await press('Tentar novamente')
  await waitFor(() => expect(note.value).toBe(''))
  expect((await stored())[0]).toBe('Ligar amanhã às 15h, falar com a Ana')
  expect(await stored()).toHaveLength(2)
})

it('a note takes no input while it is being saved, and keeps the focus', async () => {
  const { open, stored } = await setUp()
  const story = await open()
  const note = story.getByLabelText<HTMLTextAreaElement>('Nova nota')
  const release = holdNextWrite()
  await userEvent.type(note, 'Primeira{Control>}{Enter}{/Control}')
  await userEvent.keyboard(' e mais isto')
  expect([note.value, document.activeElement]).toEqual(['Primeira', note])
  release()
  await inStory().findByText('Primeira')
  await userEvent.keyboard('Segunda')
  expect(note.value).toBe('Segunda')
  expect((await stored())[0]).toBe('Primeira')
})

it('the end of an edit leaves the focus where the user types, and an edit goes on when its lead opens again', async () => {
  const { open } = await setUp()
  const story = await open()
  const note = story.getByLabelText<HTMLTextAreaElement>('Nova nota')
  await userEvent.type(note, 'Antiga{Control>}{Enter}{/Control}')
  await inStory().findByText('Antiga')
  await press('Editar nota')
  await userEvent.type(story.getByLabelText('Editar nota'), ' e nova')
  cleanup()
  const again = await open()
  const edited = again.getByLabelText<HTMLTextAreaElement>('Editar nota')
  expect([edited.value, document.activeElement === edited]).toEqual(['Antiga e nova', false])
  const release = holdNextWrite()
  await press('Salvar nota')
  const next = again.getByLabelText<HTMLTextAreaElement>('Nova nota')
  await userEvent.click(next)
  await userEvent.keyboard('Ligar ')
  release()
  await inStory().findByText(/editada/)
  await userEvent.keyboard('amanhã')
  expect(next.value).toBe('Ligar amanhã')
})

it('the sheet opens with the data of the card, before the response', async () => {
  const { token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'Padaria Sol' })
  openApp('/dashboard?aba=lista', token)
  const name = await screen.findByRole('button', { name: 'Padaria Sol' })
  await server.call(leadsApi.update, { token, params: { id: lead._id }, body: { negocio: 'Confeitaria' } })
  const through = globalThis.fetch
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (String(input).startsWith(`/api/leads/${lead._id}`)) await held
    return through(input, init)
  })
  await userEvent.click(name)
  const nome = await screen.findByLabelText<HTMLInputElement>('Nome')
  expect(nome.value).toBe('Padaria Sol')
  await userEvent.type(nome, ' e Lua')
  answer()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Negócio / Nicho').value).toBe('Confeitaria'))
  expect(nome.value).toBe('Padaria Sol e Lua')
})
