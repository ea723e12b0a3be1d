import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { billingApp } from '../testing/billing-app.ts'
import { aLead, aLeadForm, anAdmin, anExportedLead, aRegistration, aUser } from '../testing/factories.ts'

const app = await billingApp()
const { call } = app
const endpoints = Object.entries(api).flatMap(([group, members]) =>
  Object.entries<Endpoint>(members).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

/** Valid for every endpoint, because each drops unknown fields. */
const goodBody = () => ({
  ...aRegistration({ password: 'outra-senha', confirmPassword: 'outra-senha' }),
  ...anExportedLead({ formaPagamento: 'Pix', prazoEntrega: '30 dias', dataFechamento: '2026-12-24' }),
  currentPassword: 'outra-senha',
  newPassword: 'nova-senha',
  token: 'x'.repeat(43),
  leads: [anExportedLead(), anExportedLead()],
})
const goodQuery = {
  search: 'joao',
  status: 'ganho',
  stage: 'ganho',
  dataProspeccaoInicio: '2026-01-01',
  dataProspeccaoFim: '2026-12-31',
  dataFechamentoInicio: '',
  dataFechamentoFim: '2026-12-31',
  page: '2',
  limit: '7',
  sort: '-nome',
  cursor: 'abc',
  format: 'json',
  email: 'maria',
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '\uD800',
    "'; drop table leads; --",
    '%',
    '\\',
    '2026-02-30',
    '0000-01-01',
    'NaN',
    '1e999',
    '-0',
  ),
  fc.constantFrom(
    'a'.repeat(6000),
    '9'.repeat(400),
    '__proto__',
    'constructor',
    'null',
    '😀'.repeat(60),
    '[',
    '{"a":1}',
  ),
)
const oddNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 2 ** 53, 1e308, 5e-324),
)
const oddValue = fc.oneof(oddText, oddNumber, fc.jsonValue(), fc.constant(null), fc.array(oddText, { maxLength: 3 }))
const id = fc.oneof(
  { weight: 2, arbitrary: fc.constant('own') },
  { weight: 1, arbitrary: oddText.map(text => text.slice(0, 150).toWellFormed()) },
)

const fieldNames = Object.keys(goodBody())
const request = fc.record({
  id,
  /** Arbitrary JSON, or a valid body with some invalid fields. */
  wholeBody: fc.option(fc.jsonValue(), { freq: 4 }),
  spoiledFields: fc.dictionary(fc.constantFrom(...fieldNames, 'userId', 'role', 'version'), oddValue, { maxKeys: 3 }),
  missingFields: fc.subarray(fieldNames, { maxLength: 2 }),
  spoiledQuery: fc.dictionary(fc.constantFrom(...Object.keys(goodQuery)), oddText, { maxKeys: 2 }),
  keptQuery: fc.subarray(Object.keys(goodQuery), { maxLength: 6 }),
  ifMatch: fc.option(fc.constantFrom('"1"', '*', 'W/"2"', '""', '"999999999999"', 'x', '-1'), { freq: 3 }),
})

const asJson = { 'content-type': 'application/json' }

describe.each(endpoints)('%s', (_, endpoint) => {
  it('responds to arbitrary input with success or a documented error', async () => {
    const { token } = endpoint.access.startsWith('admin.') ? await anAdmin(app) : await aUser(app)
    const own = endpoint.access.startsWith('leads.') ? (await aLead(app, token))._id : ''
    await fc.assert(
      fc.asyncProperty(request, async odd => {
        const body: Record<string, unknown> = { ...goodBody(), ...aLeadForm(), ...odd.spoiledFields }
        for (const field of odd.missingFields) delete body[field]
        const query = Object.fromEntries(Object.entries(goodQuery).filter(([name]) => odd.keptQuery.includes(name)))
        const { status, error, raw } = await call(endpoint, {
          token,
          params: { id: odd.id === 'own' ? own : odd.id },
          query: { ...query, ...odd.spoiledQuery },
          headers: { ...(endpoint.body ? asJson : {}), ...(odd.ifMatch ? { 'if-match': odd.ifMatch } : {}) },
          ...(endpoint.body ? { body: JSON.stringify(odd.wholeBody ?? body) } : {}),
        })
        expect(status, raw.body).toBeLessThan(500)
        if (status >= 400) {
          expect(errors).toHaveProperty(error.code)
          expect(status).toBe(errors[error.code as keyof typeof errors].status)
        }
      }),
      { numRuns: endpoint.body || endpoint.query || endpoint.params ? 60 : 3 },
    )
  })
})
