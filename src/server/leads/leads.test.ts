import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads.ts'
import { aLead, aLeadForm, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

describe('a lead', () => {
  it('is stored and found again as it was written', async () => {
    const { token, user } = await aUser(app)
    const created = await call(leadsApi.create, { token, body: aLeadForm() })
    expect(created.status).toBe(201)
    expect(created.answer).toMatchObject({
      ...aLeadForm(),
      dataProspeccao: '2026-11-20T00:00:00.000Z',
      userId: user._id,
      status: 'novo-lead',
      version: 1,
      dataFechamento: null,
    })
    expect(created.raw.headers.etag).toBe('"1"')
    const found = await call(leadsApi.find, { token, params: { id: created.answer._id } })
    expect(found.answer).toEqual(created.answer)
    const board = await call(leadsApi.board, { token })
    expect(board.answer.columns[0]).toMatchObject({
      status: 'novo-lead',
      total: 1,
      valor: 2500.5,
      leads: [created.answer],
      nextCursor: null,
    })
    const moved = await call(leadsApi.update, { token, params: { id: created.answer._id }, body: { status: 'ganho' } })
    expect(moved.answer).toMatchObject({ status: 'ganho', version: 2 })
    const stats = await call(leadsApi.stats, { token })
    expect(stats.answer).toMatchObject({ total: 1, ganho: 1, novoLead: 0, valorFechados: 2500.5 })
    await aLead(app, token)
    const list = await call(leadsApi.list, { token })
    expect(list.answer.total).toBe(2)
  })
})
