import { afterAll, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { createDb } from '../db/client.ts'
import { stubDatabase } from '../testing/stub-database.ts'
import { testApp } from '../testing/test-app.ts'

const deadAddress = createDb('postgres://nobody@127.0.0.1:1/nothing')
afterAll(() => deadAddress.close())

const silent = stubDatabase(() => new Promise<never>(() => {}))

const healthy = await testApp()
const cutOff = await testApp({}, { database: deadAddress })
const hanging = await testApp({}, { database: silent })

describe('database available', () => {
  const { call } = healthy

  it('is live and ready without further details', async () => {
    for (const endpoint of [healthApi.live, healthApi.ready]) {
      const { status, data } = await call(endpoint)
      expect([status, data]).toEqual([200, { status: 'ok' }])
    }
  })
})

describe('database unavailable', () => {
  const { call } = cutOff

  it('is live but not ready', async () => {
    expect((await call(healthApi.live)).status).toBe(200)
    const { status, raw, error } = await call(healthApi.ready)
    expect([status, error.code, raw.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  })

  it.each([
    ['reads', leadsApi.list],
    ['writes', leadsApi.create],
    ['the current user', authApi.me],
  ])('returns 503 with retry-after for %s, not session_expired', async (_, endpoint) => {
    const { status, raw, error } = await call(endpoint, { token: 'a'.repeat(43), body: {} })
    expect([status, error.code, raw.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    expect(raw.body).not.toMatch(/ECONN|127\.0\.0\.1|postgres/)
  })

  it('returns 503 for a login, not invalid_credentials', async () => {
    const { status } = await call(authApi.login, { body: { email: 'ana@exemplo.com', password: 'segredo1' } })
    expect(status).toBe(503)
  })
})

describe('database not responding', () => {
  it('is not ready, without waiting for it', async () => {
    expect((await hanging.call(healthApi.ready)).status).toBe(503)
  })
})
