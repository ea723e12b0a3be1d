import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)

const patch = (lead: Lead, body: object) => call(leadsApi.update, { token, params: { id: lead._id }, body })
const find = async (lead: Lead) => (await call(leadsApi.find, { token, params: { id: lead._id } })).data

describe('a change with `was`', () => {
  it('succeeds while its fields are unchanged, whatever else has changed', async () => {
    const lead = await aLead(app, token)
    await patch(lead, { valorServico: 777.77 })
    const { status, data } = await patch(lead, { status: 'ganho', was: { status: 'novo-lead' } })
    expect([status, data.status, data.valorServico, data.version]).toEqual([200, 'ganho', 777.77, 3])
  })

  it('is rejected with the current lead if one of its fields has changed', async () => {
    const lead = await aLead(app, token)
    const current = (await patch(lead, { status: 'perdido' })).data
    const { status, error } = await patch(lead, {
      status: 'ganho',
      dataFechamento: '2026-11-20',
      was: { status: 'novo-lead', dataFechamento: null },
    })
    expect([status, error.code, error.lead]).toEqual([412, 'stale_lead', current])
    expect(await find(lead)).toEqual(current)
  })

  it('succeeds if the field already has the new value, as after a lost response', async () => {
    const lead = await aLead(app, token)
    const move = { status: 'ganho', was: { status: 'novo-lead' } }
    expect((await patch(lead, move)).status).toBe(200)
    expect((await patch(lead, move)).data.status).toBe('ganho')
  })

  it.each([
    ['a date and its midnight in UTC', 'dataProspeccao', '2026-11-20T00:00:00.000Z', '2026-12-01', '2026-12-02'],
    ['null and an empty text', 'prazoEntrega', '', '30 dias', '60 dias'],
    ['an amount to the cent', 'valorServico', 1234.56, 1, 2],
    ['an e-mail with spaces around it', 'email', ' maria@exemplo.com ', 'a@b.com', 'c@d.com'],
  ])('compares stored values: %s', async (_, field, was, first, second) => {
    const lead = await aLead(app, token, {
      dataProspeccao: '2026-11-20',
      valorServico: 1234.56,
      email: 'maria@exemplo.com',
    })
    expect((await patch(lead, { [field]: first, was: { [field]: was } })).status).toBe(200)
    expect((await patch(lead, { [field]: second, was: { [field]: was } })).status).toBe(412)
  })

  it.each([
    [{ status: 'ganho', was: { nome: 'Maria' } }, 'was.nome'],
    [{ status: 'ganho', was: { status: 'vendido' } }, 'was.status'],
    [{ was: { status: 'ganho' } }, '_'],
  ])('%j is rejected: `was` may only name changed fields', async (change, field) => {
    const lead = await aLead(app, token)
    const { status, error } = await patch(lead, change)
    expect([status, error.code]).toEqual([400, 'validation_failed'])
    expect(Object.keys(error.fields ?? {})).toContain(field)
    expect(await find(lead)).toEqual(lead)
  })

  it('succeeds once when fifty concurrent changes name the same value, and returns the current lead to the others', async () => {
    const lead = await aLead(app, token, { nome: 'Início' })
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => patch(lead, { nome: `Nome ${index}`, was: { nome: 'Início' } })),
    )
    const made = responses.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(49)
    expect(await find(lead)).toEqual(made[0]?.data)
  })
})
