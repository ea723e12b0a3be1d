import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { z } from '#contract/zod.ts'
import { billingApp } from '../testing/billing-app.ts'
import { aLead, aLeadForm, anAdmin, anExportedLead, aRegistration, aUser } from '../testing/factories.ts'
import { sendUntilServed } from '../testing/send-until-served.ts'

const app = await billingApp()
const admin = await anAdmin(app)
const asJson = { 'content-type': 'application/json' }

const digits = '9'.repeat(200)
const moment = `2026-11-20T12:00:00.${digits}Z`

/** JSON source text, so that invalid JSON values are sent as well. */
const inJson: Record<string, string> = {
  'a number of 200 digits': digits,
  'a fraction of 200 digits': `0.${digits}`,
  'a number beyond all': '1e999999999',
  'not a number, as a text': '"NaN"',
  'minus zero': '-0',
  'a text of 200 digits': `"${digits}"`,
  'a moment of 200 digits': `"${moment}"`,
  'a year that no calendar has': '"999999-01-01"',
  'a text of 60,000 characters': `"${'a'.repeat(60_000)}"`,
  'sixty thousand at signs': `"${'a@'.repeat(30_000)}"`,
  'white space': `"${' \\t\\u00a0'.repeat(500)}"`,
  'a lone surrogate': '"\\ud800"',
  'a NUL': '"\\u0000"',
  'combining marks': `"a${'\u0301'.repeat(5000)}"`,
  'five thousand arrays in each other': '['.repeat(5000) + ']'.repeat(5000),
  'ten thousand nothings': `[${Array(10_000).fill('null').join()}]`,
  'an object': '{"toString":1,"length":-1}',
  nothing: 'null',
}

const inAddress = ['', digits, moment, 'NaN', '-0', '1e309', '\u0000', '\ufffd', 'a'.repeat(2000), "'||1||'", '%', '[]']

const form = (): Record<string, unknown> => ({
  ...aLeadForm(),
  ...aRegistration(),
  status: 'novo-lead',
  currentPassword: 'segredo1',
  newPassword: 'segredo2',
  token: 'x'.repeat(43),
  leads: [anExportedLead()],
  subscriptionId: null,
  plan: 'pro',
})

const fieldsOf = (schema: z.ZodMiniType | undefined): string[] =>
  schema
    ? Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object)
    : []

/** Valid JSON with one invalid field. */
const spoiled = (fields: Record<string, unknown>, name: string, json: string): string =>
  JSON.stringify({ ...fields, [name]: 0 }).replace(`"${name}":0`, () => `"${name}":${json}`)

const endpoints = Object.entries(api).flatMap(([group, members]) =>
  Object.entries<Endpoint>(members).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

/** Generates bodies with each field invalid in turn, including the fields of a restored lead. */
const bodiesOf = ({ body }: Endpoint): [what: string, body: string][] =>
  Object.entries(inJson).flatMap(([what, json]) => [
    [`nothing but ${what}`, json],
    ...fieldsOf(body).map((name): [string, string] => [`${name}: ${what}`, spoiled(form(), name, json)]),
    ...(fieldsOf(body).includes('leads')
      ? Object.keys({ ...anExportedLead(), createdAt: '', updatedAt: '', dataFechamento: '', prazoEntrega: '' }).map(
          (name): [string, string] => [
            `leads.0.${name}: ${what}`,
            `{"leads":[${spoiled({ ...anExportedLead() }, name, json)}]}`,
          ],
        )
      : []),
  ])

const who = async ({ access }: Endpoint) => (access.startsWith('admin.') ? admin : aUser(app))

describe('extreme values in a body never cause a 5xx response', () => {
  it.each(endpoints.filter(([, { body }]) => body))('%s', async (_, endpoint) => {
    const { token } = await who(endpoint)
    const params = { id: endpoint.params ? (await aLead(app, token))._id : '' }
    for (const [what, body] of bodiesOf(endpoint)) {
      const { status, raw } = await app.call(endpoint, { token, params, headers: asJson, body })
      expect(status, `${what}: ${raw.body.slice(0, 300)}`).toBeLessThan(500)
    }
  })
})

describe('extreme values in a URL never cause a 5xx response', () => {
  it.each(endpoints.filter(([, { query, params }]) => query || params))('%s', async (_, endpoint) => {
    const { token } = await who(endpoint)
    const fields = fieldsOf(endpoint.query)
    for (const value of inAddress) {
      const asParams = await app.call(endpoint, { token, params: { id: value }, headers: {} })
      expect(asParams.status, value).toBeLessThan(500)
      for (const name of fields) {
        const { status, raw } = await app.call(endpoint, { token, query: { [name]: value }, params: { id: digits } })
        expect(status, `${name}=${value}: ${raw.body?.slice(0, 300)}`).toBeLessThan(500)
      }
    }
  })
})

/** The thread that reads large bodies has a low priority. */
const restore = (token: string, body: string) =>
  sendUntilServed(() => app.call(api.leads.sync, { token, headers: asJson, body }))

// One test each: on a busy machine, their low priority makes them wait long.
describe('a restore rejects megabytes', () => {
  it.each([
    ['email', 'a@'],
    ['createdAt', '9'],
    ['dataProspeccao', '2026-'],
    ['nome', '\u0301'],
  ] as const)('in %s', async (field, piece) => {
    const { token } = await aUser(app)
    const flood = JSON.stringify(piece.repeat(8_000_000 / Buffer.byteLength(piece)))
    const body = `{"leads":[${spoiled({ ...anExportedLead() }, field, flood)}]}`
    const { status, error } = await restore(token, body)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [`leads.0.${field}`]])
  })

  it('of arrays in each other', async () => {
    const { token } = await aUser(app)
    expect((await restore(token, '['.repeat(9_900_000))).status).toBe(400)
  })
})

it('an invalid body gets an error response smaller than itself', async () => {
  const { token } = await aUser(app)
  const body = `{"leads":[${Array(5000).fill('{}').join()}]}`
  const { status, error, raw } = await restore(token, body)
  expect([status, Object.keys(error.fields ?? {}).length]).toEqual([400, 50])
  expect(raw.rawPayload.length).toBeLessThan(body.length)
})
