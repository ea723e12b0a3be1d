import { describe, expect, it } from 'vitest'
import { stages } from '#contract/leads/lead-status.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aLeadForm, anExportedLead, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app
const id = () => anExportedLead()._id

describe('POST /leads', () => {
  it('stores and returns the lead as sent', async () => {
    const { token, user } = await aUser(app)
    const form = { ...aLeadForm(), formaPagamento: 'Pix', prazoEntrega: '30 dias', dataFechamento: '2026-12-24' }
    const { status, data, raw } = await call(leadsApi.create, { token, body: form })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ...form,
      dataProspeccao: '2026-11-20T00:00:00.000Z',
      dataFechamento: '2026-12-24T00:00:00.000Z',
      status: 'novo-lead',
      userId: user._id,
      version: 1,
    })
    expect(data.createdAt).toBe(data.updatedAt)
    expect(raw.headers.etag).toBe('"1"')
    const found = await call(leadsApi.find, { token, params: { id: data._id } })
    expect(found.data).toEqual(data)
    expect(found.raw.headers.etag).toBe('"1"')
  })

  it('stores empty and missing fields as null', async () => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token, { formaPagamento: '  ', prazoEntrega: null, dataFechamento: '' })
    expect(lead).toMatchObject({ formaPagamento: null, prazoEntrega: null, dataFechamento: null })
  })

  it.each(stages)('accepts the stage %s', async status => {
    const { token } = await aUser(app)
    expect(await aLead(app, token, { status })).toMatchObject({ status })
  })

  it.each([0, 0.01, 0.1, 0.29, 1.1, 1234.56, 999_999_999.99])('stores R$ %d exact to the cent', async valorServico => {
    const { token } = await aUser(app)
    expect(await aLead(app, token, { valorServico })).toMatchObject({ valorServico })
    expect((await call(leadsApi.stats, { token })).data.valorTotal).toBe(valorServico)
  })

  it('stores the longest text whose normalized letters take nine bytes each, which indexes must hold', async () => {
    const { token } = await aUser(app)
    const longest = {
      nome: '각'.repeat(120),
      negocio: '힣'.repeat(120),
      email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.com.br`,
    }
    expect(await aLead(app, token, longest)).toMatchObject(longest)
  })

  it('generates ids that sort by time and cannot be guessed', async () => {
    const { token } = await aUser(app)
    const [first, second] = [await aLead(app, token), await aLead(app, token)]
    expect(first._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(first._id < second._id).toBe(true)
    expect(first._id.slice(-12)).not.toBe(second._id.slice(-12))
  })
})

describe('a lead with a client-generated id', () => {
  it('is stored with this id', async () => {
    const { token } = await aUser(app)
    const _id = id()
    expect((await aLead(app, token, { _id }))._id).toBe(_id)
  })

  it('is stored once however often it is sent, and returned as stored', async () => {
    const { token } = await aUser(app)
    const body = aLeadForm({ _id: id() })
    const first = await call(leadsApi.create, { token, body })
    const again = await call(leadsApi.create, { token, body: { ...body, nome: 'Outro nome' } })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.data).toEqual(first.data)
    expect(again.raw.headers.etag).toBe('"1"')
    expect((await call(leadsApi.stats, { token })).data).toMatchObject({ total: 1, valorTotal: body.valorServico })
  })

  it('is returned in its current state if it was changed meanwhile', async () => {
    const { token } = await aUser(app)
    const body = aLeadForm({ _id: id() })
    const { data } = await call(leadsApi.create, { token, body })
    await call(leadsApi.update, { token, params: { id: data._id }, body: { status: 'ganho' } })
    expect((await call(leadsApi.create, { token, body })).data).toMatchObject({ status: 'ganho', version: 2 })
  })

  it('is stored once when twenty requests arrive concurrently', async () => {
    const { token } = await aUser(app)
    const body = aLeadForm({ _id: id() })
    const responses = await Promise.all(Array.from({ length: 20 }, () => call(leadsApi.create, { token, body })))
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    for (const { data } of responses) expect(data).toEqual(responses[0]?.data)
    expect((await call(leadsApi.stats, { token })).data.total).toBe(1)
  })

  it('is the same lead when the id is in upper case', async () => {
    const { token } = await aUser(app)
    const own = id()
    await aLead(app, token, { _id: own })
    const { status } = await call(leadsApi.create, { token, body: aLeadForm({ _id: own?.toUpperCase() }) })
    expect(status).toBe(200)
  })

  it('accepts the id as `id`, as the specification allows', async () => {
    const { token } = await aUser(app)
    const body = aLeadForm({ id: id() })
    const { status, data } = await call(leadsApi.create, { token, body })
    expect([status, data._id]).toEqual([201, body.id])
    expect((await call(leadsApi.create, { token, body })).status).toBe(200)
    const both = aLeadForm({ _id: id(), id: body.id })
    expect((await call(leadsApi.create, { token, body: both })).data._id).toBe(both._id)
  })

  it('accepts an id that another account uses', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const theirs = await aLead(app, other.token, { nome: 'De outra conta' })
    const body = aLeadForm({ _id: theirs._id })
    const { status, data } = await call(leadsApi.create, { token: person.token, body })
    expect([status, data.nome, data.userId]).toEqual([201, body.nome, person.user._id])
    expect((await call(leadsApi.find, { token: other.token, params: { id: theirs._id } })).data).toEqual(theirs)
  })
})
