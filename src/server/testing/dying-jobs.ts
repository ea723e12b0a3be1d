// Child process of killed-import.test.ts and killed-restore.test.ts: runs the queued jobs of a name, and kills itself at a
// statement. Arguments: connection as JSON, name of the job, number of statements, whether the last one is sent.

import pg from 'pg'
import { accountBackupJobs } from '../account-backups/account-backup-jobs.ts'
import { createDb } from '../db/client.ts'
import { readSettings } from '../env.ts'
import { runDueJobs } from '../jobs/run-jobs.ts'
import { createServices } from '../services.ts'
import { importJobs } from '../spreadsheets/import-jobs.ts'

const [address = '', jobName, statements, isSent] = process.argv.slice(2)

type Query = (...statement: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const { query } = client
let left = Number(statements)
client.query = function (this: unknown, ...statement) {
  left--
  const isLast = left === 0
  const result = isLast && isSent !== 'true' ? undefined : query.apply(this, statement)
  if (isLast) process.kill(process.pid, 'SIGKILL')
  return result
}

const db = createDb(JSON.parse(address))
const services = createServices(db, readSettings({ LOG_LEVEL: 'silent', APP_SECRET: 'x'.repeat(32) }))
const log = { error: (about: object) => console.error(about), warn: (about: object) => console.error(about) }
const jobs = [...importJobs(services), ...accountBackupJobs(services, log)].filter(({ name }) => name === jobName)
await runDueJobs(services, jobs, log)
await db.close()
