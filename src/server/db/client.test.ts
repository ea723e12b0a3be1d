import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
import { addressOf, testDatabase } from '../testing/test-database.ts'
import {
  createDb,
  type Db,
  isDatabaseUnavailable,
  type QueryRunner,
  toIsoTimestamp,
  uniqueViolation,
} from './client.ts'

const run = promisify(execFile)
const queryMemory = fileURLToPath(new URL('../testing/query-memory.ts', import.meta.url))
const db = await testDatabase()
await db.run('create table notes (id integer primary key, text text)')

/** Terminates a connection from the server side, as a PostgreSQL restart does. */
const cut = async (connection: QueryRunner) => {
  const own = await connection.row<{ pid: number }>('select pg_backend_pid() as pid')
  await db.run('select pg_terminate_backend($1)', [own?.pid])
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    error => error,
  )

describe('query results', () => {
  it('contain numbers for counts and sums, text for dates and timestamps', async () => {
    const row = await db.row(`select count(*) as count, sum(99999999999::bigint) as sum, 12.5::numeric as numeric,
      date '2026-03-10' as day, timestamptz '2026-03-10 00:00:00.123456-03' as moment, null as nothing`)
    expect(row).toEqual({
      count: 1,
      sum: 99_999_999_999,
      numeric: 12.5,
      day: '2026-03-10',
      moment: '2026-03-10 03:00:00.123456+00',
      nothing: null,
    })
  })

  it('are all rows, the first row or the number of affected rows', async () => {
    expect(await db.run(`insert into notes values (1, 'um'), (2, 'dois')`)).toBe(2)
    expect(await db.rows('select * from notes order by id')).toHaveLength(2)
    expect(await db.row('select text from notes where id = $1', [2], 'one-note')).toEqual({ text: 'dois' })
    expect(await db.row('select text from notes where id = $1', [3], 'one-note')).toBeUndefined()
  })

  it('are gone with the next collection of young objects', async () => {
    const { name = '' } = (await db.row<{ name: string }>('select current_database() as name')) ?? {}
    const address = JSON.stringify(addressOf(inject('databaseServer'), name))
    const { stdout } = await run(process.execPath, ['--expose-gc', queryMemory, address])
    expect(Number(stdout) / 1e6).toBeGreaterThan(0)
    expect(Number(stdout) / 1e6).toBeLessThan(15)
  })
})

describe('timestamp', () => {
  it.each([
    ['2026-11-20 12:34:56.123456+00', '2026-11-20T12:34:56.123456Z'],
    ['2026-11-20 12:34:56.12+00', '2026-11-20T12:34:56.120000Z'],
    ['2026-11-20 12:34:56+00', '2026-11-20T12:34:56.000000Z'],
  ])('%s is returned as %s, which sorts as text', (text, iso) => {
    expect(toIsoTimestamp(text)).toBe(iso)
  })
})

