import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { testApp } from '../testing/test-app.ts'

it('rejects requests under overload while the liveness probe succeeds', async () => {
  const { services } = await testApp()
  const app = await createApp(services, { web: false })
  afterAll(() => app.close())
  await app.ready()
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode
  const block = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  }
  expect(await statusOf('/api/health/ready')).toBe(200)
  // The event loop delay is sampled once a second.
  for (let tries = 0; tries < 4 && (await statusOf('/api/health/ready')) === 200; tries++) {
    block(2500)
    await sleep(20)
  }
  const rejected = await app.inject({ url: '/api/health/ready' })
  expect([rejected.statusCode, rejected.json().code, rejected.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '2',
  ])
  expect(await statusOf('/api/health/live')).toBe(200)
})
