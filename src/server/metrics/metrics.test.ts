import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { hostname } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '../testing/factories.ts'
import { stubDatabase } from '../testing/stub-database.ts'
import { testApp } from '../testing/test-app.ts'
import { testDatabase } from '../testing/test-database.ts'
import { createMetrics, serveMetrics } from './metrics.ts'

const db = await testDatabase()
const metrics = createMetrics(db)
const app = await testApp({}, { metrics })

/** Returns the value of a series in the Prometheus text format. */
const figure = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find(one => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

it('labels request durations by route, not by URL', async () => {
  const { token } = await aUser(app)
  const lead = await aLead(app, token)
  for (const id of [lead._id, lead._id, randomUUID()]) await app.call(leadsApi.find, { token, params: { id } })
  await app.call(authApi.login, { body: { email: 'ninguem@exemplo.com.br', password: 'segredo1' } })
  await app.app.inject('/api/nada')
  const text = await metrics.read()
  const count = (labels: string) => figure(text, `http_request_duration_seconds_count{${labels}}`)
  expect(count('method="GET",route="/api/leads/:id",status="200"')).toBe(2)
  expect(count('method="GET",route="/api/leads/:id",status="404"')).toBe(1)
  expect(count('method="POST",route="/api/auth/login",status="401"')).toBe(1)
  expect(count('method="GET",route="none",status="404"')).toBe(1)
  expect(text).not.toContain(lead._id)
  expect(text).toContain('nodejs_eventloop_lag_seconds ')
})

it('reports the backlog', async () => {
  await db.run('delete from outbox')
  const text = await metrics.read()
  expect(figure(text, 'fechou_outbox_mails')).toBe(0)
  expect(figure(text, 'fechou_outbox_oldest_seconds')).toBe(0)
  const mail = `insert into outbox (id, kind, recipient, data, created_at, due_at)
                select gen_random_uuid(), 'welcome', 'ana@exemplo.com.br', '{}', now() - interval '90 s' * n, now()
                  from generate_series(1, 2) n`
  await db.run(mail)
  const events = `insert into stripe_events (id, type, received_at, processed_at)
                  values ('evt_1', 'invoice.paid', now(), now()), ('evt_2', 'invoice.paid', now(), null)`
  await db.run(events)
  const failed = `insert into outbox (id, kind, recipient, data, created_at, due_at, failed_at, failure)
                  values (gen_random_uuid(), 'welcome', 'ana@exemplo.com.br', '{}', now() - interval '1 d', now(), now(), 'refused')`
  await db.run(failed)
  await db.run(`insert into jobs (name, due_at, attempts) values ('good', now(), 3), ('bad', now(), 4)`)
  const later = await metrics.read()
  expect(figure(later, 'fechou_outbox_mails')).toBe(2)
  expect(figure(later, 'fechou_outbox_failed_mails')).toBe(1)
  expect(figure(later, 'fechou_outbox_oldest_seconds')).toBeGreaterThanOrEqual(180)
  expect(figure(later, 'fechou_outbox_oldest_seconds')).toBeLessThan(240)
  expect(figure(later, 'fechou_payment_events_open')).toBe(1)
  expect(figure(later, 'fechou_jobs_failing')).toBe(1)
})

it('reports the database connections', async () => {
  const busy = db.transaction(async tx => {
    await tx.row('select 1')
    return figure(await metrics.read(), 'fechou_database_connections{state="busy"}')
  })
  expect(await busy).toBeGreaterThanOrEqual(1)
  const idle = await metrics.read()
  expect(figure(idle, 'fechou_database_connections{state="busy"}')).toBe(0)
  expect(figure(idle, 'fechou_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1)
  expect(figure(idle, 'fechou_database_connections{state="waiting"}')).toBe(0)
})

it.each([
  ['is unavailable', () => Promise.reject(new Error('away'))],
  ['does not respond', () => new Promise<never>(() => {})],
])('omits the backlog when the database %s', async (_, responses) => {
  const text = await createMetrics(stubDatabase(responses)).read()
  expect(figure(text, 'fechou_outbox_mails')).toBeUndefined()
  expect(figure(text, 'fechou_database_connections{state="idle"}')).toBe(0)
})

it.each([
  ['reports the age of the last verified backup', async () => 90, 90],
  ['omits the age of backups with an external database', async () => undefined, undefined],
  ['omits the age of backups that cannot be read', () => Promise.reject(new Error('away')), undefined],
])('%s', async (_, readBackupAge, expected) => {
  const text = await createMetrics(db, readBackupAge).read()
  expect(figure(text, 'fechou_backup_age_seconds')).toBe(expected)
})

it('is served on a separate port without other pages', async () => {
  const { url, stop } = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
  onTestFinished(stop)
  const reply = await fetch(`${url}/metrics`)
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  expect(await reply.text()).toContain('# TYPE http_request_duration_seconds histogram')
  expect((await fetch(url)).status).toBe(404)
  expect((await app.app.inject('/metrics')).statusCode).toBe(404)
})

it('rejects DNS rebinding', async () => {
  const { url, stop } = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
  onTestFinished(stop)
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${url}/metrics`, { headers: { host } }, reply => resolve(reply.resume().statusCode)).on('error', reject)
    })
  for (const host of ['localhost:9464', '127.0.0.1:9464', '[::1]:9464', '10.0.0.5', 'fechou:9464', hostname()]) {
    expect([host, await statusFor(host)]).toEqual([host, 200])
  }
  for (const host of ['evil.example', 'evil.example:9464', '127.0.0.1.evil.example', 'localhost.evil.example']) {
    expect([host, await statusFor(host)]).toEqual([host, 403])
  }
})
