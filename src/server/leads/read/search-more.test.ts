import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { aLead, aMember, aUser } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app
const owner = await aUser(app)
const seller = await aMember(app, owner, 'seller')
const note = async (token: string, id: string, texto: string) =>
  (await call(storyApi.addNote, { token, params: { id }, body: { texto } })).data

const maria = await aLead(app, owner.token, { nome: 'Maria', telefone: '+55 11 8765-4321' })
const joana = await aLead(app, seller.token, { nome: 'Joana', telefone: '(21) 3456-7890 ramal 22' })
const find = async (search: string, { token } = owner) =>
  (await call(leadsApi.list, { token, query: { search } })).data.leads.map(({ nome }) => nome).toSorted()

describe('a search', () => {
  it.each([
    '(11) 98765-4321',
    '11987654321',
    '+55 11 8765-4321',
    '5511987654321',
    '011 8765 4321',
    '0 15 11 98765-4321',
    '8765-4321',
    '(11) 8765',
    '(11) 9876',
    '+55 11 98',
    '4321',
  ])('finds a lead by its phone number spelled %j', async search => expect(await find(search)).toEqual(['Maria']))

  it.each(['(21) 3456', '3456-7890', '021 3456 7890'])('finds a landline by %j', async search =>
    expect(await find(search)).toEqual(['Joana']),
  )

  it.each(['98765-0000', '321'])('finds no lead by %j', async search => expect(await find(search)).toEqual([]))

  it('finds a lead by its notes, whatever case and accents, until they are erased', async () => {
    const { _id: noteId } = await note(owner.token, maria._id, 'Quer orçamento 100% em JULHO')
    for (const search of ['orcamento', 'ORÇAMENTO 100%', 'em julho']) expect(await find(search)).toEqual(['Maria'])
    expect(await find('orcamento_100')).toEqual([])
    const board = await call(leadsApi.board, { token: owner.token, query: { search: 'orçamento' } })
    expect(board.data.columns[0]?.total).toBe(1)
    await call(storyApi.removeNote, { token: owner.token, params: { id: maria._id, noteId } })
    expect(await find('orcamento')).toEqual([])
  })

  it('shows a seller only leads that the seller sees', async () => {
    await note(owner.token, maria._id, 'Viaja amanhã')
    await note(seller.token, joana._id, 'Volta amanhã')
    expect(await find('amanha')).toEqual(['Joana', 'Maria'])
    expect(await find('amanha', seller)).toEqual(['Joana'])
    expect(await find('98765-4321', seller)).toEqual([])
    expect(await find('amanha', await aUser(app))).toEqual([])
  })
})
