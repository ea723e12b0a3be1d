import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { authApi } from '#contract/auth/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { createDb } from '#server/db/client.ts'
import { findRunningServer } from '#server/db/embedded/find-running-server.ts'
import { databaseName } from '#server/db/embedded.ts'
import { aLeadForm, aRegistration } from '#server/testing/factories.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import type { Product } from './support/product.ts'
import { expect, test } from './support/test.ts'

const wrongPasswords = 12
const clients = 8

/** Process ids of the processes that have logged a request. */
const workerPids = ({ log }: Product): Set<number> =>
  new Set([...log.matchAll(/"pid":(\d+)[^\n]*"msg":"request"/g)].map(match => Number(match[1])))

/** Sends a request on a connection of its own, so that the next one may reach another process. */
const send = (
  url: string,
  { method, path }: Endpoint,
  { token = '', body }: { token?: string; body?: object } = {},
): Promise<{ status: number; data: unknown }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const sent = request(`${url}/api${path}`, { method, agent: false, headers: body ? headers : {} }, response => {
      text(response).then(body => resolve({ status: response.statusCode ?? 0, data: JSON.parse(body) }), reject)
    })
    sent.on('error', reject).end(body && JSON.stringify(body))
  })

/** Sends requests on several connections until as many processes have served one. */
const untilServedBy = (product: Product, processes: number): Promise<void> =>
  expect
    .poll(
      async () => {
        await Promise.all(Array.from({ length: clients }, () => send(product.url, healthApi.live)))
        return workerPids(product).size
      },
      { timeout: 60_000 },
    )
    .toBe(processes)

const openDatabase = async ({ dataDir }: Product) => {
  const address = await findRunningServer(dataDir)
  if (!address) throw new Error('the database does not run')
  return createDb({ ...address, user: 'postgres', database: databaseName }, { poolSize: 1 })
}

/**
 * Creates leads until `isOver`. Repeats a request without a response, as long as connections still go to a process that has died,
 * and one that an overloaded process rejects. Returns the other statuses.
 */
const createLeads = async (url: string, token: string, isOver: () => boolean): Promise<number[]> => {
  const statuses: number[] = []
  while (!isOver()) {
    const response = await send(url, leadsApi.create, { token, body: aLeadForm() }).catch(() => undefined)
    if (response && response.status !== 503) statuses.push(response.status)
  }
  return statuses
}

test('two processes share limits, mails and payments, and one of them can die under load', async ({ startProduct }) => {
  test.setTimeout(300_000)
  const mails = await mailServer()
  const product = await startProduct({
    WEB_CONCURRENCY: '2',
    LOG_LEVEL: 'info',
    DEMO: '1',
    SMTP_URL: mails.url,
    RATE_LIMITS: 'on',
    LIMIT_LOGIN: '5/15m',
    LIMIT_USER: '100000/1m',
  })
  const { url } = product
  const db = await openDatabase(product)
  try {
    await untilServedBy(product, 2)
    const people = Array.from({ length: clients }, () => aRegistration())
    const registered = await Promise.all(people.map(body => send(url, authApi.register, { body })))
    const sessions = registered.map(({ data }) => data as { token: string })

    const wrong = { email: people[0]?.email, password: 'senha-errada' }
    const logins = await Promise.all(
      Array.from({ length: wrongPasswords }, () => send(url, authApi.login, { body: wrong })),
    )
    expect(logins.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(logins.filter(({ status }) => status === 429)).toHaveLength(wrongPasswords - 5)

    let isOver = false
    const writing = sessions.map(({ token }) => createLeads(url, token, () => isOver))
    const [killed = 0] = workerPids(product)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => product.log).toContain(`O processo ${killed} terminou (SIGKILL)`)
    await untilServedBy(product, 3)
    isOver = true
    const statuses = (await Promise.all(writing)).flat()
    expect(new Set(statuses)).toEqual(new Set([201]))
    const { count } = (await db.row<{ count: number }>(
      `select count(*) as count from leads join users u on u.id = user_id join identities i on i.id = u.identity_id
        where i.email = any ($1)`,
      [people.map(({ email }) => email)],
    )) ?? { count: 0 }
    expect(count).toBeGreaterThanOrEqual(statuses.length)
    expect(count).toBeLessThanOrEqual(statuses.length + clients)

    // The demo data buys plans in the sandbox.
    const events = await db.rows<{ processed: boolean }>(
      'select processed_at is not null as processed from stripe_events',
    )
    expect(events.length).toBeGreaterThan(0)
    expect(events.filter(({ processed }) => !processed)).toEqual([])
    const jobs = await db.rows<{ name: string }>('select name from jobs where account_id is null')
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)

    // The process that died may have claimed a mail, which another sends a minute later, or sent one without recording it.
    await expect.poll(async () => (await db.rows('select from outbox')).length, { timeout: 150_000 }).toBe(0)
    const recipients = mails.mails.map(({ to }) => to[0])
    for (const { email } of people) expect([1, 2]).toContain(recipients.filter(to => to === email).length)
    expect(await product.stop()).toBe(0)
  } finally {
    await db.close()
    await mails.stop()
  }
})
