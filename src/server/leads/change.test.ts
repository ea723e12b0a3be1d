import { describe, expect, it } from 'vitest'
import { legacyStatuses } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLead, aLeadForm, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { parseIfMatch } from './change-lead.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)

const at = (lead: Lead, ifMatch?: number | string) => ({
  token,
  params: { id: lead._id },
  headers: ifMatch === undefined ? {} : { 'if-match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch },
})
const patch = (lead: Lead, body: object, ifMatch?: number | string) =>
  call(leadsApi.update, { ...at(lead, ifMatch), body })
const put = (lead: Lead, body: object, ifMatch?: number | string) =>
  call(leadsApi.replace, { ...at(lead, ifMatch), body })
const find = async (lead: Lead) => call(leadsApi.find, at(lead))
const count = <Item>(items: Item[], wanted: Item) => items.filter(item => item === wanted).length

describe('PATCH /leads/:id', () => {
  it('leaves all other fields unchanged', async () => {
    const lead = await aLead(app, token, {
      formaPagamento: 'Pix',
      prazoEntrega: '30 dias',
      dataFechamento: '2026-12-24',
    })
    const { status, data, raw } = await patch(lead, { status: 'ganho' })
    expect(status).toBe(200)
    const { updatedAt, stageSince } = data
    expect(data).toEqual({ ...lead, status: 'ganho', version: 2, updatedAt, stageSince })
    expect(data.updatedAt > lead.updatedAt).toBe(true)
    expect(raw.headers.etag).toBe('"2"')
    expect((await find(lead)).data).toEqual(data)
  })

  it.each([
    { nome: 'Maria' },
    { negocio: 'Padaria' },
    { telefone: '190' },
    { email: 'maria@exemplo.com' },
    { descricaoServico: 'Outra' },
    { valorServico: 0.07 },
    { status: 'perdido' },
    { formaPagamento: 'Boleto' },
    { prazoEntrega: 'amanhã' },
  ])('changes only %j', async change => {
    const lead = await aLead(app, token)
    const { data } = await patch(lead, change)
    const { updatedAt, stageSince } = data
    const moved = 'status' in change ? { stageSince } : {}
    expect(data).toEqual({ ...lead, ...change, ...moved, version: 2, updatedAt })
  })

  it('clears fields sent as null and leaves missing fields unchanged', async () => {
    const lead = await aLead(app, token, {
      formaPagamento: 'Pix',
      prazoEntrega: '30 dias',
      dataFechamento: '2026-12-24',
    })
    const { data } = await patch(lead, { dataFechamento: null, prazoEntrega: '' })
    expect(data).toMatchObject({ formaPagamento: 'Pix', prazoEntrega: null, dataFechamento: null })
  })

  it.each([
    [{}, '_'],
    [{ somethingElse: 1 }, '_'],
    [{ nome: null }, 'nome'],
    [{ nome: ' ' }, 'nome'],
    [{ valorServico: null }, 'valorServico'],
    [{ dataProspeccao: null }, 'dataProspeccao'],
    [{ dataFechamento: '2026-02-30' }, 'dataFechamento'],
    [{ status: 'vendido', nome: 'Maria' }, 'status'],
  ])('rejects %j and changes nothing', async (change, field) => {
    const lead = await aLead(app, token)
    const { status, error } = await patch(lead, change)
    expect(status).toBe(400)
    expect(Object.keys(error.fields ?? {})).toEqual([field])
    expect((await find(lead)).data).toEqual(lead)
  })
})

describe('PUT /leads/:id', () => {
  it('replaces all fields and clears missing ones', async () => {
    const lead = await aLead(app, token, { formaPagamento: 'Pix', dataFechamento: '2026-12-24' })
    const form = { ...aLeadForm({ nome: 'Maria', valorServico: 1 }), status: 'ganho' }
    const { status, data, raw } = await put(lead, form)
    expect(status).toBe(200)
    expect(data).toMatchObject({ nome: 'Maria', valorServico: 1, status: 'ganho', version: 2 })
    expect(data).toMatchObject({ formaPagamento: null, dataFechamento: null, createdAt: lead.createdAt })
    expect(raw.headers.etag).toBe('"2"')
  })

  it('accepts a lead as returned, without changes', async () => {
    const lead = await aLead(app, token, { dataFechamento: '2026-12-24' })
    const { data } = await put(lead, lead)
    expect(data).toEqual({ ...lead, version: 2, updatedAt: data.updatedAt })
  })

  it('rejects a lead with missing fields', async () => {
    const lead = await aLead(app, token)
    const { status, error } = await put(lead, { status: 'ganho' })
    expect(status).toBe(400)
    expect(error.fields).toHaveProperty('nome')
    expect((await find(lead)).data).toEqual(lead)
  })
})

describe('a legacy status', () => {
  it.each(Object.keys(legacyStatuses))('%s is accepted by a change', async status => {
    const lead = await aLead(app, token)
    expect((await patch(lead, { status })).data).toMatchObject({ status, version: 2 })
    expect((await put(lead, { ...lead, status })).data).toMatchObject({ status, version: 3 })
  })
})

describe('a change with If-Match', () => {
  it('succeeds if the version matches', async () => {
    const lead = await aLead(app, token)
    expect((await patch(lead, { nome: 'Maria' }, 1)).status).toBe(200)
    expect((await put(lead, { ...lead, nome: 'Ana' }, 2)).data).toMatchObject({ nome: 'Ana', version: 3 })
  })

  it('is rejected with the current lead if the version does not match', async () => {
    const lead = await aLead(app, token)
    const current = (await patch(lead, { nome: 'Maria' })).data
    for (const rejected of [await patch(lead, { nome: 'Ana' }, 1), await put(lead, { ...lead, nome: 'Ana' }, 1)]) {
      expect([rejected.status, rejected.error.code]).toEqual([412, 'stale_lead'])
      expect(rejected.error.lead).toEqual(current)
    }
    expect((await find(lead)).data).toEqual(current)
  })

  it.each(['abc', '"1", "2"', '1.5', '-1', '""', '"99999999999"'])(
    'is rejected for the invalid header %s',
    async ifMatch => {
      const lead = await aLead(app, token)
      const { status, error } = await patch(lead, { nome: 'Maria' }, ifMatch)
      expect([status, error.code]).toEqual([400, 'validation_failed'])
      expect((await find(lead)).data).toEqual(lead)
    },
  )

  it.each([
    [undefined, undefined],
    ['*', undefined],
    ['"3"', 3],
    ['W/"3"', 3],
    [' 3 ', 3],
  ])('parses the header %j as %j', (header, version) => {
    expect(parseIfMatch(header)).toBe(version)
  })
})

describe('fifty concurrent changes', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => index)

  it('with the same version change the lead once and return the current lead to the others', async () => {
    const lead = await aLead(app, token)
    const responses = await Promise.all(fifty.map(index => patch(lead, { nome: `Nome ${index}` }, 1)))
    const statuses = responses.map(({ status }) => status)
    expect([count(statuses, 200), count(statuses, 412)]).toEqual([1, 49])
    const winner = responses.find(({ status }) => status === 200)?.data
    for (const { status, error } of responses) if (status === 412) expect(error.lead).toEqual(winner)
    expect((await find(lead)).data).toEqual(winner)
  })

  it('without a version create consecutive versions, of which the last is stored', async () => {
    const lead = await aLead(app, token)
    const responses = await Promise.all(fifty.map(index => patch(lead, { valorServico: index })))
    const versions = responses.map(({ data }) => data.version).sort((a, b) => a - b)
    expect(versions).toEqual(fifty.map(index => index + 2))
    expect((await find(lead)).data).toEqual(responses.find(({ data }) => data.version === 51)?.data)
  })

  it('of different fields do not overwrite each other', async () => {
    const lead = await aLead(app, token)
    const rounds = fifty
      .slice(1)
      .flatMap(index => [
        patch(lead, { descricaoServico: `Texto ${index}` }),
        patch(lead, { status: index % 2 ? 'ganho' : 'perdido' }),
      ])
    await Promise.all([...rounds, patch(lead, { nome: 'Só uma vez' })])
    expect((await find(lead)).data).toMatchObject({
      nome: 'Só uma vez',
      descricaoServico: expect.stringMatching(/^Texto \d+$/),
      negocio: lead.negocio,
      version: 100,
    })
  })
})

