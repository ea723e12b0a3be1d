import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads.ts'
import { anExportedLead, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)

const nowhere = endpoint({ method: 'GET', path: '/nowhere', access: 'public', summary: 'No such route', status: 200 })

describe('every answer', () => {
  it.each([
    ['that succeeds', healthApi.live],
    ['that refuses', authApi.me],
    ['that finds nothing', nowhere],
    ['about an address that cannot be read', endpoint({ ...nowhere, path: '/%ff' })],
  ])('%s is nothing but data to a browser', async (_, called) => {
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
  ])('leaves out %s', async header => {
    for (const origin of ['null', 'http://fechou.test.evil.example', 'http://fechou.test']) {
      expect((await call(healthApi.live, { headers: { origin } })).raw.headers).not.toHaveProperty(header)
    }
  })

  it('asks for https from then on only where the product is reached by https', async () => {
    const secure = await testApp({ publicUrl: 'https://fechou.test' })
    const header = 'strict-transport-security'
    expect((await secure.call(healthApi.live)).raw.headers[header]).toBe('max-age=31536000; includeSubDomains')
    expect((await call(healthApi.live)).raw.headers[header]).toBeUndefined()
  })

  it('carries the id of its request, the caller’s own where it is a plain one', async () => {
    const idOf = async (given?: string) =>
      (await call(healthApi.live, given ? { headers: { 'x-request-id': given } } : {})).raw.headers['x-request-id']
    expect(await idOf('pedido-12345678')).toBe('pedido-12345678')
    for (const given of [undefined, 'short', 'with spaces and more', 'x'.repeat(65), '<script>alert(1)</script>']) {
      expect(await idOf(given)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    }
  })
})

describe('a large answer', () => {
  it('is compressed for who understands that', async () => {
    await call(leadsApi.sync, { token, body: { leads: Array.from({ length: 20 }, () => anExportedLead()) } })
    const query = { limit: 20 }
    const plain = await call(leadsApi.list, { token, query })
    const packed = await call(leadsApi.list, { token, query, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.raw.headers['content-encoding']).toBe('gzip')
    expect(packed.raw.rawPayload.length).toBeLessThan(plain.raw.rawPayload.length / 3)
  })
})
