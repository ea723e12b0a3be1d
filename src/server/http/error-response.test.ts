import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { planEntitlements } from '#contract/billing/entitlements.ts'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { requirePlan } from '../errors.ts'
import {
  aLead,
  aLeadForm,
  anExpiredTrialUser,
  anExportedLead,
  aRegistration,
  aSubscriber,
  aUser,
  importLeads,
} from '../testing/factories.ts'
import { stubDatabase } from '../testing/stub-database.ts'
import { type CallOptions, testApp } from '../testing/test-app.ts'
import { fieldMessages } from './bodies/field-messages.ts'
import { sendError } from './error-response.ts'

const app = await testApp()
const { call } = app
const { token, user } = await aUser(app)

const made = (method: Endpoint['method'], path: Endpoint['path']) =>
  endpoint({ method, path, access: 'public', summary: 'Not in the contract', status: 200 })

const leak = /\n\s+at |node_modules|\/src\/|\.ts:|\.js:|select |insert |update |ECONN|postgres|fastify|zod|FST_/i

const expectRefusal = async (called: Endpoint, options: CallOptions, code: keyof typeof errors) => {
  const { status, error, raw } = await call(called, options)
  expect(error.code).toBe(code)
  expect(status).toBe(errors[code].status)
  expect(error.message).toBe(errors[code].message)
  expect(error.requestId).toBe(raw.headers['x-request-id'])
  expect(raw.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(raw.headers['cache-control']).toBe('no-store')
  expect(raw.body).not.toMatch(leak)
}

describe('every error has the same format', () => {
  it('invalid body', () => expectRefusal(leadsApi.create, { token, body: {} }, 'validation_failed'))

  it('malformed JSON', () =>
    expectRefusal(
      leadsApi.create,
      { token, body: '{', headers: { 'content-type': 'application/json' } },
      'validation_failed',
    ))

  it('body other than JSON', () =>
    expectRefusal(
      leadsApi.create,
      { token, body: 'x', headers: { 'content-type': 'text/plain' } },
      'unsupported_media_type',
    ))

  it('body that is too large', () =>
    expectRefusal(leadsApi.create, { token, body: { nome: 'x'.repeat(100_000) } }, 'payload_too_large'))

  it('failed login', () =>
    expectRefusal(authApi.login, { body: { email: 'x@y.com', password: 'segredo1' } }, 'invalid_credentials'))

  it('missing session', () => expectRefusal(leadsApi.list, {}, 'session_expired'))

  it('expired trial', async () => {
    const former = await anExpiredTrialUser(app)
    await expectRefusal(leadsApi.list, { token: former.token }, 'subscription_required')
  })

  it('lead limit of the plan', async () => {
    const basic = await aSubscriber(app, 'basic')
    await importLeads(
      app,
      basic.token,
      Array.from({ length: 100 }, () => anExportedLead()),
    )
    await expectRefusal(leadsApi.create, { token: basic.token, body: aLeadForm() }, 'lead_limit_reached')
  })

  it('unknown lead', () =>
    expectRefusal(leadsApi.find, { token, params: { id: '01939c3e-7a00-7000-8000-000000000001' } }, 'not_found'))

  it('e-mail already in use', async () => {
    const other = await aUser(app)
    await expectRefusal(authApi.register, { body: aRegistration({ email: other.user.email }) }, 'email_taken')
  })

  it('wrong current password', () =>
    expectRefusal(
      authApi.changePassword,
      { token, body: { currentPassword: 'x', newPassword: 'segredo2' } },
      'wrong_password',
    ))

  it('stale lead, with its current version', async () => {
    const lead = await aLead(app, token)
    const stale = { token, params: { id: lead._id }, headers: { 'if-match': '"7"' }, body: { status: 'ganho' } }
    await expectRefusal(leadsApi.update, stale, 'stale_lead')
    expect((await call(leadsApi.update, stale)).error.lead).toEqual(lead)
  })
})

describe('feature outside the plan', () => {
  const refusalOf = async (check: () => void) => {
    const server = fastify()
    server.setErrorHandler(sendError)
    server.get('/', async () => check())
    const { statusCode, body } = await server.inject('/')
    return [statusCode, JSON.parse(body)]
  }
  const { basic, pro } = planEntitlements

  it('returns 402 with the missing feature and the smallest plan that includes it', async () => {
    expect(await refusalOf(() => requirePlan(basic, 'webhooks'))).toMatchObject([
      402,
      { code: 'plan_required', message: errors.plan_required.message, feature: 'webhooks', plan: 'pro' },
    ])
    expect(await refusalOf(() => requirePlan(pro, 'seats', ({ seats }) => seats > 5))).toMatchObject([
      402,
      { feature: 'seats', plan: 'enterprise' },
    ])
  })

  it('names no plan when no plan suffices', async () => {
    const [status, body] = await refusalOf(() => requirePlan(pro, 'seats', ({ seats }) => seats > 25))
    expect([status, body.feature, 'plan' in body]).toEqual([402, 'seats', false])
  })

  it('is not rejected when the plan includes the feature', () => {
    expect(() => requirePlan(pro, 'webhooks', ({ webhooks }) => webhooks > 2)).not.toThrow()
  })
})

describe('requests without a route return not_found', () => {
  it.each([
    made('GET', '/nowhere'),
    made('POST', '/nowhere'),
    made('GET', '/leads/1/notes'),
    made('GET', '/docs/nowhere'),
    made('GET', '//leads'),
    made('GET', '/%2e%2e/package.json'),
    made('GET', `/${'x'.repeat(3000)}`),
    // Existing paths with other methods.
    made('PATCH', '/auth/me'),
    made('GET', '/auth/login'),
    made('PUT', '/leads'),
    made('DELETE', '/health/live'),
  ])('$method $path', async unknown => {
    await expectRefusal(unknown, { token }, 'not_found')
  })

  it.each(['application/json', 'text/plain'])('with or without a session and with a %s body', type =>
    expectRefusal(made('POST', '/nowhere'), { body: '{}', headers: { 'content-type': type } }, 'not_found'),
  )

  it.each(['OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'])('%s', method =>
    expectRefusal({ ...made('GET', '/leads'), method: method as 'GET' }, { token }, 'not_found'),
  )
})

describe('malformed URL', () => {
  it.each(['/leads/%', '/leads/%zz', '/%ff', '/leads/%E0%A4%A', `/leads/${'x'.repeat(500)}`] as const)(
    '%s returns validation_failed',
    async path => {
      await expectRefusal(made('GET', path), { token }, 'validation_failed')
    },
  )
})

describe('unexpected error', () => {
  const broken = () => Promise.reject(new Error('secret detail in /srv/app/src/leads.ts: select * from users'))

  it('returns internal_error and logs the details', async () => {
    const failing = await testApp({}, { database: stubDatabase(broken) })
    const { status, error, raw } = await failing.call(authApi.login, {
      body: { email: user.email, password: 'segredo1' },
    })
    expect([status, error.code]).toEqual([500, 'internal_error'])
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'requestId'])
    expect(raw.body).not.toMatch(leak)
    expect(raw.body).not.toContain('secret')
  })
})

