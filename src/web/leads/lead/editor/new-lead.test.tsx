import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aMember, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { answerNextWrite, holdNextWrite } from '../../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../../tests/screens/open-app.tsx'

const server = await testApp()

/** The server processes requests but its responses are lost. */
const loseAnswers = () => {
  const through = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await through(input, init)
    if (init?.method === 'POST' && String(input) === '/api/leads') throw new TypeError('Failed to fetch')
    return answer
  })
}

const write = async () => {
  const dialog = within(await screen.findByRole('dialog'))
  const texts = {
    Nome: 'Maria',
    'Negócio / Nicho': 'Padaria',
    Telefone: '11987654321',
    'E-mail': ' maria@exemplo.com.br',
  }
  for (const [label, text] of Object.entries(texts)) await userEvent.type(dialog.getByLabelText(label), text)
  await userEvent.type(dialog.getByLabelText('Descrição do serviço'), 'Site')
  await userEvent.type(dialog.getByLabelText('Valor do serviço'), '5000')
  return dialog
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const leadsOf = async (token: string) => (await server.call(leadsApi.list, { token, query: {} })).data.leads

/** Writes a lead and saves it, and the response is lost. */
const saveInVain = async () => {
  const dialog = await write()
  const lost = loseAnswers()
  await press('Salvar')
  await screen.findByText('Erro ao criar lead!')
  lost.mockRestore()
  return dialog
}

it('a lead with a lost response is stored once, even after a reload and a retry', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?lead=novo', token)
  await saveInVain()
  cleanup()

  openApp('/dashboard?lead=novo', token)
  await screen.findByText('Recuperamos o que você tinha escrito')
  await press('Salvar')
  await screen.findByText('Lead cadastrado')
  expect(await leadsOf(token)).toMatchObject([{ nome: 'Maria', version: 1 }])
})

it('a lead edited after a lost response is stored with the last values', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?lead=novo', token)
  const dialog = await saveInVain()
  await userEvent.type(dialog.getByLabelText('Nome'), ' Aparecida')
  await press('Tentar novamente')
  await screen.findByText('Lead cadastrado')
  expect(await leadsOf(token)).toMatchObject([{ nome: 'Maria Aparecida', negocio: 'Padaria' }])
})

it('a lead after a discarded draft is a new lead', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?lead=novo', token)
  await saveInVain()
  cleanup()

  openApp('/dashboard?lead=novo', token)
  await press('Descartar')
  await write()
  await press('Salvar')
  await screen.findByText('Lead cadastrado')
  expect(await leadsOf(token)).toHaveLength(2)
})

it('a new lead goes to the chosen member of the team, also after a reload', async () => {
  const owner = await aUser(server)
  const seller = await aMember(server, owner, 'seller', 'Rui Lima')
  openApp('/dashboard?lead=novo', owner.token)
  await write()
  await userEvent.selectOptions(await screen.findByLabelText('Responsável'), 'Rui Lima')
  cleanup()

  openApp('/dashboard?lead=novo', owner.token)
  await screen.findByText('Recuperamos o que você tinha escrito')
  const dialog = within(await screen.findByRole('dialog'))
  const select = (await dialog.findByLabelText('Responsável')) as HTMLSelectElement
  expect(select.selectedOptions[0]?.textContent).toBe('Rui Lima')
  await press('Salvar')
  await screen.findByText('Lead cadastrado')
  expect(await leadsOf(owner.token)).toMatchObject([{ nome: 'Maria', userId: seller.member._id }])
})

it('a seller is not asked for a responsible member', async () => {
  const seller = await aMember(server, await aUser(server), 'seller')
  openApp('/dashboard?lead=novo', seller.token)
  await write()
  expect(screen.queryByLabelText('Responsável')).toBeNull()
})

it('a refused save focuses the first invalid field in the order of the screen', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?lead=novo', token)
  const dialog = await write()
  for (const label of ['Telefone', 'E-mail', 'Descrição do serviço', 'Valor do serviço']) {
    await userEvent.clear(dialog.getByLabelText(label))
  }
  const expectFocusOnSave = async (label: string) => {
    await press('Salvar')
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(label)))
  }
  await expectFocusOnSave('Telefone')
  await userEvent.type(dialog.getByLabelText('Telefone'), '11987654321')
  await expectFocusOnSave('E-mail')
  await userEvent.type(dialog.getByLabelText('E-mail'), 'maria@exemplo.com.br')
  await userEvent.type(dialog.getByLabelText('Descrição do serviço'), 'Site')
  await expectFocusOnSave('Valor do serviço')
  await userEvent.clear(dialog.getByLabelText('Nome'))
  await expectFocusOnSave('Nome')
})

describe('a new lead whose dialog is closed during a slow save', () => {
  const closeWhileSaving = async () => {
    await write()
    await press('Salvar')
    await press('Cancelar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getAllByRole('button', { name: 'Novo Lead' })[0] as HTMLElement)
    return screen.findByLabelText<HTMLInputElement>('Nome')
  }

  it('stays when the next lead is written before it is stored', async () => {
    const { token } = await aUser(server)
    openApp('/dashboard?lead=novo', token)
    await screen.findByRole('dialog')
    const release = holdNextWrite()
    const nome = await closeWhileSaving()
    expect(nome.value).toBe('')
    release()
    await screen.findByText('Lead cadastrado')
    const dialog = await write()
    await userEvent.type(dialog.getByLabelText('Nome'), ' José')
    await press('Salvar')
    await waitFor(async () =>
      expect((await leadsOf(token)).map(lead => lead.nome).toSorted()).toEqual(['Maria', 'Maria José']),
    )
  })

  it('stays when several are on their way', async () => {
    const { token } = await aUser(server)
    openApp('/dashboard?lead=novo', token)
    await screen.findByRole('dialog')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const through = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (init?.method === 'POST' && String(input) === '/api/leads') await released
      return through(input, init)
    })
    await closeWhileSaving()
    expect((await closeWhileSaving()).value).toBe('')
    release()
    await waitFor(async () => expect(await leadsOf(token)).toHaveLength(2))
    await waitFor(() => expect(Object.keys(sessionStorage).filter(key => key.includes('-enviado'))).toEqual([]))
  })

  it('comes back after a failure, once the next one is done', async () => {
    const { token } = await aUser(server)
    openApp('/dashboard?lead=novo', token)
    await screen.findByRole('dialog')
    const failure = Promise.withResolvers<Response>()
    answerNextWrite(() => failure.promise)
    expect((await closeWhileSaving()).value).toBe('')
    failure.reject(new TypeError('Failed to fetch'))
    await screen.findByText(/abra “Novo Lead” para continuar/)
    await press('Cancelar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getAllByRole('button', { name: 'Novo Lead' })[0] as HTMLElement)
    expect((await screen.findByLabelText<HTMLInputElement>('Nome')).value).toBe('Maria')
    await press('Salvar')
    await screen.findByText('Lead cadastrado')
    expect(await leadsOf(token)).toMatchObject([{ nome: 'Maria' }])
  })
})

it('what is written while a new lead is saved waits in its sheet', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?lead=novo', token)
  const dialog = await write()
  const release = holdNextWrite()
  await press('Salvar')
  await userEvent.type(dialog.getByLabelText('Descrição do serviço'), ' com loja')
  release()
  await screen.findByText(/O que você escreveu depois está guardado/)
  const [stored] = await leadsOf(token)
  expect(stored?.descricaoServico).toBe('Site')
  cleanup()
  openApp(`/dashboard?lead=${stored?._id}`)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Descrição do serviço')).value).toBe('Site com loja')
})
