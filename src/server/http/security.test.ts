import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { anExportedLead, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)

const nowhere = endpoint({ method: 'GET', path: '/nowhere', access: 'public', summary: 'No such route', status: 200 })

describe('every response', () => {
  it.each([
    ['success', healthApi.live],
    ['an error', authApi.me],
    ['an unknown path', nowhere],
    ['a malformed URL', endpoint({ ...nowhere, path: '/%ff' })],
  ])('has security headers: %s', async (_, called) => {
    const { raw } = await call(called)
    expect(raw.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it.each([
    ['x-powered-by', undefined],
    ['server', undefined],
    ['access-control-allow-origin', undefined],
    ['access-control-allow-credentials', undefined],
    ['set-cookie', undefined],
  ])('omits %s', async header => {
    for (const origin of ['null', 'http://fechou.test.evil.example', 'http://fechou.test']) {
      expect((await call(healthApi.live, { headers: { origin } })).raw.headers).not.toHaveProperty(header)
    }
  })

  it('has HSTS only if the public URL is https', async () => {
    const secure = await testApp({ publicUrl: 'https://fechou.test' })
    const header = 'strict-transport-security'
    expect((await secure.call(healthApi.live)).raw.headers[header]).toBe('max-age=31536000; includeSubDomains')
    expect((await call(healthApi.live)).raw.headers[header]).toBeUndefined()
  })

  it('has the request ID, the client’s own if it is valid', async () => {
    const idOf = async (given?: string) =>
      (await call(healthApi.live, given ? { headers: { 'x-request-id': given } } : {})).raw.headers['x-request-id']
    expect(await idOf('pedido-12345678')).toBe('pedido-12345678')
    for (const given of [undefined, 'short', 'with spaces and more', 'x'.repeat(65), '<script>alert(1)</script>']) {
      expect(await idOf(given)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    }
  })
})

describe('a large response', () => {
  it('is compressed when the client accepts it', async () => {
    await call(leadsApi.sync, { token, body: { leads: Array.from({ length: 20 }, () => anExportedLead()) } })
    const query = { limit: 20 }
    const plain = await call(leadsApi.list, { token, query })
    const packed = await call(leadsApi.list, { token, query, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.raw.headers['content-encoding']).toBe('gzip')
    expect(packed.raw.rawPayload.length).toBeLessThan(plain.raw.rawPayload.length / 3)
    expect(JSON.parse(gunzipSync(packed.raw.rawPayload).toString())).toEqual(plain.data)
  })

  it('is compressed in one piece below 64 KB', async () => {
    await call(leadsApi.sync, { token, body: { leads: Array.from({ length: 200 }, () => anExportedLead()) } })
    const lengthOf = async (limit: number) => {
      const { raw } = await call(leadsApi.list, { token, query: { limit }, headers: { 'accept-encoding': 'br' } })
      expect(raw.headers['content-encoding']).toBe('br')
      return raw.headers['content-length']
    }
    expect(await lengthOf(50)).toEqual(expect.any(String))
    expect(await lengthOf(200)).toBeUndefined()
  })
})
