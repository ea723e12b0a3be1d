import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { unmigratedDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

const files = await readdir(new URL('../../../migrations/', import.meta.url))
const columnsOf = 'select table_name, column_name, data_type from information_schema.columns where table_schema = $1'

describe('migrating', () => {
  it('applies every file once, in the order of their numbers', async () => {
    const db = await unmigratedDatabase()
    const applied = await migrate(db)
    expect(applied).toEqual(files.toSorted())
    expect(applied.length).toBeGreaterThanOrEqual(2)
    expect(await migrate(db)).toEqual([])
    const recorded = await db.rows<{ name: string }>('select name from migrations order by applied_at, name')
    expect(recorded.map(row => row.name)).toEqual(applied)
  })

  it('applies every file once also when several servers start on an empty database', async () => {
    const db = await unmigratedDatabase()
    const runs = await Promise.all([migrate(db), migrate(db), migrate(db)])
    expect(runs.map(run => run.length).sort()).toEqual([0, 0, files.length])
    const columns = await db.rows<{ table_name: string }>(columnsOf, ['public'])
    const tables = new Set(columns.map(column => column.table_name))
    expect([...tables]).toEqual(expect.arrayContaining(['accounts', 'users', 'sessions', 'leads', 'lead_totals']))
  })

  it('leaves nothing behind when a file fails', async () => {
    const db = await unmigratedDatabase()
    await db.run('create table leads (in_the_way integer)')
    await expect(migrate(db)).rejects.toThrow('already exists')
    const columns = await db.rows<{ table_name: string }>(columnsOf, ['public'])
    expect(columns.map(column => column.table_name)).toEqual(['leads'])
  })
})

it('files are numbered without gaps', () => {
  expect(files.toSorted().map(name => Number(/^(\d{3})-[a-z-]+\.sql$/.exec(name)?.[1]))).toEqual(
    files.map((_, index) => index + 1),
  )
})
