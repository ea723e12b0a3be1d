import fastify from 'fastify'
import { expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { loggerOptions, logSecurityEvent } from './request-log.ts'

const lines: Record<string, unknown>[] = []
const app = await testApp({ logLevel: 'info' }, { logStream: { write: line => void lines.push(JSON.parse(line)) } })

it('writes one line per request with user, route, status and duration', async () => {
  const { token, user } = await aUser(app)
  const { _id } = await aLead(app, token)
  lines.length = 0
  const { raw } = await app.call(leadsApi.find, { token, params: { id: _id } })
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: expect.any(Number),
      hostname: expect.any(String),
      reqId: raw.headers['x-request-id'],
      userId: user._id,
      ip: '127.0.0.1',
      method: 'GET',
      route: '/api/leads/:id',
      status: 200,
      ms: expect.any(Number),
      msg: 'request',
    },
  ])
})

it('writes a line per security event', async () => {
  const { token, user, password } = await aUser(app)
  const events = async (work: () => Promise<unknown>) => {
    lines.length = 0
    await work()
    return lines.filter(({ event }) => event).map(({ event, userId }) => [event, userId])
  }
  const signIn = (secret: string) => app.call(authApi.login, { body: { email: user.email, password: secret } })
  expect(await events(() => signIn(password))).toEqual([['login_succeeded', user._id]])
  expect(await events(() => signIn('errada1'))).toEqual([['login_failed', user._id]])
  expect(await events(() => app.call(authApi.logout, { token }))).toEqual([['logged_out', user._id]])
  const body = { email: user.email }
  expect(await events(() => app.call(authApi.forgotPassword, { body }))).toEqual([['reset_requested', undefined]])
})

it('omits query, headers and body', async () => {
  const { token } = await aUser(app)
  lines.length = 0
  await app.app.inject({ url: '/api/nowhere?token=CANARY-1&email=x', headers: { authorization: 'Bearer CANARY-2' } })
  await app.call(authApi.login, { body: { email: 'canary-3@exemplo.com', password: 'CANARY-4' } })
  await app.call(leadsApi.list, { token, query: { search: 'CANARY-5' } })
  expect(lines.length).toBeGreaterThanOrEqual(4)
  expect(JSON.stringify(lines)).not.toMatch(/canary/i)
  expect(JSON.stringify(lines)).not.toContain(token)
})

it('redacts secrets and escapes line breaks', async () => {
  const output: string[] = []
  const stream = { write: (line: string) => void output.push(line) }
  const bare = fastify({ logger: { ...loggerOptions('info'), stream } })
  bare.log.info(
    { body: { password: 'CANARY', token: 'CANARY' }, req: { headers: { authorization: 'CANARY' } } },
    'a\nb',
  )
  bare.log.error(Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(CANARY) exists', code: '23505' }))
  logSecurityEvent({ log: bare.log, ip: '::1' } as never, 'login_failed')
  expect(output.join('')).not.toContain('CANARY')
  expect(output.map(line => JSON.parse(line).msg)).toEqual(['a\nb', 'duplicate key', 'login_failed'])
})
