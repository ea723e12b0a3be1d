import { expect, it } from 'vitest'
import { anonymizedColumns } from '../leads/fields/lead-columns.ts'
import { testDatabase } from '../testing/test-database.ts'
import { textTables } from './text-columns.ts'

const db = await testDatabase()

it('every column that can hold text says what an anonymization does with it', async () => {
  const columns = await db.rows<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'migrations'
        and c.udt_name not in ('uuid', 'int2', 'int4', 'int8', 'bool', 'date', 'time', 'timestamptz', 'numeric')`,
  )
  const listed = Object.entries({ ...textTables, leads: { ...textTables.leads, cleared: anonymizedColumns } }).flatMap(
    ([table, { cleared = {}, members = [], codes = [] }]) =>
      [...Object.keys(cleared), ...members, ...codes].map(column => `${table}.${column}`),
  )
  const dates = ['story_entries.removed_at', 'leads.next_step_day', 'leads.next_step_time']
  expect(listed.filter(name => !dates.includes(name)).toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})
