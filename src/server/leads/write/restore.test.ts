import { describe, expect, it } from 'vitest'
import { legacyStatuses } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLead, aLeadForm, anExportedLead, aUser, type ExportedLead, fetchAllLeads } from '../../testing/factories.ts'
import { sampleLeads } from '../../testing/lead-arbitraries.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app
const sync = (token: string, leads: unknown) => call(leadsApi.sync, { token, body: { leads } })
const stored = async (token: string) => fetchAllLeads(app, token, { sort: 'createdAt' })
const dated = (overrides: Partial<ExportedLead> = {}) =>
  anExportedLead({ createdAt: '2024-01-02T03:04:05.678901Z', updatedAt: '2024-05-06T07:08:09.000000Z', ...overrides })

describe('POST /leads/sync', () => {
  it('imports leads with their ids and timestamps', async () => {
    const { token, user } = await aUser(app)
    const lead = dated({ formaPagamento: 'Pix', dataFechamento: '2026-12-24' })
    const { status, data } = await sync(token, [lead])
    expect([status, data]).toEqual([200, { restored: 1, erased: 0 }])
    expect(await stored(token)).toMatchObject([
      {
        ...lead,
        userId: user._id,
        prazoEntrega: null,
        dataProspeccao: '2026-11-20T00:00:00.000Z',
        dataFechamento: '2026-12-24T00:00:00.000Z',
        version: 1,
      },
    ])
  })

  it('imports listed leads again after their removal, with their next version', async () => {
    const { token } = await aUser(app)
    await sync(token, sampleLeads(60))
    const before = await stored(token)
    for (const lead of before) await call(leadsApi.remove, { token, params: { id: lead._id } })
    expect(await stored(token)).toEqual([])
    expect((await sync(token, before)).data).toEqual({ restored: 60, erased: 0 })
    expect(await stored(token)).toEqual(before.map(lead => ({ ...lead, version: lead.version + 1 })))
  })

  it('overwrites existing leads as a new version and does not change their creation date', async () => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token, { formaPagamento: 'Pix' })
    await sync(token, [dated({ _id: lead._id, nome: 'Restaurado', status: 'ganho' })])
    const [restored] = await stored(token)
    expect(restored).toMatchObject({ nome: 'Restaurado', status: 'ganho', formaPagamento: null, version: 2 })
    expect(restored?.createdAt).toBe(lead.createdAt)
    expect((restored?.updatedAt ?? '') > lead.updatedAt).toBe(true)
  })

  it('accepts `id` for `_id`, as the specification allows', async () => {
    const { token } = await aUser(app)
    const { _id: id, ...lead } = anExportedLead()
    expect((await call(leadsApi.sync, { token, body: { leads: [{ ...lead, id }] } })).status).toBe(200)
    expect((await fetchAllLeads(app, token)).map(({ _id }) => _id)).toEqual([id])
    const { status, error } = await call(leadsApi.sync, { token, body: { leads: [lead] } })
    expect([status, error.fields]).toEqual([400, { 'leads.0._id': 'Identificador inválido' }])
  })

  it('deletes no lead', async () => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token)
    await sync(token, [dated()])
    expect(await stored(token)).toHaveLength(2)
    expect((await call(leadsApi.find, { token, params: { id: lead._id } })).data).toEqual(lead)
  })

  it('accepts an empty list', async () => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token)
    expect((await sync(token, [])).data).toEqual({ restored: 0, erased: 0 })
    expect(await stored(token)).toEqual([lead])
  })

  it('accepts legacy statuses', async () => {
    const { token } = await aUser(app)
    const statuses = Object.keys(legacyStatuses) as (keyof typeof legacyStatuses)[]
    await sync(
      token,
      statuses.map(status => dated({ status })),
    )
    expect((await stored(token)).map(lead => lead.status).toSorted()).toEqual(statuses.toSorted())
  })

  it('does not store dates in the future', async () => {
    const { token } = await aUser(app)
    await sync(token, [dated({ createdAt: '2190-01-01T00:00:00Z', updatedAt: '2190-01-01T00:00:00Z' })])
    const [lead] = await stored(token)
    expect(new Date(lead?.createdAt ?? '').getTime()).toBeLessThanOrEqual(Date.now() + 1000)
    expect(new Date(lead?.updatedAt ?? '').getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  it('has the same result when repeated twenty times concurrently', async () => {
    const { token } = await aUser(app)
    const leads = sampleLeads(30)
    const replies = await Promise.all(Array.from({ length: 20 }, () => sync(token, leads)))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    const after = await stored(token)
    expect(after).toHaveLength(30)
    expect(after.every(lead => lead.version === 20)).toBe(true)
  })
})

describe('POST /leads/sync with an invalid lead', () => {
  it.each<[string, unknown, string]>([
    ['email', 'joao', 'E-mail inválido'],
    ['nome', ' ', 'Informe o nome'],
    ['nome', 'a\u0000', 'Há um caractere inválido; apague e digite novamente'],
    ['valorServico', -1, 'O valor não pode ser negativo'],
    ['status', 'vendido', 'Esta etapa não existe'],
    ['_id', '1', 'Identificador inválido'],
    ['_id', undefined, 'Identificador inválido'],
    ['dataProspeccao', '2026-02-30', 'Esta data não existe'],
    ['createdAt', '0000-01-01T00:00:00Z', 'Esta data e hora não existe'],
    ['updatedAt', 'ontem', 'Informe data e hora válidas'],
  ])('(%s: %j) changes nothing and names the field', async (field, value, message) => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token)
    const leads: unknown[] = [dated({ _id: lead._id, nome: 'Mudou' }), ...sampleLeads(9)]
    leads[3] = { ...dated(), [field]: value }
    const { status, error } = await sync(token, leads)
    expect([status, error.code]).toEqual([400, 'validation_failed'])
    expect(error.fields).toEqual({ [`leads.3.${field}`]: message })
    expect(await stored(token)).toEqual([lead])
  })

  it('names all invalid fields', async () => {
    const { token } = await aUser(app)
    const { error } = await sync(token, [dated(), { ...dated(), email: 'x' }, { ...dated(), nome: ' ', telefone: ' ' }])
    expect(Object.keys(error.fields ?? {})).toEqual(['leads.1.email', 'leads.2.nome', 'leads.2.telefone'])
  })

  it.each<[string, (lead: Lead) => string]>([
    ['twice', lead => lead._id],
    ['twice, once in upper case', lead => lead._id.toUpperCase()],
  ])('rejects an id that occurs %s and changes nothing', async (_, twin) => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token)
    const { status, error } = await sync(token, [dated({ _id: lead._id }), dated(), dated({ _id: twin(lead) })])
    expect(status).toBe(400)
    expect(error.fields).toEqual({ 'leads.2._id': 'Este lead aparece duas vezes.' })
    expect(await stored(token)).toEqual([lead])
  })

  it.each<[unknown]>([[undefined], [null], ['x'], [{}], [{ 0: aLeadForm() }], [[null]], [[[]]], [['x']]])(
    'rejects %j instead of a list',
    async leads => {
      const { token } = await aUser(app)
      const { status, error } = await sync(token, leads)
      expect(status).toBe(400)
      expect(Object.keys(error.fields ?? {})[0]).toMatch(/^leads/)
    },
  )
})

describe('POST /leads/sync with many leads', () => {
  it('accepts 5,000 leads and rejects 5,001', async () => {
    const { token } = await aUser(app)
    const leads = Array.from({ length: 5001 }, () => dated())
    const rejected = await sync(token, leads)
    expect(rejected.status).toBe(400)
    expect(rejected.error.fields).toEqual({ leads: 'Envie no máximo 5.000 leads por vez' })
    expect((await sync(token, leads.slice(1))).data).toEqual({ restored: 5000, erased: 0 })
    const { data } = await call(leadsApi.stats, { token })
    expect(data).toMatchObject({ total: 5000, valorTotal: 5000 * 2500.5 })
  })
})
