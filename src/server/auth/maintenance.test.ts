import { expect, it } from 'vitest'
import { runDueJobs } from '../jobs/run-jobs.ts'
import { testApp } from '../testing/test-app.ts'
import { maintenanceJobs } from './maintenance.ts'

const { clock, db, services } = await testApp()
const failures: string[] = []
const log = { warn: (about: object) => void failures.push((about as { err: Error }).err.message) }

it('logs a failed cleanup and runs it again at the next attempt', async () => {
  await runDueJobs(services, maintenanceJobs(services), log)
  expect(failures).toEqual([])
  clock.now = new Date(clock.now.getTime() + 10 * 60_000)
  const run = () => Promise.reject(new Error('relation "sessions" does not exist'))
  await runDueJobs(services, maintenanceJobs({ ...services, db: { ...db, run } }), log)
  expect(failures).toEqual(['relation "sessions" does not exist'])
  const attemptsOf = 'select attempts from jobs where name = $1'
  expect(await db.row(attemptsOf, ['remove-expired'])).toEqual({ attempts: 1 })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await runDueJobs(services, maintenanceJobs(services), log)
  expect(await db.row(attemptsOf, ['remove-expired'])).toEqual({ attempts: 0 })
})
