import { readdir, readFile } from 'node:fs/promises'
import type { Db } from './client.ts'

const folder = new URL('../../../migrations/', import.meta.url)
// Any number, the same in every release: who holds it migrates, everybody else waits.
const migrationLock = 7_203_114

/**
 * Brings the schema up to date: every `migrations/NNN-name.sql` not yet recorded, in order, all in one transaction, so
 * that two servers that start together cannot both migrate and a crash leaves no half of it. Returns the names applied.
 */
export const migrate = async (db: Db): Promise<string[]> => {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return db.transaction(async tx => {
    await tx.run('set local lock_timeout = 0')
    await tx.run('set local statement_timeout = 0')
    await tx.run('select pg_advisory_xact_lock($1)', [migrationLock])
    await tx.run(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = new Set((await tx.rows<{ name: string }>('select name from migrations')).map(row => row.name))
    const pending = names.filter(name => !applied.has(name))
    for (const name of pending) {
      await tx.run(await readFile(new URL(name, folder), 'utf8'))
      await tx.run('insert into migrations (name) values ($1)', [name])
    }
    return pending
  })
}
