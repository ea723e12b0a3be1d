import { describe, expect, it } from 'vitest'
import { stageOf, stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLead, anExportedLead, aUser, fetchAllLeads, importLeads } from '../../testing/factories.ts'
import { sampleLeads } from '../../testing/lead-arbitraries.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app
const board = async (token: string, query: Record<string, unknown> = {}) =>
  (await call(leadsApi.board, { token, query })).data.columns
const idsOf = (leads: Lead[]) => leads.map(lead => lead._id)

describe('the board', () => {
  it('has eight columns in stage order, including empty ones', async () => {
    const { token } = await aUser(app)
    const columns = await board(token)
    expect(columns).toEqual(stages.map(status => ({ status, total: 0, valor: 0, leads: [], nextCursor: null })))
  })

  it('lists the last moved lead of a column first', async () => {
    const { token } = await aUser(app)
    const [first, second, third] = [await aLead(app, token), await aLead(app, token), await aLead(app, token)]
    const move = async (lead: Lead, status: string) =>
      (await call(leadsApi.update, { token, params: { id: lead._id }, body: { status } })).data
    await move(second, 'ganho')
    const [moved] = [await move(first, 'ganho')]
    const columns = await board(token)
    expect(idsOf(columns[0]?.leads ?? [])).toEqual([third._id])
    expect(idsOf(columns[5]?.leads ?? [])).toEqual([first._id, second._id])
    expect(columns[5]).toMatchObject({ status: 'ganho', total: 2, valor: 5001 })
    expect(columns[5]?.leads[0]).toEqual(moved)
  })

  it('counts and sums all leads of a column, not only those returned', async () => {
    const { token } = await aUser(app)
    await importLeads(
      app,
      token,
      Array.from({ length: 75 }, () => anExportedLead({ valorServico: 0.1 })),
    )
    const [column] = await board(token)
    expect(column).toMatchObject({ total: 75, valor: 7.5, nextCursor: expect.any(String) })
    expect(column?.leads).toHaveLength(50)
    expect((await board(token, { limit: 3 }))[0]?.leads).toHaveLength(3)
    expect((await board(token, { limit: 75 }))[0]).toMatchObject({ total: 75, nextCursor: null })
  })

  it('lists legacy statuses under their stage and returns them unchanged', async () => {
    const { token } = await aUser(app)
    const statuses = ['em-negociacao', 'proposta-aceita', 'proposta-recusada'] as const
    await importLeads(
      app,
      token,
      statuses.map(status => anExportedLead({ status, valorServico: 10 })),
    )
    const columns = await board(token)
    expect(columns.filter(column => column.total > 0)).toMatchObject([
      { status: 'negociacao', total: 1, valor: 10, leads: [{ status: 'em-negociacao' }] },
      { status: 'ganho', total: 1, valor: 10, leads: [{ status: 'proposta-aceita' }] },
      { status: 'perdido', total: 1, valor: 10, leads: [{ status: 'proposta-recusada' }] },
    ])
  })

  it('continues each column with a cursor until every lead was returned once', async () => {
    const { token } = await aUser(app)
    const leads = await importLeads(app, token, sampleLeads(120))
    for (const column of await board(token, { limit: 4 })) {
      const rest: Lead[] = []
      for (let cursor = column.nextCursor; cursor; ) {
        const query = { stage: column.status, sort: '-updatedAt', limit: 4, cursor }
        const { data } = await call(leadsApi.list, { token, query })
        expect(data.total).toBe(column.total)
        rest.push(...data.leads)
        cursor = data.nextCursor
      }
      const wanted = leads.filter(lead => stageOf(lead.status) === column.status)
      expect(idsOf([...column.leads, ...rest]).toSorted()).toEqual(idsOf(wanted).toSorted())
      expect([...column.leads, ...rest]).toEqual(
        await fetchAllLeads(app, token, { stage: column.status, sort: '-updatedAt' }),
      )
    }
  })
})
