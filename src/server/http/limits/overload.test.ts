import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { testApp } from '../../testing/test-app.ts'

it('rejects API requests under overload, but neither the liveness probe nor files', async () => {
  const { services } = await testApp()
  const app = await createApp(services, { web: false, rejectWhenOverloaded: true })
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
  // No files are served in this test: not found is what a file's request gets.
  expect(await statusOf('/assets/app.js')).toBe(404)
})
