import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aLeadForm, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { indexStatementsOf, isIndexFile } from './build-indexes.ts'
import { migrate } from './migrate.ts'

const file = '999-index-of-notes.sql'
const path = mkdtempSync(join(tmpdir(), 'fechou-migrations-'))
const folder = pathToFileURL(`${path}/`)
writeFileSync(
  join(path, file),
  `-- Builds indexes concurrently.
-- The names of leads.
create index concurrently leads_by_name on leads (account_id, nome)
  where nome <> '';
create index concurrently leads_by_email on leads (account_id, email);
`,
)
afterAll(() => rmSync(path, { recursive: true }))

const app = await testApp()
const { db } = app
const { token } = await aUser(app)
await aLead(app, token)

const createLead = async () => expect((await app.call(leadsApi.create, { token, body: aLeadForm() })).status).toBe(201)

/** Opens a snapshot, for whose end a build waits. Returns a function that ends it. */
const readForLong = async (): Promise<() => Promise<void>> => {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const reading = db.transaction(async tx => {
    await tx.run('set transaction isolation level repeatable read')
    await tx.run('set local idle_in_transaction_session_timeout = 0')
    await tx.run('select from leads')
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const stop = () => {
    end.resolve()
    return reading
  }
  onTestFinished(stop)
  return stop
}

const indexes = () =>
  db.rows<{ name: string; is_valid: boolean }>(
    `select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname like 'leads_by_%' order by 1`,
  )

const builder = (): Promise<{ pid: number } | undefined> =>
  db.row(
    `select pid from pg_stat_activity where datname = current_database() and query like 'create index concurrently%'
        and wait_event_type = 'Lock'`,
  )

const untilBuilding = async (): Promise<number> => {
  for (;;) {
    const found = await builder()
    if (found) return found.pid
  }
}

const bothValid = [
  { name: 'leads_by_email', is_valid: true },
  { name: 'leads_by_name', is_valid: true },
]

const startOver = async (): Promise<void> => {
  await db.run('drop index if exists leads_by_name')
  await db.run('drop index if exists leads_by_email')
  await db.run('delete from migrations where name = $1', [file])
}

describe('migrate with a file of indexes', () => {
  it('builds them while clients write', async () => {
    await startOver()
    const endReading = await readForLong()
    const migrating = migrate(db, { folder })
    await untilBuilding()
    for (let count = 0; count < 5; count++) await createLead()
    await endReading()
    expect(await migrating).toEqual([file])
    expect(await indexes()).toEqual(bothValid)
    expect(await migrate(db, { folder })).toEqual([])
  })

  it('builds an index again when an earlier build was killed', async () => {
    await startOver()
    const endReading = await readForLong()
    const killed = migrate(db, { folder }).catch((error: Error) => error.message)
    await db.run('select pg_terminate_backend($1)', [await untilBuilding()])
    expect(await killed).toMatch(/terminat/i)
    await endReading()
    expect(await indexes()).toEqual([{ name: 'leads_by_name', is_valid: false }])
    expect(await migrate(db, { folder })).toEqual([file])
    expect(await indexes()).toEqual(bothValid)
  })

  it('builds them once when several servers start', async () => {
    await startOver()
    const endReading = await readForLong()
    const first = migrate(db, { folder })
    await untilBuilding()
    const waits = Promise.withResolvers<string>()
    const second = migrate(db, { folder, log: waits.resolve })
    expect(await waits.promise).toMatch(/^A atualização do banco de dados espera/)
    await endReading()
    expect(await Promise.all([first, second])).toEqual([[file], []])
    expect(await indexes()).toEqual(bothValid)
  })

  it('lets a server of an earlier release start during the build', async () => {
    await startOver()
    const endReading = await readForLong()
    const migrating = migrate(db, { folder })
    await untilBuilding()
    expect(await migrate(db)).toEqual([])
    await endReading()
    expect(await migrating).toEqual([file])
  })

  it('fails with one line when other transactions do not end', async () => {
    await startOver()
    const endReading = await readForLong()
    await expect(migrate(db, { folder, timeoutMs: 300 })).rejects.toThrow(/^O banco de dados não pôde ser atualizado/)
    await endReading()
    expect(await migrate(db, { folder })).toEqual([file])
    expect(await indexes()).toEqual(bothValid)
  })
})

describe('the files of indexes', () => {
  const productFolder = new URL('../../../migrations/', import.meta.url)

  it('contain nothing else', async () => {
    const texts: string[] = []
    for (const name of await readdir(productFolder)) texts.push(await readFile(new URL(name, productFolder), 'utf8'))
    const counts = texts.filter(isIndexFile).map(text => indexStatementsOf(text).length)
    expect(Math.min(...counts)).toBeGreaterThan(0)
  })

  it.each(['create index leads_x on leads (id)', 'alter table leads add column x text'])('reject "%s"', text => {
    expect(() => indexStatementsOf(text)).toThrow(/^neither "create index concurrently name on" nor "call/)
  })
})
