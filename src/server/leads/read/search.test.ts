import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { anExportedLead, aUser, importLeads } from '../../testing/factories.ts'
import { sampleLeads } from '../../testing/lead-arbitraries.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const searched = (lead: Lead) => [lead.nome, lead.negocio, lead.email]

const oneLine = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(text => !/\s|\0/.test(text))
const odd = fc.sample(oneLine, { numRuns: 100, seed: 3 })
const leads = await importLeads(app, token, [
  ...sampleLeads(200),
  ...odd.map((text, index) => anExportedLead({ nome: `x${text}`, negocio: odd[index + 1] ?? 'y' })),
])

const find = async (search: string) =>
  (await call(leadsApi.list, { token, query: { search, limit: 500 } })).data.leads.map(lead => lead._id).toSorted()
const reference = (search: string) =>
  leads.filter(lead => searched(lead).some(text => fold(text).includes(fold(search.trim())))).map(lead => lead._id)

/** Parts of stored texts, so that most searches match. */
const pieces = leads.flatMap(searched)
const piece = fc
  .tuple(fc.constantFrom(...pieces), fc.nat(20), fc.integer({ min: 1, max: 8 }))
  .map(([text, from, length]) =>
    [...text]
      .slice(from % [...text].length)
      .slice(0, length)
      .join(''),
  )
const scrambled = fc
  .tuple(piece, fc.boolean())
  .map(([text, upper]) => (upper ? text.toUpperCase() : text.normalize('NFD')))

describe('a search', () => {
  it.each(['joao', 'JOÃO', 'João', 'joa\u0303o', ' joão '])('for %j ignores case and accents', async search => {
    const found = await find(search)
    expect(found).toEqual(reference('joao').toSorted())
    expect(found.length).toBeGreaterThan(5)
  })

  it.each([
    '%',
    '_',
    '\\',
    '%%',
    '\\%',
    '\\\\',
    "'",
    '"',
    "' or ''='",
    '100%',
    'a_b',
    'a\\b',
    '😀',
    'ç',
    'ß',
    'ﬁ',
    '*',
    '.',
    '.*',
    '[a-z]',
    '(',
    '$1',
    '{}',
    '\u0301',
  ])('matches %j literally', async search => {
    expect(await find(search)).toEqual(reference(search).toSorted())
  })

  it('matches what a plain text comparison matches, for any part of a text', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 4, arbitrary: scrambled }, { weight: 1, arbitrary: oneLine }),
        async search => {
          const ids = await find(search)
          found += ids.length
          expect(ids).toEqual(reference(search).toSorted())
        },
      ),
      { numRuns: 300 },
    )
    expect(found).toBeGreaterThan(1000)
  })

  it('covers only name, business and e-mail', async () => {
    const person = await aUser(app)
    await importLeads(app, person.token, [
      anExportedLead({ nome: 'Agulha' }),
      anExportedLead({ negocio: 'Agulha' }),
      anExportedLead({ email: 'agulha@exemplo.com' }),
      anExportedLead({
        descricaoServico: 'Agulha',
        telefone: 'agulha',
        formaPagamento: 'agulha',
        prazoEntrega: 'agulha',
      }),
    ])
    const { data } = await call(leadsApi.list, { token: person.token, query: { search: 'agulha' } })
    expect(data.total).toBe(3)
  })

  it('never matches across two fields', async () => {
    const person = await aUser(app)
    await importLeads(app, person.token, [anExportedLead({ nome: 'Maria', negocio: 'Padaria' })])
    for (const search of ['mariapadaria', 'maria padaria', 'apad']) {
      const { data } = await call(leadsApi.list, { token: person.token, query: { search } })
      expect(data.total, search).toBe(0)
    }
  })

  it('uses the new name of a renamed lead', async () => {
    const person = await aUser(app)
    const [lead] = await importLeads(app, person.token, [anExportedLead({ nome: 'Antes' })])
    await call(leadsApi.update, { token: person.token, params: { id: lead?._id ?? '' }, body: { nome: 'Dépois' } })
    const total = async (search: string) =>
      (await call(leadsApi.list, { token: person.token, query: { search } })).data.total
    expect([await total('antes'), await total('depois')]).toEqual([0, 1])
  })
})
