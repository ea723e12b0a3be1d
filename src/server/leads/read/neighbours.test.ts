import type { Server } from 'node:http'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import type { QueryRunner } from '../../db/client.ts'
import { searchesPerAccount } from '../../http/limits/admission-control.ts'
import { aLead, anExportedLead, aUser, userRow } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

/** Holds the lock while `work` runs. */
const whileHeld = <Result>(lock: (tx: QueryRunner) => Promise<unknown>, work: () => Promise<Result>): Promise<Result> =>
  db.transaction(async tx => {
    await lock(tx)
    return work()
  })

/** Waits until this many connections are in use and no query waits for one. */
const untilBusy = (count: number) =>
  vi.waitFor(
    () => {
      const { open, idle, waiting } = db.connections()
      expect([open - idle, waiting]).toEqual([count, 0])
    },
    { timeout: 10_000, interval: 10 },
  )

const openConnections = promisify((server: Server, done: (error: Error | null, count: number) => void) =>
  server.getConnections(done),
)

describe('an account with many concurrent requests', () => {
  it.each([
    ['restores', (token: string) => call(leadsApi.sync, { token, body: { leads: [anExportedLead()] } }), 1],
    ['new leads', (token: string) => call(leadsApi.create, { token, body: anExportedLead() }), 4],
  ])('whose %s all wait for its lock leaves connections to other accounts', async (_, ask, maxRunning) => {
    const attacker = await aUser(app)
    const neighbour = await aUser(app)
    const { account_id } = await userRow(app, attacker.user)
    let requests: Promise<{ status: number }[]> = Promise.resolve([])
    await whileHeld(
      tx => tx.run('select from live where account_id = $1 for update', [account_id]),
      async () => {
        requests = Promise.all(Array.from({ length: 30 }, () => ask(attacker.token)))
        await untilBusy(1 + maxRunning)
        expect((await call(leadsApi.board, { token: neighbour.token })).status).toBe(200)
        await untilBusy(1 + maxRunning)
      },
    )
    expect(new Set((await requests).map(({ status }) => status))).toEqual(new Set([maxRunning === 1 ? 200 : 201]))
  })

  it('gets its slots back from requests that were aborted during the session lookup', async () => {
    const { token } = await aUser(app)
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
    const leaving = new AbortController()
    const get = (signal?: AbortSignal) =>
      fetch(`${url}/api${leadsApi.board.path}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: signal ?? null,
      })
    await whileHeld(
      tx => tx.run('lock table sessions in access exclusive mode'),
      async () => {
        const aborted = Array.from({ length: 8 }, () => get(leaving.signal).catch(() => 'aborted'))
        await vi.waitFor(async () => expect(await openConnections(app.app.server)).toBe(8))
        // Sessions are read together, over two connections.
        await untilBusy(1 + 2)
        leaving.abort()
        expect(await Promise.all(aborted)).toEqual(Array(8).fill('aborted'))
        await vi.waitFor(async () => expect(await openConnections(app.app.server)).toBe(0))
      },
    )
    await untilBusy(0)
    expect((await get()).status).toBe(200)
  })

  it('runs few searches at a time and gets an error when its queue is full', async () => {
    const { token } = await aUser(app)
    await aLead(app, token)
    const rejected: { status: number; error: { code: string } }[] = []
    let requests: Promise<unknown> = Promise.resolve()
    await whileHeld(
      tx => tx.run('lock table leads in access exclusive mode'),
      async () => {
        const search = async () => {
          const response = await call(leadsApi.list, { token, query: { search: 'jo' } })
          if (response.status !== 200) rejected.push(response)
        }
        requests = Promise.all(Array.from({ length: 60 }, search))
        await untilBusy(1 + searchesPerAccount)
        // No search can end, so a full queue rejects the others.
        await vi.waitFor(() => expect(rejected).toHaveLength(60 - 50 - searchesPerAccount), { timeout: 4000 })
      },
    )
    await requests
    expect(rejected).toHaveLength(60 - 50 - searchesPerAccount)
    for (const { status, error } of rejected) expect([status, error.code]).toEqual([429, 'too_many_at_once'])
  })
})