describe('transaction', () => {
  it('is rolled back when the work fails', async () => {
    const work = db.transaction(async tx => {
      await tx.run(`insert into notes values (10, 'dez')`)
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await db.row('select from notes where id = 10')).toBeUndefined()
  })

  it('is repeated after a deadlock', async () => {
    await db.run(`insert into notes values (20, ''), (21, '')`)
    const both = Promise.withResolvers<void>()
    let holding = 0
    const lockCrosswise = (first: number, second: number) =>
      db.transaction(async tx => {
        await tx.run(`update notes set text = text || $2 where id = $1`, [first, `${first}`])
        if (++holding === 2) both.resolve()
        await both.promise
        await tx.run(`update notes set text = text || $2 where id = $1`, [second, `${first}`])
      })
    await Promise.all([lockCrosswise(20, 21), lockCrosswise(21, 20)])
    const rows = await db.rows<{ text: string }>('select text from notes where id in (20, 21)')
    for (const { text } of rows) expect([...text.matchAll(/2[01]/g)].map(String).sort()).toEqual(['20', '21'])
  })

  it('fails without an uncaught error when its connection breaks', async () => {
    const failure = await failureOf(
      db.transaction(async tx => {
        await cut(tx)
        await new Promise(resolve => setTimeout(resolve, 50))
        await tx.run(`insert into notes values (30, 'trinta')`)
      }),
    )
    expect(isDatabaseUnavailable(failure)).toBe(true)
    expect(await db.row('select from notes where id = 30')).toBeUndefined()
  })

  it('fails without an uncaught error when its connection breaks during a statement', async () => {
    const failure = await failureOf(
      db.transaction(async tx => {
        const own = await tx.row<{ pid: number }>('select pg_backend_pid() as pid')
        await Promise.all([tx.run('select pg_sleep(10)'), db.run('select pg_terminate_backend($1)', [own?.pid])])
      }),
    )
    expect(isDatabaseUnavailable(failure)).toBe(true)
    expect(await db.row('select 1 as one')).toEqual({ one: 1 })
  })
})

describe('isDatabaseUnavailable', () => {
  const awayAt = async (address: Parameters<typeof createDb>[0]) => {
    const away: Db = createDb(address)
    const failures = [
      await failureOf(away.row('select 1')),
      await failureOf(away.transaction(tx => tx.row('select 1'))),
    ]
    await away.close()
    return failures
  }

  it.each([
    ['connection refused', 'postgres://nobody@127.0.0.1:1/nothing'],
    ['unknown host name', 'postgres://nobody@database.invalid/nothing'],
    ['missing socket', { host: '/nowhere', user: 'nobody', database: 'nothing' }],
  ])('is true for a network error: %s', async (_, address) => {
    for (const failure of await awayAt(address)) expect(isDatabaseUnavailable(failure)).toBe(true)
  })

  it('is true when no address of a host name accepts connections', () => {
    const rejected = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    })
    expect(isDatabaseUnavailable(Object.assign(new AggregateError([rejected]), { code: 'ECONNREFUSED' }))).toBe(true)
  })

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])('is true when the connection ends with %s', code => {
    expect(isDatabaseUnavailable(Object.assign(new Error(code), { code, syscall: 'read' }))).toBe(true)
  })

  it.each([
    'terminating connection due to administrator command',
    'canceling statement due to statement timeout',
    'canceling statement due to lock timeout',
    'cannot execute INSERT in a read-only transaction',
  ])('is true for an SQLSTATE of an unavailable database: %s', async message => {
    const causes: Record<string, () => Promise<unknown>> = {
      'terminating connection due to administrator command': () =>
        db.run('select pg_terminate_backend(pg_backend_pid())'),
      'canceling statement due to statement timeout': () =>
        db.transaction(async tx => {
          await tx.run('set local statement_timeout = 1')
          await tx.run('select pg_sleep(1)')
        }),
      'cannot execute INSERT in a read-only transaction': () =>
        db.transaction(async tx => {
          await tx.run('set transaction read only')
          await tx.run(`insert into notes values (50, 'cinquenta')`)
        }),
      'canceling statement due to lock timeout': () =>
        db.transaction(async tx => {
          await tx.run('lock table notes')
          await db.transaction(async other => {
            await other.run('set local lock_timeout = 1')
            await other.run('lock table notes')
          })
        }),
    }
    const failure = await failureOf(causes[message]?.() ?? Promise.resolve())
    expect(failure).toMatchObject({ message })
    expect(isDatabaseUnavailable(failure)).toBe(true)
  })

  it.each([
    ['a statement with an error', 'select nothing from nowhere'],
    ['a duplicate row', 'insert into notes values (1)'],
    ['an invalid value', `select 'x'::integer`],
    ['a date that does not exist', `select '2026-02-30'::date`],
  ])('is false for %s', async (_, statement) => {
    await db.run(`insert into notes values (1) on conflict do nothing`)
    const failure = await failureOf(db.run(statement))
    expect(failure).toBeInstanceOf(Error)
    expect(isDatabaseUnavailable(failure)).toBe(false)
  })

  it.each<[unknown]>([
    [new TypeError('x is not a function')],
    [Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })],
    ['text'],
    [undefined],
  ])('is false for an error outside the database: %j', failure => {
    expect(isDatabaseUnavailable(failure)).toBe(false)
  })
})

describe('uniqueViolation', () => {
  it('returns the name of the constraint', async () => {
    await db.run(`insert into notes values (40)`)
    expect(uniqueViolation(await failureOf(db.run(`insert into notes values (40)`)))).toBe('notes_pkey')
  })

  it('returns undefined for other errors', async () => {
    expect(uniqueViolation(await failureOf(db.run('select nothing')))).toBeUndefined()
    expect(uniqueViolation(new Error('23505'))).toBeUndefined()
  })
})
