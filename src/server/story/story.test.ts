import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { maxNoteLength, storyApi } from '#contract/story/story.ts'
import { assignLeads } from '../leads/assign-leads.ts'
import { maintainLeads } from '../leads/lead-maintenance.ts'
import { countReadBlocks } from '../testing/count-read-blocks.ts'
import { aLead, aMember, anExportedLead, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { listStory } from './store.ts'

const app = await testApp()
const { call, db } = app

const at = ({ token }: Person, { _id }: Lead) => ({ token, params: { id: _id } })
const storyOf = async (person: Person, lead: Lead, query = {}) =>
  (await call(storyApi.list, { ...at(person, lead), query })).data
const change = (person: Person, lead: Lead, body: object) => call(leadsApi.update, { ...at(person, lead), body })
const addNote = async (person: Person, lead: Lead, texto: string, _id?: string) =>
  (await call(storyApi.addNote, { ...at(person, lead), body: { texto, _id } })).data
const atNote = (person: Person, lead: Lead, noteId: string) => ({
  token: person.token,
  params: { id: lead._id, noteId },
})

describe('the story of a lead', () => {
  it('tells each change with its values and its author, newest first', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller', 'Sofia Lima')
    const lead = await aLead(app, seller.token, { valorServico: 100 })
    await change(owner, lead, { valorServico: 250.5 })
    await change(seller, lead, { status: 'ganho' })
    const writer = { accountId: owner.account._id, userId: null, actor: { kind: 'system', id: null } as const }
    await assignLeads(db, writer, [lead._id], owner.member._id)
    await call(leadsApi.remove, at(owner, lead))
    await call(leadsApi.restore, at(owner, lead))

    const { entries } = await storyOf(owner, lead)
    const [owned, sold] = [owner, seller].map(({ user, member }) => ({
      kind: 'user',
      member: { _id: member._id, nome: user.nome },
    }))
    expect(entries).toMatchObject([
      { kind: 'restored', actor: owned, toStage: 'ganho' },
      { kind: 'removed', actor: owned, fromStage: 'ganho' },
      {
        kind: 'assigned',
        actor: { kind: 'system', member: null },
        fromMember: { nome: 'Sofia Lima' },
        toMember: { nome: 'Mariana Conceição' },
      },
      { kind: 'stage', actor: sold, fromStage: 'novo-lead', toStage: 'ganho', isFromSinceExact: true },
      { kind: 'value', actor: owned, fromValor: 100, toValor: 250.5 },
      { kind: 'created', actor: sold, toStage: 'novo-lead' },
    ])
    expect(
      entries
        .map(entry => entry.at)
        .toSorted()
        .toReversed(),
    ).toEqual(entries.map(entry => entry.at))
  })

  it('begins with an import when the lead came from a file', async () => {
    const person = await aUser(app)
    const old = anExportedLead({ createdAt: '2026-01-02T10:00:00Z', updatedAt: '2026-03-04T10:00:00Z' })
    const leads = [old, anExportedLead({ createdAt: old.createdAt, updatedAt: old.createdAt })]
    await call(leadsApi.sync, { token: person.token, body: { leads } })
    const found = await Promise.all(
      leads.map(async ({ _id }) => (await call(leadsApi.find, at(person, { _id } as Lead))).data),
    )
    expect(found.map(({ stageSince, isStageSinceExact }) => [stageSince.slice(0, 10), isStageSinceExact])).toEqual([
      ['2026-03-04', false],
      ['2026-01-02', true],
    ])
    for (const lead of found) expect((await storyOf(person, lead)).entries).toMatchObject([{ kind: 'imported' }])
  })

  it('does not mention edits of other fields, nor a legacy status of the same stage', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token, { status: 'ganho' })
    await change(person, lead, { status: 'proposta-aceita' })
    const { data } = await change(person, lead, { nome: 'Maria' })
    expect((await storyOf(person, lead)).entries.map(({ kind }) => kind)).toEqual(['created'])
    expect(data.stageSince).toBe(lead.stageSince)
  })

  it('is hidden with its lead', async () => {
    const owner = await aUser(app)
    const [seller, other] = [await aMember(app, owner, 'seller'), await aMember(app, owner, 'seller')]
    const lead = await aLead(app, seller.token)
    const note = await addNote(seller, lead, 'Só minha')
    const statuses = await Promise.all([
      call(storyApi.list, at(other, lead)),
      call(storyApi.addNote, { ...at(other, lead), body: { texto: 'Oi' } }),
      call(storyApi.changeNote, { ...atNote(other, lead, note._id), body: { texto: 'Oi' } }),
      call(storyApi.removeNote, atNote(other, lead, note._id)),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    await call(leadsApi.remove, at(seller, lead))
    expect((await call(storyApi.list, at(seller, lead))).status).toBe(404)
  })

  it('ends when the trash is emptied, and with its account', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const [lead, kept] = [await aLead(app, person.token), await aLead(app, other.token)]
    await call(leadsApi.remove, at(person, lead))
    const left = async () =>
      (await db.rows('select from story_entries where lead_id = any ($1)', [[lead._id, kept._id]])).length
    expect(await left()).toBe(3)
    const now = () => new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    await maintainLeads({ ...app.services, now }, async () => {})
    expect(await left()).toBe(1)
    await db.run('delete from accounts where id = $1', [other.account._id])
    expect(await left()).toBe(0)
  })
})

