// Child process of killed-import.test.ts: runs the queued imports, and kills itself at a statement.
// Arguments: connection as JSON, number of statements, whether the last one is sent.

import pg from 'pg'
import { createDb } from '../db/client.ts'
import { readSettings } from '../env.ts'
import { runDueJobs } from '../jobs/run-jobs.ts'
import { createServices } from '../services.ts'
import { importJobName, importJobs } from '../spreadsheets/import-jobs.ts'

const [address = '', statements, isSent] = process.argv.slice(2)

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
const jobs = importJobs(services).filter(({ name }) => name === importJobName)
await runDueJobs(services, jobs, { warn: about => console.error(about) })
await db.close()
