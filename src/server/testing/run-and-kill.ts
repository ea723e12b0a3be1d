import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, inject } from 'vitest'
import type { Db } from '../db/client.ts'
import { addressOf } from './test-database.ts'

const program = fileURLToPath(new URL('dying-jobs.ts', import.meta.url))

/** Runs the queued jobs of a name in a process that dies at its nth statement, before or after sending it. */
export const runAndKill = async (db: Db, jobName: string, statements: number): Promise<void> => {
  const { name = '' } = (await db.row<{ name: string }>('select current_database() as name')) ?? {}
  const address = JSON.stringify(addressOf(inject('databaseServer'), name))
  const child = spawn(process.execPath, [program, address, jobName, String(statements), String(statements % 2 === 0)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  // The lease of the dead process ends.
  await db.run(`update jobs set due_at = '-infinity' where name = $1`, [jobName])
}
