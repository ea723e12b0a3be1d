import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLeadForm, aUser, fetchAllLeads } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

/** Any storable text: all of Unicode except NUL, not only white space. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength })
    .map(characters => characters.replaceAll('\0', '').slice(0, maxLength).toWellFormed())
    .filter(characters => characters.trim() !== '')

const texts = fc.record({
  nome: text(120),
  negocio: text(120),
  telefone: text(30),
  descricaoServico: text(300),
  formaPagamento: text(120),
  prazoEntrega: text(120),
})

const bytesOf = (lead: object) =>
  Object.fromEntries(Object.entries(lead).map(([field, value]) => [field, Buffer.from(String(value)).toString('hex')]))

describe('a text', () => {
  it.each([
    ['composed and decomposed accents', 'á a\u0301'],
    ['a family of emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
    ['right-to-left', 'שלום עולם ﷽ \u202Eabc'],
    ['control characters', 'a\u0001\u0007\u001B[31m\u007F'],
    ['line ends of every kind', 'a\r\nb\nc\rd\u2028e\u2029f'],
    ['characters that markup needs', "<script>alert(\"x\")</script> &amp; ''' \\ ` {x}"],
    ['the highest characters', '\u{10FFFF}\uFFFE\uFFFF\u{1FFFE}'],
    ['spaces around it', '  \u00A0a\u200B  '],
    ['a byte order mark', '\uFEFFa\uFEFF'],
  ])('is returned with the same bytes: %s', async (_, value) => {
    const { token } = await aUser(app)
    const body = aLeadForm({ nome: value, negocio: value, descricaoServico: value, formaPagamento: value })
    const { data } = await call(leadsApi.create, { token, body })
    const found = await call(leadsApi.find, { token, params: { id: data._id } })
    for (const field of ['nome', 'negocio', 'descricaoServico', 'formaPagamento'] as const) {
      expect(found.data[field]).toBe(value)
    }
  })

  it('is returned with the same bytes by create, find, list, update and export, for any text', async () => {
    const { token } = await aUser(app)
    const sent = new Map<string, object>()
    await fc.assert(
      fc.asyncProperty(texts, async fields => {
        const created = await call(leadsApi.create, { token, body: aLeadForm(fields) })
        expect(created.status).toBe(201)
        const params = { id: created.data._id }
        const { data: found } = await call(leadsApi.find, { token, params })
        const { data: changed } = await call(leadsApi.update, { token, params, body: fields })
        for (const lead of [created.data, found, changed]) {
          expect(bytesOf(lead)).toMatchObject(bytesOf(fields))
        }
        sent.set(params.id, fields)
      }),
      { numRuns: 250 },
    )
    const { raw } = await call(leadsApi.export, { token, query: { format: 'json' } })
    for (const leads of [await fetchAllLeads(app, token), raw.json<{ leads: Lead[] }>().leads]) {
      expect(leads).toHaveLength(sent.size)
      for (const lead of leads) expect(bytesOf(lead)).toMatchObject(bytesOf(sent.get(lead._id) ?? {}))
    }
  })
})
