import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { type Job, JobLostError } from './job.ts'
import { type ClaimedJob, claimJob, finishJob, registerJobs, removeJob, rescheduleJob, saveJobState } from './store.ts'

type Deps = Pick<Services, 'db' | 'now'>
type Log = Record<'warn', (about: object, message: string) => void>

const minuteMs = 60_000
const pollIntervalMs = minuteMs
const retryDelayMs = minuteMs
/** Several, so that a slow job, such as a sync of all customers with Stripe, does not delay the others. */
const maxConcurrentJobs = 3
const stopTimeoutMs = 3000

const leasesOf = (jobs: readonly Job[]): Record<string, number> =>
  Object.fromEntries(jobs.map(({ name, leaseMs }) => [name, leaseMs]))

const runClaimed = async (
  { db, now }: Deps,
  log: Log,
  { job, row, signal }: { job: Job; row: ClaimedJob; signal: AbortSignal },
): Promise<void> => {
  const begunAt = now()
  const from = (ms: number, moment = begunAt) => new Date(moment.getTime() + ms)
  let claimed = row
  const save = async (state: object) => {
    const until = await saveJobState(db, claimed, state, from(job.leaseMs, now()))
    if (until === undefined) throw new JobLostError(job.name)
    claimed = { ...claimed, claimed_until: until }
    signal.throwIfAborted()
  }
  const doneUntil = row.succeeded_at
    ? new Date(row.succeeded_at)
    : from(-(job.intervalMs ?? 0), new Date(row.created_at))
  try {
    const run = { accountId: row.account_id, state: row.state, begunAt, doneUntil, save, signal }
    await job.run(run)
    if (job.intervalMs === undefined) await removeJob(db, claimed)
    else await finishJob(db, claimed, { begunAt, nextAt: from(job.intervalMs) })
  } catch (error) {
    if (signal.aborted) return void (await rescheduleJob(db, claimed, now()))
    const failure = job.describeFailure ? { failure: job.describeFailure(error) } : { err: error }
    log.warn({ job: job.name, account: row.account_id, attempts: row.attempts, ...failure }, 'job failed')
    if (!(error instanceof JobLostError)) await rescheduleJob(db, claimed, from(retryDelayMs, now()))
  }
}

/** Claims and runs due jobs sequentially until none is left or the process stops. */
const work = async (services: Deps, jobs: readonly Job[], log: Log, signal: AbortSignal): Promise<void> => {
  const leases = leasesOf(jobs)
  do {
    const row = await claimJob(services.db, leases, services.now())
    const job = row && jobs.find(({ name }) => name === row.name)
    if (!job) return
    await runClaimed(services, log, { job, row, signal })
  } while (!signal.aborted)
}

const register = ({ db, now }: Deps, jobs: readonly Job[]): Promise<number> => {
  const recurring = jobs.filter(({ intervalMs }) => intervalMs !== undefined)
  return registerJobs(
    db,
    recurring.map(({ name }) => name),
    now(),
  )
}

/** Runs all due jobs once, sequentially. Failures are logged. */
export const runDueJobs = async (services: Deps, jobs: readonly Job[], log: Log): Promise<void> => {
  await register(services, jobs)
  await work(services, jobs, log, new AbortController().signal)
}

/**
 * Starts due jobs now and every minute. Safe to run in several processes. Returns a stop function with `wake`, which looks for
 * due jobs at once.
 * Stopping aborts the running jobs and waits up to three seconds for them; another process takes over those that end in time at
 * once, and the others after their lease.
 */
export const startJobs = (
  services: Deps,
  jobs: readonly Job[],
  log: Log,
): (() => Promise<void>) & { wake: () => void } => {
  const workers = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  const startWorker = (): void => {
    const worker = work(services, jobs, log, signal)
      .catch(err => {
        // The connections may be closed by now.
        if (!signal.aborted) log.warn({ err }, 'job claim failed')
      })
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }
  // A slow job occupies its worker; the others continue.
  const look = (): void => {
    while (workers.size < maxConcurrentJobs) startWorker()
  }
  const registered = register(services, jobs).catch(err => log.warn({ err }, 'job registration failed'))
  const started = registered.then(look)
  const timer = setInterval(look, pollIntervalMs)
  timer.unref()
  const stop = async () => {
    clearInterval(timer)
    await started
    stopping.abort()
    await Promise.race([Promise.all(workers), sleep(stopTimeoutMs, undefined, { ref: false })])
  }
  const wake = () => {
    if (!signal.aborted) void started.then(look)
  }
  return Object.assign(stop, { wake })
}
