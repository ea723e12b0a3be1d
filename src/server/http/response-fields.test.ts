import { describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { z } from '#contract/zod.ts'
import { aLead, aLeadForm, aRegistration, aUser } from '../testing/factories.ts'
import { type TestResponse, testApp } from '../testing/test-app.ts'
import { mount } from './mount.ts'

const app = await testApp()
const { call } = app

/** Returns the names of all fields, at any depth. */
const keysOf = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(inner)])
}

describe('no response', () => {
  it('contains a hash or password; only login and registration return a token', async () => {
    const { token, user, password } = await aUser(app)
    const lead = await aLead(app, token)
    const options = { token, params: { id: lead._id } }
    const signingIn: TestResponse<unknown>[] = [
      await call(authApi.register, { body: aRegistration() }),
      await call(authApi.login, { body: { email: user.email, password } }),
    ]
    const others: TestResponse<unknown>[] = [
      await call(authApi.me, { token }),
      await call(authApi.verifyToken, { token }),
      await call(authApi.updateProfile, { token, body: { nome: 'Ana', email: user.email } }),
      await call(authApi.sessions, { token }),
      await call(authApi.changePassword, { token, body: { currentPassword: password, newPassword: 'segredo2' } }),
      await call(leadsApi.list, { token }),
      await call(leadsApi.board, { token }),
      await call(leadsApi.stats, { token }),
      await call(leadsApi.find, options),
      await call(leadsApi.replace, { ...options, body: { ...aLeadForm(), status: 'ganho' } }),
      await call(leadsApi.update, { ...options, body: { status: 'perdido' } }),
      await call(leadsApi.update, { ...options, body: { status: 'ganho' }, headers: { 'if-match': '"1"' } }),
      await call(leadsApi.export, { token, query: { format: 'json' } }),
      await call(accountApi.export, { token }),
      await call(authApi.login, { body: { email: user.email, password: 'errada1' } }),
    ]
    for (const { data } of [...signingIn, ...others]) {
      expect(keysOf(data).length).toBeGreaterThan(0)
      expect(keysOf(data).filter(key => /hash|secret|password|senha/i.test(key))).toEqual([])
    }
    for (const { data } of signingIn) expect(keysOf(data).filter(key => /token/i.test(key))).toEqual(['token'])
    for (const { data } of others) expect(keysOf(data).filter(key => /token/i.test(key))).toEqual([])
  })

  it('contains a field that the contract does not name', async () => {
    const { default: fastify } = await import('fastify')
    const server = fastify()
    const answer = z.object({ nome: z.string(), deep: z.array(z.object({ value: z.number() })) })
    const leaky = endpoint({
      method: 'GET',
      path: '/leaky',
      access: 'public',
      summary: 'Too much',
      status: 200,
      response: answer,
    })
    const handOut = () => ({ nome: 'Ana', password_hash: 'x', deep: [{ value: 1, secret: 'y' }] })
    mount(server, { leaky }, { leaky: handOut }, {}, () => Promise.reject(new Error('no authorization expected')))
    const { body } = await server.inject({ method: leaky.method, url: leaky.path })
    expect(body).toBe('{"nome":"Ana","deep":[{"value":1}]}')
  })
})
