import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { lostReasonsApi } from '#contract/lost-reasons/lost-reasons.ts'
import { templatesApi } from '#contract/templates/templates.ts'
import { aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { holdNextWrite, loseNextResponse } from '../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

const setUp = async () => {
  const { token } = await aUser(server)
  const open = () => openApp('/profile/vendas', token)
  open()
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const retype = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  return { token, open, press, retype }
}

describe('a ready message', () => {
  const withTemplate = async () => {
    const { token, ...screenOf } = await setUp()
    const templates = async () => (await server.call(templatesApi.list, { token })).data.templates
    const [first] = await templates()
    const { _id: id = '', nome = '', texto = '' } = first ?? {}
    const elsewhere = (change: object) =>
      server.call(templatesApi.save, { token, params: { id }, body: { nome, texto, ...change } })
    const removeElsewhere = () => server.call(templatesApi.remove, { token, params: { id } })
    return { ...screenOf, templates, elsewhere, removeElsewhere }
  }

  it('that a colleague deleted says so beside what was typed, and is stored again only as a new one', async () => {
    const { press, retype, templates, removeElsewhere } = await withTemplate()
    const names = async () => (await templates()).map(({ nome }) => nome)
    await press('Editar Primeiro contato')
    await retype('Nome da mensagem', 'Meu nome')
    await removeElsewhere()
    await press('Salvar')
    await screen.findByText('Esta mensagem foi excluída enquanto você editava')
    expect(await names()).toEqual(['Proposta enviada', 'Retomar a conversa'])
    expect(screen.getByLabelText<HTMLInputElement>('Nome da mensagem').value).toBe('Meu nome')
    await press('Salvar como nova')
    await screen.findByRole('button', { name: 'Editar Meu nome' })
    expect(await names()).toEqual(['Proposta enviada', 'Retomar a conversa', 'Meu nome'])
  })

  it('keeps what others changed in another field, and says what they wrote in the same', async () => {
    const { press, retype, templates, elsewhere } = await withTemplate()
    await press('Editar Primeiro contato')
    await elsewhere({ texto: 'Texto da colega' })
    await retype('Nome da mensagem', 'Meu nome')
    await press('Salvar')
    await screen.findByRole('button', { name: 'Editar Meu nome' })
    expect((await templates())[0]).toMatchObject({ nome: 'Meu nome', texto: 'Texto da colega' })
    await press('Editar Meu nome')
    await elsewhere({ nome: 'Outro nome', texto: 'Outro texto' })
    await retype('Mensagem', 'Meu texto')
    await press('Salvar')
    await screen.findByText(/Enquanto isso, mudou para “Outro texto”/)
    expect((await templates())[0]).toMatchObject({ nome: 'Outro nome', texto: 'Outro texto' })
    await press('Salvar')
    await screen.findByRole('button', { name: 'Editar Outro nome' })
    expect((await templates())[0]).toMatchObject({ nome: 'Outro nome', texto: 'Meu texto' })
  })

  it('that is new outlives a reload, and is stored once', async () => {
    const { open, press, retype, templates } = await withTemplate()
    await press('Nova mensagem')
    await retype('Nome da mensagem', 'Natal')
    await retype('Mensagem', 'Feliz Natal!')
    loseNextResponse()
    await press('Salvar')
    await screen.findByText('A mensagem não foi salva')
    cleanup()
    open()
    await screen.findByText('Recuperamos o que você tinha escrito')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Mensagem').value).toBe('Feliz Natal!')
    await press('Salvar')
    await screen.findByRole('button', { name: 'Nova mensagem' })
    expect((await templates()).filter(({ nome }) => nome === 'Natal')).toHaveLength(1)
    await press('Nova mensagem')
    expect(screen.getByLabelText<HTMLInputElement>('Nome da mensagem').value).toBe('')
  })

  it('that is sent twice is stored once', async () => {
    const { press, retype, templates } = await withTemplate()
    await press('Nova mensagem')
    await retype('Nome da mensagem', 'Natal')
    await retype('Mensagem', 'Feliz Natal!')
    const release = holdNextWrite()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Salvar' }))
    await userEvent.type(screen.getByLabelText('Nome da mensagem'), '{Enter}{Enter}')
    release()
    await screen.findByRole('button', { name: 'Nova mensagem' })
    expect((await templates()).filter(({ nome }) => nome === 'Natal')).toHaveLength(1)
  })
})

it('a reason for losses says how others have renamed it meanwhile', async () => {
  const { token, press, retype } = await setUp()
  const reasons = async () => (await server.call(lostReasonsApi.list, { token })).data.reasons.map(({ nome }) => nome)
  const [first] = (await server.call(lostReasonsApi.list, { token })).data.reasons
  await press('Renomear Preço')
  await retype('Motivo', 'Preço alto')
  await server.call(lostReasonsApi.save, { token, params: { id: first?._id ?? '' }, body: { nome: 'Caro demais' } })
  await press('Salvar')
  await screen.findByText(/Enquanto isso, mudou para “Caro demais”/)
  expect((await reasons())[0]).toBe('Caro demais')
  await press('Salvar')
  await screen.findByRole('button', { name: 'Renomear Preço alto' })
})

it('a reason for losses that a colleague archived stays archived when it is renamed, and the message says so', async () => {
  const { token, press, retype } = await setUp()
  const [first] = (await server.call(lostReasonsApi.list, { token })).data.reasons
  await press('Renomear Preço')
  await retype('Motivo', 'Preço alto')
  await server.call(lostReasonsApi.archive, { token, params: { id: first?._id ?? '' } })
  await press('Salvar')
  await screen.findByText('Motivo salvo. Ele foi arquivado enquanto você editava.')
  await userEvent.click(await screen.findByText('Arquivados (1)'))
  await press('Trazer Preço alto de volta')
  await screen.findByRole('button', { name: 'Renomear Preço alto' })
})
