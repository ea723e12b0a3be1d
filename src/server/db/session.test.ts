import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { testDatabase, urlOf } from '../testing/test-database.ts'
import { transactionPooler } from '../testing/transaction-pooler.ts'
import { createDb, type Db, type QueryRunner } from './client.ts'

const own = await testDatabase()
const { name } = (await own.row<{ name: string }>('select current_database() as name')) ?? { name: '' }
// Conflicting settings of the operator's database, which must not affect the product.
await own.run(`alter database ${name} set timezone = 'America/Sao_Paulo'`)
await own.run(`alter database ${name} set datestyle = 'SQL, DMY'`)

const url = urlOf(inject('databaseServer'), name)
const { port } = await transactionPooler({ host: url.searchParams.get('host') ?? url.hostname, port: Number(url.port) })
const pooled = new URL(url)
pooled.searchParams.delete('host')
pooled.host = `127.0.0.1:${port}`
const withParameters = (parameters: Record<string, string>) => {
  const changed = new URL(url)
  for (const [key, value] of Object.entries(parameters)) changed.searchParams.set(key, value)
  return changed
}

describe.each<[string, URL]>([
  ['an address', url],
  ['an address with options', withParameters({ options: '-c search_path=public -c statement_timeout=0' })],
  ['an address with settings', withParameters({ statement_timeout: '0', lock_timeout: '0' })],
  ['a pooler that shares connections by transaction', pooled],
])('connection through %s', (_, address) => {
  let db: Db
  let another: Db
  beforeAll(() => {
    db = createDb(address.href)
    another = createDb(address.href)
  })
  afterAll(() => Promise.all([db.close(), another.close()]))

  /** Runs `work` outside and inside a transaction, on several connections of two servers. */
  const everywhere = async <Result>(work: (queries: QueryRunner) => Promise<Result>): Promise<Result[]> => {
    const atOnce = [db, another, db, another].flatMap(one => [work(one), one.transaction(work)])
    return [...(await Promise.all(atOnce)), await work(another), await another.transaction(work), await work(db)]
  }

  it("every statement has the product's settings", async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const read = (queries: QueryRunner) =>
      queries.row(
        `select timestamptz '2026-03-10 00:00:00.5-03' as moment, $1::timestamptz as given,
        (select array_agg(setting order by name) from pg_settings where name = any($2)) as timeouts`,
        [new Date('2026-03-10T03:00:00.500Z'), names],
      )
    for (const row of await everywhere(read)) {
      const moment = '2026-03-10 03:00:00.5+00'
      expect(row).toEqual({ moment, given: moment, timeouts: ['15000', '5000', '15000'] })
    }
  })

  it('a slow statement is canceled', async () => {
    const slow = db.transaction(async tx => {
      await tx.run('set local statement_timeout = 1')
      await tx.run('select pg_sleep(10)')
    })
    await expect(slow).rejects.toThrow('canceling statement due to statement timeout')
    for (const row of await everywhere(queries => queries.row('show statement_timeout')))
      expect(row).toEqual({ statement_timeout: '15s' })
  })

  it('a statement can be prepared by name', async () => {
    const named = (queries: QueryRunner) => queries.row('select $1::int as number', [7], 'a-number')
    for (const row of await everywhere(named)) expect(row).toEqual({ number: 7 })
    const late = createDb(address.href)
    expect(await named(late)).toEqual({ number: 7 })
    await late.close()
  })

  it('timestamps are correct and the next page is found', async () => {
    const app = await testApp({}, { database: db })
    const { token, user } = await aUser(app)
    const minutesOff = (Date.parse(user.createdAt) - app.clock.now.getTime()) / 60_000
    expect(Math.abs(minutesOff)).toBeLessThan(30)
    const leads = [await aLead(app, token), await aLead(app, token), await aLead(app, token)]
    const seen: string[] = []
    for (let cursor: string | undefined; seen.length < 3; ) {
      const query = { limit: '1', sort: 'createdAt', ...(cursor && { cursor }) }
      const { status, data } = await app.call(leadsApi.list, { token, query })
      expect(status).toBe(200)
      seen.push(...data.leads.map(lead => lead._id))
      cursor = data.nextCursor ?? undefined
    }
    expect(seen).toEqual(leads.map(lead => lead._id))
  })
})

it('a pooler’s connections have no leftover settings', async () => {
  const db = createDb(pooled.href)
  const other = new pg.Client(pooled.href)
  await other.connect()
  await Promise.all(Array.from({ length: 3 }, () => db.row('select 1')))
  for (let turn = 0; turn < 4; turn++)
    expect((await other.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
  await Promise.all([db.close(), other.end()])
})
