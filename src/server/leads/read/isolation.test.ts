import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadStatuses, stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadSorts, leadsApi } from '#contract/leads/leads.ts'
import {
  aLead,
  aLeadForm,
  anAdmin,
  anExportedLead,
  aUser,
  fetchAllLeads,
  importLeads,
} from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

const owner = await aUser(app)
const stranger = await aUser(app)
const admin = await anAdmin(app)
const unknownId = '01939c3e-7a00-7000-8000-000000000001'

/** Returns the whole row of a lead. */
const storedRow = (lead: Lead) => db.row('select * from leads where id = $1', [lead._id])

describe.each([
  ['another user', stranger.token],
  ['an administrator', admin.token],
])('a lead does not exist for %s', (_, token) => {
  it.each([
    ['read', leadsApi.find, undefined, {}],
    ['replaced', leadsApi.replace, { ...aLeadForm(), status: 'perdido' }, {}],
    ['replaced at its version', leadsApi.replace, { ...aLeadForm(), status: 'perdido' }, { 'if-match': '"1"' }],
    ['replaced at another version', leadsApi.replace, { ...aLeadForm(), status: 'perdido' }, { 'if-match': '"9"' }],
    ['changed', leadsApi.update, { status: 'perdido' }, {}],
    ['deleted', leadsApi.remove, undefined, {}],
  ] as const)('that requests it to be %s', async (_, endpoint, body, headers) => {
    const lead = await aLead(app, owner.token)
    const before = await storedRow(lead)
    const theirs = await call(endpoint, { token, params: { id: lead._id }, body, headers: { ...headers } })
    const unknown = await call(endpoint, { token, params: { id: unknownId }, body, headers: { ...headers } })
    expect(theirs.status).toBe(404)
    const withoutRequestId = ({ requestId: _, ...rest }: typeof theirs.error) => rest
    expect(withoutRequestId(theirs.error)).toEqual(withoutRequestId(unknown.error))
    expect(Object.keys(theirs.raw.headers)).toEqual(Object.keys(unknown.raw.headers))
    expect(await storedRow(lead)).toEqual(before)
  })
})

describe('importing ids of another account', () => {
  it('creates own leads and does not change those of the other account', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const theirs = await aLead(app, other.token, { nome: 'De outra conta' })
    const leads = [{ ...theirs, nome: 'Minha cópia', userId: other.user._id }]
    const { status, data } = await call(leadsApi.sync, { token: person.token, body: { leads } })
    expect([status, data.restored]).toEqual([200, 1])
    expect(await fetchAllLeads(app, other.token)).toEqual([theirs])
    expect(await fetchAllLeads(app, person.token)).toMatchObject([
      { _id: theirs._id, nome: 'Minha cópia', userId: person.user._id, version: 1 },
    ])
  })
})

describe('no read', () => {
  const status = fc.constantFrom('', ...leadStatuses)
  const day = fc.constantFrom('', '2026-01-01', '2026-06-15', '2026-12-31')
  const query = fc.record({
    search: fc.constantFrom('', 'a', 'joao', '%', '_', "' or ''='", 'exemplo.com', '\\'),
    status,
    stage: fc.constantFrom('', ...stages),
    dataProspeccaoInicio: day,
    dataFechamentoFim: day,
    sort: fc.constantFrom(...leadSorts.flatMap(field => [field, `-${field}`])),
    page: fc.integer({ min: 1, max: 4 }),
    limit: fc.constantFrom(1, 10, 500),
  })

  it('returns a lead of another account, whatever the filters', async () => {
    const people = [await aUser(app), await aUser(app)]
    const names = ['João', 'Ana', '100%', 'a_b', 'Çelik']
    for (const { token } of people) {
      const leads = Array.from({ length: 150 }, (_, index) =>
        anExportedLead({
          nome: names[index % 5] ?? '',
          status: leadStatuses[index % 11] ?? 'ganho',
          dataFechamento: index % 3 ? '2026-06-15' : null,
        }),
      )
      await importLeads(app, token, leads)
    }
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...people), async (filters, { token, user }) => {
        const list = await call(leadsApi.list, { token, query: filters })
        const { sort: _, page: __, ...boardQuery } = filters
        const board = await call(leadsApi.board, { token, query: boardQuery })
        expect([list.status, board.status]).toEqual([200, 200])
        const seen = [...list.data.leads, ...board.data.columns.flatMap(column => column.leads)]
        expect(seen.filter(lead => lead.userId !== user._id)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('counts a lead of another account', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    await aLead(app, other.token)
    await aLead(app, person.token, { valorServico: 1 })
    for (const query of [{}, { search: 'a' }, { stage: 'novo-lead' }]) {
      const { data } = await call(leadsApi.stats, { token: person.token, query })
      expect(data).toMatchObject({ total: 1, valorTotal: 1 })
    }
  })

  it('continues the list of another user with its cursor', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    for (const { token } of [person, other]) await importLeads(app, token, [anExportedLead(), anExportedLead()])
    const first = await call(leadsApi.list, { token: other.token, query: { limit: 1 } })
    const query = { limit: 500, cursor: first.data.nextCursor }
    const { data } = await call(leadsApi.list, { token: person.token, query })
    expect(data.total).toBe(2)
    expect(data.leads.every(lead => lead.userId === person.user._id)).toBe(true)
  })
})