describe('the pages of a story', () => {
  it('show everything, conversations or changes, without gaps', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    for (let round = 0; round < 4; round++) {
      await addNote(person, lead, `Nota ${round}`)
      await change(person, lead, { valorServico: round })
    }
    const pages = async (show?: string) => {
      const kinds: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Awaited<ReturnType<typeof storyOf>> = await storyOf(person, lead, {
          limit: 3,
          ...(show && { show }),
          ...(cursor && { cursor }),
        })
        kinds.push(...page.entries.map(({ kind }) => kind))
        cursor = page.nextCursor
      }
      return kinds
    }
    expect(await pages()).toEqual([...Array(4).fill(['value', 'note']).flat(), 'created'])
    expect(await pages('conversations')).toEqual(Array(4).fill('note'))
    expect(await pages('changes')).toEqual([...Array(4).fill('value'), 'created'])
  })

  it('reject a forged cursor and an unknown filter', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    for (const query of [{ cursor: 'x' }, { cursor: Buffer.from('["now","1"]').toString('base64url') }, { show: 'x' }])
      expect((await call(storyApi.list, { ...at(person, lead), query })).error.code).toBe('validation_failed')
  })

  it('read a few blocks for each entry, anywhere in a story of 100,000', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    // In steps, because one statement for all can exceed the statement timeout on a busy machine.
    for (let done = 0; done < 100_000; done += 10_000)
      await db.run(
        `insert into story_entries (account_id, lead_id, is_conversation, at, kind, text)
         select $1, $2, n % 1000 = 0, now() - n * interval '1 minute', case when n % 1000 = 0 then 'note' else 'value' end, 'x'
           from generate_series($3::int + 1, $3::int + 10000) n`,
        [person.account._id, lead._id, done],
      )
    await db.run('analyze story_entries')
    const middle = { at: new Date(Date.now() - 50_000 * 60_000).toISOString(), id: lead._id }
    for (const show of [undefined, 'conversations', 'changes'] as const)
      for (const after of [undefined, middle]) {
        const blocks = await countReadBlocks(db, reader =>
          listStory(reader, { accountId: person.account._id }, lead._id, { limit: 30, show, after }),
        )
        expect(blocks, `${show} ${after?.at}`).toBeGreaterThan(0)
        // Half of the story is in more than 500 blocks. Each of its 100 notes is in a block of its own.
        expect(blocks, `${show} ${after?.at}`).toBeLessThan(250)
      }
  })
})

describe('a note', () => {
  it('is added once, even if the request is repeated', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    const _id = '0192f0c1-0000-7000-8000-00000000000a'
    const body = { _id, texto: 'Ligar na sexta' }
    const replies = [
      await call(storyApi.addNote, { ...at(person, lead), body }),
      await call(storyApi.addNote, { ...at(person, lead), body }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 200])
    expect(replies[1]?.data).toEqual(replies[0]?.data)
    expect((await storyOf(person, lead, { show: 'conversations' })).entries).toMatchObject([
      { _id, texto: 'Ligar na sexta', editedAt: null, actor: { member: { _id: person.member._id } } },
    ])
  })

  it('is edited, removed and brought back by its author', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    const note = await addNote(person, lead, 'Antes')
    const edited = await call(storyApi.changeNote, { ...atNote(person, lead, note._id), body: { texto: 'Depois' } })
    expect(edited.data).toMatchObject({ texto: 'Depois', at: note.at, editedAt: expect.any(String) })
    for (const _ of [1, 2]) expect((await call(storyApi.removeNote, atNote(person, lead, note._id))).status).toBe(204)
    expect((await storyOf(person, lead)).entries[0]).toMatchObject({ texto: null, removedAt: expect.any(String) })
    await call(storyApi.changeNote, { ...atNote(person, lead, note._id), body: { texto: 'Depois' } })
    expect((await storyOf(person, lead)).entries[0]).toEqual(edited.data)
  })

  it('is changed by nobody else, not even the owner', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    const lead = await aLead(app, seller.token)
    const note = await addNote(seller, lead, 'Minha')
    const replies = [
      await call(storyApi.changeNote, { ...atNote(owner, lead, note._id), body: { texto: 'Sua' } }),
      await call(storyApi.removeNote, atNote(owner, lead, note._id)),
    ]
    for (const { status, error } of replies)
      expect([status, error.message]).toEqual([403, 'Só quem escreveu a nota pode editar ou excluir.'])
    expect((await storyOf(owner, lead)).entries[0]).toMatchObject({ texto: 'Minha' })
  })

  it.each([
    ['blank', '  \n', 'Escreva a nota'],
    ['too long', 'x'.repeat(maxNoteLength + 1), 'Use no máximo 10.000 caracteres'],
    ['not storable', 'a\u0000b', 'Há um caractere inválido; apague e digite novamente'],
  ])('is rejected when %s', async (_, texto, message) => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    const { status, error } = await call(storyApi.addNote, { ...at(person, lead), body: { texto } })
    expect([status, error.fields]).toEqual([400, { texto: message }])
  })
})
