import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { unmigratedDatabase } from '../testing/test-database.ts'
import type { Db } from './client.ts'
import { MigrationTimeoutError, migrate, NewerSchemaError } from './migrate.ts'

const files = await readdir(new URL('../../../migrations/', import.meta.url))
const columnsOf = 'select table_name, column_name, data_type from information_schema.columns where table_schema = $1'

describe('migrate', () => {
  it('applies every file once, in numeric order', async () => {
    const db = await unmigratedDatabase()
    const applied = await migrate(db)
    expect(applied).toEqual(files.toSorted())
    expect(applied.length).toBeGreaterThanOrEqual(2)
    expect(await migrate(db)).toEqual([])
    const recorded = await db.rows<{ name: string }>('select name from migrations order by applied_at, name')
    expect(recorded.map(row => row.name)).toEqual(applied)
  })

  it('applies every file once when several servers start on an empty database', async () => {
    const db = await unmigratedDatabase()
    const runs = await Promise.all([migrate(db), migrate(db), migrate(db)])
    expect(runs.flat().sort()).toEqual(files.toSorted())
    const columns = await db.rows<{ table_name: string }>(columnsOf, ['public'])
    const tables = new Set(columns.map(column => column.table_name))
    expect([...tables]).toEqual(expect.arrayContaining(['accounts', 'users', 'sessions', 'leads', 'lead_totals']))
  })

  it('rolls back the file that fails and keeps those before it', async () => {
    const db = await unmigratedDatabase()
    await db.run('create table lead_totals (in_the_way integer)')
    await expect(migrate(db)).rejects.toThrow('already exists')
    const columns = await db.rows<{ table_name: string }>(columnsOf, ['public'])
    const tables = new Set(columns.map(column => column.table_name))
    expect([tables.has('accounts'), tables.has('leads')]).toEqual([true, false])
    await db.run('drop table lead_totals')
    expect(await migrate(db)).toEqual(files.toSorted().slice(1))
  })
})

describe('migrate under load', () => {
  const name = '999-drop-an-index.sql'
  const path = mkdtempSync(join(tmpdir(), 'fechou-migrations-'))
  const folder = pathToFileURL(`${path}/`)
  writeFileSync(join(path, name), 'drop index in_the_way')
  afterAll(() => rmSync(path, { recursive: true }))

  /** Starts a long-running query on leads; returns a function that ends it. */
  const readForLong = async (db: Db): Promise<() => Promise<void>> => {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const reading = db.transaction(async tx => {
      await tx.run('set local idle_in_transaction_session_timeout = 0')
      await tx.rows('select id from leads')
      begun.resolve()
      await end.promise
    })
    await begun.promise
    return () => {
      end.resolve()
      return reading
    }
  }

  it('does not block requests while a long query delays the migration', async () => {
    const app = await testApp()
    const { token } = await aUser(app)
    await aLead(app, token)
    await app.db.run('create index in_the_way on leads (id)')
    const endReading = await readForLong(app.db)
    const lines: string[] = []
    const migrating = migrate(app.db, { folder, log: line => lines.push(line) })
    for (let calls = 0; calls < 5 || lines.length < 2; calls++)
      expect((await app.call(leadsApi.list, { token })).status).toBe(200)
    expect(lines[0]).toMatch(/^A atualização do banco de dados espera por tabelas em uso; nova tentativa em .* s\.$/)
    await endReading()
    expect(await migrating).toEqual([name])
  })

  it('fails with one line and leaves the schema unchanged when the tables stay locked', async () => {
    const { db } = await testApp()
    await db.run('create index in_the_way on leads (id)')
    await db.run('delete from migrations where name = $1', [name])
    const endReading = await readForLong(db)
    await expect(migrate(db, { folder, timeoutMs: 100 })).rejects.toThrow(MigrationTimeoutError)
    await endReading()
    expect(await migrate(db, { folder })).toEqual([name])
  })
})

describe('earlier release on a newer schema', () => {
  const migratedByNewer = (db: Db, breaks: boolean) =>
    db.run('insert into migrations (name, breaks_earlier) values ($1, $2)', ['998-newer.sql', breaks])

  it('starts if the newer migration is compatible', async () => {
    const db = await unmigratedDatabase()
    await migrate(db)
    await migratedByNewer(db, false)
    expect(await migrate(db)).toEqual([])
  })

  it('does not start if the newer migration breaks it, and fails with one line', async () => {
    const db = await unmigratedDatabase()
    await migrate(db)
    await migratedByNewer(db, true)
    await expect(migrate(db)).rejects.toThrow(NewerSchemaError)
    await expect(migrate(db)).rejects.toThrow(/mais nova do que esta \(998-newer\.sql\)/)
  })

  it('becomes not ready and responds that the system is being updated', async () => {
    const database = await unmigratedDatabase()
    await migrate(database)
    const app = await testApp({}, { database })
    const { token } = await aUser(app)
    expect((await app.call(healthApi.ready)).status).toBe(200)
    await migratedByNewer(database, true)
    await database.run('alter table leads rename column nome to name')
    const ready = await app.call(healthApi.ready)
    expect([ready.status, ready.error.code, ready.raw.headers['retry-after']]).toEqual([503, 'being_updated', '2'])
    const list = await app.call(leadsApi.list, { token })
    expect([list.status, list.error.code]).toEqual([503, 'being_updated'])
    expect(list.error.message).toBe('O sistema está sendo atualizado. Tente novamente em instantes.')
  })
})

it('files are numbered without gaps', () => {
  expect(files.toSorted().map(name => Number(/^(\d{3})-[a-z-]+\.sql$/.exec(name)?.[1]))).toEqual(
    files.map((_, index) => index + 1),
  )
})