describe('full database disk', () => {
  it('returns storage_full for embedded and external databases', async () => {
    const full = () => app.db.run(`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`)
    const writing = await testApp({}, { database: stubDatabase(full) })
    const body = { email: user.email, password: 'segredo1' }
    const { status, error, raw } = await writing.call(authApi.login, { body })
    expect([status, error.code, error.message]).toEqual([507, 'storage_full', errors.storage_full.message])
    expect(raw.body).not.toMatch(leak)
  })
})

describe('Fastify errors', () => {
  it.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'payload_too_large'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'unsupported_media_type'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'validation_failed'],
    ['FST_ERR_BAD_URL', 400, 'validation_failed'],
    ['FST_ERR_REP_ALREADY_SENT', 500, 'internal_error'],
  ] as const)('map to the API format: %s (%d) → %s', async (code, statusCode, expected) => {
    const server = fastify()
    server.setErrorHandler(sendError)
    server.get('/', () => Promise.reject(Object.assign(new Error('framework words'), { code, statusCode })))
    const reply = await server.inject('/')
    expect(reply.statusCode).toBe(errors[expected].status)
    expect(reply.json()).toMatchObject({ code: expected, message: errors[expected].message })
    expect(reply.body).not.toMatch(leak)
  })
})

describe('fieldMessages', () => {
  it('returns the first message of each nested path, and "_" for the whole body', () => {
    const issue = (path: PropertyKey[], message: string) => ({
      code: 'custom' as const,
      path,
      message,
      input: undefined,
    })
    expect(
      fieldMessages([
        issue(['leads', 3, 'email'], 'first'),
        issue(['leads', 3, 'email'], 'second'),
        issue([], 'whole'),
      ]),
    ).toEqual({ 'leads.3.email': 'first', _: 'whole' })
  })
})