describe('DELETE /leads/:id', () => {
  const remove = (lead: Lead) => call(leadsApi.remove, at(lead))

  it('removes the lead, after which every request returns 404', async () => {
    const lead = await aLead(app, token)
    const { status, raw } = await remove(lead)
    expect([status, raw.body]).toEqual([204, ''])
    for (const reply of [
      await remove(lead),
      await find(lead),
      await patch(lead, { nome: 'x' }),
      await put(lead, lead),
    ]) {
      expect([reply.status, reply.error.code]).toEqual([404, 'not_found'])
    }
  })

  it('is not undone by a concurrent change', async () => {
    const person = await aUser(app)
    const leads = await Promise.all(Array.from({ length: 50 }, () => aLead(app, person.token)))
    const own = (lead: Lead) => ({ token: person.token, params: { id: lead._id } })
    const replies = await Promise.all(
      leads.flatMap(lead => [
        call(leadsApi.update, { ...own(lead), body: { status: 'ganho' } }),
        call(leadsApi.remove, own(lead)),
        call(leadsApi.replace, { ...own(lead), body: lead }),
      ]),
    )
    for (const [index, { status }] of replies.entries()) expect(index % 3 === 1 ? [204] : [200, 404]).toContain(status)
    for (const lead of leads) expect((await call(leadsApi.find, own(lead))).status).toBe(404)
    expect((await call(leadsApi.stats, { token: person.token })).data).toMatchObject({ total: 0, valorTotal: 0 })
  })
})
