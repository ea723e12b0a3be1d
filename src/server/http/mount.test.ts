import { Readable } from 'node:stream'
import fastify, { type FastifyReply } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { z } from '#contract/zod.ts'
import { sendError } from './error-response.ts'
import { mount } from './mount.ts'

const post = { method: 'POST', access: 'public', body: z.object({}), status: 200, response: z.object({}) } as const
const ours = endpoint({ ...post, path: '/ours', summary: 'Not slowed down by others' })
const theirs = endpoint({ ...post, path: '/theirs', summary: 'Waits for Stripe', callsPaymentProvider: true })
const many = endpoint({ ...post, path: '/many', summary: 'Writes many leads', weight: 'restore' })

const open = endpoint({
  method: 'GET',
  path: '/open',
  access: 'public',
  summary: 'Stays open',
  status: 200,
  stream: true,
})

const pending = Promise.withResolvers<never>()
const server = fastify()
server.setErrorHandler(sendError)
const stream = Promise.withResolvers<string>()
const send = async ({ reply }: { reply: FastifyReply }) => reply.send(await stream.promise)
const handlers = { ours: () => pending.promise, theirs: () => pending.promise, many: () => pending.promise, open: send }
mount(server, { ours, theirs, many, open }, handlers, {}, () => Promise.reject(new Error('no authorization expected')))
await server.ready()
afterEach(() => void vi.useRealTimers())

it.each([
  ['without Stripe requests', ours, 15_000, 503, 'unavailable'],
  ['with Stripe requests', theirs, 25_000, 502, 'payments_unavailable'],
  ['with thousands of leads', many, 50_000, 503, 'unavailable'],
] as const)('a call %s is rejected after its timeout', async (_, called, ms, status, code) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isAnswered = false
  const reply = server.inject({ method: called.method, url: called.path, payload: {} }).finally(() => {
    isAnswered = true
  })
  await vi.advanceTimersByTimeAsync(0)
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(ms - 100)
  expect(isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  const { statusCode, body } = await reply
  expect([statusCode, JSON.parse(body).code]).toEqual([status, code])
})

it('a stream has no timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reply = server.inject(open.path)
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(3_600_000)
  stream.resolve('end')
  const { statusCode, body } = await reply
  expect([statusCode, body]).toEqual([200, 'end'])
})

it('a call is rejected when authorization times out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const guarded = fastify()
  guarded.setErrorHandler(sendError)
  const me = endpoint({ method: 'GET', path: '/me', access: 'session.manage', summary: 'Who I am', status: 204 })
  mount(guarded, { me }, { me: () => undefined }, {}, () => new Promise<never>(() => {}))
  await guarded.ready()
  const reply = guarded.inject('/me')
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(5100)
  const { statusCode, body } = await reply
  expect([statusCode, JSON.parse(body).code]).toEqual([503, 'unavailable'])
})

it.each([
  ['once if its body arrives soon', 900, ['first']],
  ['again if its body arrives late, for its handler', 1100, ['first', 'second']],
])('a call is authorized %s', async (_, ms, callers) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const guarded = fastify()
  const response = z.object({ by: z.string() })
  const change = endpoint({ ...post, access: 'session.manage', path: '/me', summary: 'Who changes', response })
  const left = ['first', 'second'].map(accountId => ({ accountId }))
  const authorize = async () => left.shift() ?? { accountId: 'third' }
  mount(guarded, { change }, { change: ({ caller }) => ({ by: caller.accountId }) }, {}, authorize)
  await guarded.ready()
  const { promise: authorized, resolve } = Promise.withResolvers<void>()
  const payload = new Readable({ read: () => resolve() })
  const headers = { 'content-type': 'application/json' }
  const reply = guarded.inject({ method: 'POST', url: '/me', headers, payload }).then(({ json }) => json())
  await authorized
  vi.advanceTimersByTime(ms)
  payload.push('{}')
  payload.push(null)
  expect(await reply).toEqual({ by: callers.at(-1) })
  expect(left).toHaveLength(2 - callers.length)
})

it('a handler that rejects after its timeout does not crash the process', async () => {
  // An unhandled rejection would fail this run.
  pending.reject(new Error('too late to be heard'))
  const { statusCode } = await server.inject({ method: ours.method, url: ours.path, payload: {} })
  expect(statusCode).toBe(500)
})
