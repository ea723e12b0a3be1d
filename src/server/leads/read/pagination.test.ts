import { describe, expect, it } from 'vitest'
import { leadSorts, leadsApi } from '#contract/leads/leads.ts'
import { aLead, anExportedLead, aUser, fetchAllLeads, importLeads } from '../../testing/factories.ts'
import { sampleLeads } from '../../testing/lead-arbitraries.ts'
import { testApp } from '../../testing/test-app.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)
const leads = await importLeads(app, token, sampleLeads(23))
const list = (query: Record<string, unknown>, as = token) => call(leadsApi.list, { token: as, query })
const idsOf = (some: { _id: string }[]) => some.map(lead => lead._id)

describe('a page', () => {
  it('has ten leads by default, the total and a cursor', async () => {
    const { data } = await list({})
    expect(data.leads).toHaveLength(10)
    expect(data.total).toBe(23)
    expect(data.nextCursor).toEqual(expect.any(String))
  })

  it('has the remaining leads and no cursor if it is the last', async () => {
    const { data } = await list({ page: 3 })
    expect(data.leads).toHaveLength(3)
    expect(data.nextCursor).toBeNull()
  })

  it('has no cursor if the last lead fills it exactly', async () => {
    expect((await list({ limit: 23 })).data.nextCursor).toBeNull()
    expect((await list({ limit: 22 })).data.nextCursor).not.toBeNull()
  })

  it.each([4, 1000, 1_000_000])('past the end is empty: %d', async page => {
    const { status, data } = await list({ page })
    expect(status).toBe(200)
    expect(data).toEqual({ leads: [], total: 23, nextCursor: null })
  })

  it.each([1, 2, 500])('can have %d leads', async limit => {
    expect((await list({ limit })).data.leads).toHaveLength(Math.min(limit, 23))
  })

  it('is empty without leads', async () => {
    const newcomer = await aUser(app)
    expect((await list({}, newcomer.token)).data).toEqual({ leads: [], total: 0, nextCursor: null })
  })

  it('is empty if the search matches nothing', async () => {
    expect((await list({ search: 'ninguém se chama assim' })).data).toEqual({ leads: [], total: 0, nextCursor: null })
  })
})

describe('a cursor', () => {
  it('continues after the previous page with the same filters', async () => {
    const query = { dataProspeccaoFim: '2026-12-31', limit: 3 }
    const matching = leads.filter(lead => lead.dataProspeccao < '2027')
    expect(matching.length).toBeGreaterThan(6)
    expect(idsOf(await fetchAllLeads(app, token, query)).toSorted()).toEqual(idsOf(matching).toSorted())
  })

  it('returns the total on every page', async () => {
    const first = await list({ limit: 20 })
    expect((await list({ limit: 20, cursor: first.data.nextCursor })).data).toMatchObject({ total: 23 })
  })

  it('neither repeats nor skips a lead when leads are added and removed meanwhile', async () => {
    const person = await aUser(app)
    const own = await importLeads(app, person.token, sampleLeads(12))
    const first = await list({ limit: 5 }, person.token)
    const seen = idsOf(first.data.leads)
    await aLead(app, person.token, { nome: 'Entrou agora' })
    await call(leadsApi.remove, { token: person.token, params: { id: seen[0] ?? '' } })
    await call(leadsApi.remove, { token: person.token, params: { id: seen[4] ?? '' } })
    const rest = await list({ limit: 500, cursor: first.data.nextCursor }, person.token)
    expect([...seen, ...idsOf(rest.data.leads)].toSorted()).toEqual(idsOf(own).toSorted())
  })

  it('works for every name that can be stored', async () => {
    const person = await aUser(app)
    const names = [
      '\u0001'.repeat(120),
      '"'.repeat(120),
      '漢'.repeat(120),
      '😀'.repeat(60),
      '\\'.repeat(120),
      'a\u2028b',
      '٣',
    ]
    await importLeads(
      app,
      person.token,
      names.map(nome => anExportedLead({ nome })),
    )
    const visited = await fetchAllLeads(app, person.token, { sort: 'nome', limit: 1 })
    expect(visited.map(lead => lead.nome).toSorted()).toEqual(names.toSorted())
  })

  it('is rejected for another sort', async () => {
    const { data } = await list({ sort: 'nome', limit: 1 })
    for (const sort of leadSorts.flatMap(field => [field, `-${field}`]).filter(sort => sort !== 'nome')) {
      const { status, error } = await list({ sort, cursor: data.nextCursor })
      expect([status, error.fields]).toEqual([400, { cursor: 'Cursor inválido' }])
    }
  })

  const id = leads[0]?._id ?? ''
  it.each<[string, string, string]>([
    ['an empty text', '', '-createdAt'],
    ['a word', 'abc', '-createdAt'],
    ['no base64', '%%%', '-createdAt'],
    ['other JSON', Buffer.from('{"sort":"nome"}').toString('base64url'), '-createdAt'],
    ['invalid JSON', Buffer.from('[').toString('base64url'), '-createdAt'],
    ['an invalid date', encodeCursor({ sort: '-createdAt', value: '2026-13-45 99:99:99+00', id }), '-createdAt'],
    ['an invalid time', encodeCursor({ sort: '-updatedAt', value: '2026-11-20 25:00:00+00', id }), '-updatedAt'],
    [
      'an invalid prospecting date',
      encodeCursor({ sort: 'dataProspeccao', value: '2026-02-30', id }),
      'dataProspeccao',
    ],
    ['an unsupported year', encodeCursor({ sort: 'dataProspeccao', value: '0000-01-01', id }), 'dataProspeccao'],
    ['an invalid closing date', encodeCursor({ sort: 'dataFechamento', value: '2026-02-30', id }), 'dataFechamento'],
    ['an invalid number', encodeCursor({ sort: 'valorServico', value: '1e5', id }), 'valorServico'],
    ['a number out of range', encodeCursor({ sort: 'valorServico', value: '9'.repeat(30), id }), 'valorServico'],
    ['an invalid status', encodeCursor({ sort: 'status', value: 'ganho', id }), 'status'],
    ['a NUL', encodeCursor({ sort: 'nome', value: 'a\u0000b', id }), 'nome'],
    ['SQL', encodeCursor({ sort: 'nome', value: "'; drop table leads; --", id: "' or 1=1" }), 'nome'],
  ])('is rejected if forged: %s', async (_, cursor, sort) => {
    const { status, error } = await list({ sort, cursor })
    expect([status, error.code, error.fields]).toEqual([400, 'validation_failed', { cursor: 'Cursor inválido' }])
  })

  it.each([
    ['-createdAt', '2026-11-20 12:00:00.123456+00'],
    ['updatedAt', '2026-11-20 12:00:00+00'],
    ['-valorServico', '99999999999'],
    ['status', '11'],
    ['dataFechamento', 'infinity'],
    ['-dataFechamento', '-infinity'],
    ['nome', 'Ünïcode "😀"'],
  ] as const)('of %s decodes to what was encoded', (sort, value) => {
    expect(decodeCursor(encodeCursor({ sort, value, id }), sort)).toEqual({ sort, value, id })
  })
})
