import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { aUser, userRow } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import type { Job, JobRun } from './job.ts'
import { runDueJobs, startJobs } from './run-jobs.ts'
import { insertJob } from './store.ts'

const app = await testApp()
const { clock, db, services } = app
const minute = 60_000

const logged: { message: string; about: Record<string, unknown> }[] = []
const log = { warn: (about: object, message: string) => void logged.push({ message, about: { ...about } }) }

beforeEach(async () => {
  logged.length = 0
  await db.run('delete from jobs')
})

const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

/** A job that records its runs. */
const aJob = (work: (run: JobRun) => Promise<unknown> = async () => {}, some: Partial<Job> = {}) => {
  const runs: JobRun[] = []
  const job: Job = {
    name: 'count',
    intervalMs: 10 * minute,
    leaseMs: 5 * minute,
    run: async run => {
      runs.push(run)
      return work(run)
    },
    ...some,
  }
  return { job, runs, runDue: () => runDueJobs(services, [job], log) }
}

/** Starts a run that never ends, like that of a crashed process. */
const abandon = async (before: (run: JobRun) => Promise<void> = async () => {}) => {
  const begun = Promise.withResolvers<void>()
  const { runDue } = aJob(async run => {
    await before(run)
    begun.resolve()
    await new Promise<never>(() => {})
  })
  void runDue()
  await begun.promise
}

const rowOfJob = () =>
  db.row<{ attempts: number; state: object }>(`select attempts, state from jobs where name = 'count'`)

describe('a recurring job', () => {
  it('runs at once, and again after its interval', async () => {
    const { runs, runDue } = aJob()
    await runDue()
    await runDue()
    expect(runs).toHaveLength(1)
    later(10 * minute - 1)
    await runDue()
    expect(runs).toHaveLength(1)
    later(1)
    await runDue()
    expect(runs).toHaveLength(2)
  })

  it('gets as `doneUntil` one interval before the first run, then the start of the last success', async () => {
    const { runs, runDue } = aJob()
    const first = clock.now
    await runDue()
    later(25 * minute)
    await runDue()
    expect(runs.map(({ doneUntil }) => doneUntil)).toEqual([new Date(first.getTime() - 10 * minute), first])
  })

  it('runs in only one of several processes', async () => {
    const { job, runs, runDue } = aJob(() => sleep(20))
    await Promise.all([runDue(), runDue(), runDueJobs(services, [job], log)])
    expect(runs).toHaveLength(1)
  })

  it('gets the state that an earlier run saved', async () => {
    let count = 0
    const { runs, runDue } = aJob(async ({ save }) => {
      if (++count === 1) await save({ count })
    })
    for (let times = 0; times < 3; times++) {
      await runDue()
      later(10 * minute)
    }
    expect(runs.map(({ state }) => state)).toEqual([{}, { count: 1 }, { count: 1 }])
  })
})

describe('a failing job', () => {
  const failing = () => aJob(() => Promise.reject(new Error('no room')))

  it('is logged with its attempts and retried after a minute with the same `doneUntil`', async () => {
    await aJob().runDue()
    const success = clock.now
    later(10 * minute)
    const { runs, runDue } = failing()
    await runDue()
    await runDue()
    later(minute)
    await runDue()
    expect(runs.map(({ doneUntil }) => doneUntil)).toEqual([success, success])
    expect(logged).toMatchObject([
      { message: 'job failed', about: { job: 'count', account: null, attempts: 1 } },
      { message: 'job failed', about: { attempts: 2 } },
    ])
    later(minute)
    await aJob().runDue()
    expect(await rowOfJob()).toMatchObject({ attempts: 0 })
  })

  it('is logged by `describeFailure` if its errors may contain secrets', async () => {
    const { runDue } = aJob(() => Promise.reject(new Error('sk_live_1')), { describeFailure: () => 'declined' })
    await runDue()
    expect(logged[0]?.about).toMatchObject({ failure: 'declined' })
    expect(JSON.stringify(logged)).not.toContain('sk_live_1')
  })

  it('does not prevent another job from running', async () => {
    const other = aJob(undefined, { name: 'other' })
    await runDueJobs(services, [failing().job, other.job], log)
    expect(other.runs).toHaveLength(1)
  })
})

describe('a job of a crashed process', () => {
  it('is taken over after its lease, with the last saved state', async () => {
    await abandon(run => run.save({ page: 3 }))
    const { runs, runDue } = aJob()
    later(5 * minute - 1)
    await runDue()
    expect(runs).toEqual([])
    later(1)
    await runDue()
    expect(runs.map(({ state }) => state)).toEqual([{ page: 3 }])
  })

  it('is not taken over while it saves within its lease', async () => {
    const saved = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = aJob(async run => {
      later(4 * minute)
      await run.save({ page: 1 })
      saved.resolve()
      await goOn.promise
    })
    const running = slow.runDue()
    await saved.promise
    later(4 * minute)
    const other = aJob()
    await other.runDue()
    expect(other.runs).toEqual([])
    goOn.resolve()
    await running
    expect(logged).toEqual([])
  })

  it('cannot save or reschedule after another process has taken over', async () => {
    const late = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = aJob(async run => {
      begun.resolve()
      await late.promise
      await run.save({ page: 1 })
    })
    const running = slow.runDue()
    await begun.promise
    later(5 * minute)
    const other = aJob(({ save }) => save({ page: 9 }))
    await other.runDue()
    late.resolve()
    await running
    expect(logged[0]?.about).toMatchObject({ job: 'count', err: { name: 'JobLostError' } })
    await other.runDue()
    expect(other.runs).toHaveLength(1)
    expect(await rowOfJob()).toEqual({ attempts: 0, state: { page: 9 } })
  })
})

describe('a queued job of an account', () => {
  const once = (work?: (run: JobRun) => Promise<unknown>) => {
    const { job, runs } = aJob(work, { name: 'import' })
    const { intervalMs: _, ...queued } = job
    return { runs, runDue: () => runDueJobs(services, [queued], log) }
  }
  const queue = async () => {
    const { account_id: accountId } = await userRow(app, (await aUser(app)).user)
    return { accountId, name: 'import', dueAt: clock.now, state: { file: 'a.csv' } }
  }

  it('runs once with its queued state and is deleted', async () => {
    const job = await queue()
    expect([await insertJob(db, job), await insertJob(db, job)]).toEqual([true, false])
    const { runs, runDue } = once()
    await runDue()
    await runDue()
    expect(runs.map(({ accountId, state }) => [accountId, state])).toEqual([[job.accountId, { file: 'a.csv' }]])
    expect(await db.rows('select from jobs')).toEqual([])
  })

  it('is deleted with its account', async () => {
    const job = await queue()
    await insertJob(db, job)
    await db.run('delete from accounts where id = $1', [job.accountId])
    expect(await db.rows('select from jobs')).toEqual([])
  })

  it('stays queued if this process does not know its name', async () => {
    await insertJob(db, await queue())
    await aJob().runDue()
    expect(await db.rows(`select from jobs where name = 'import' and attempts = 0`)).toHaveLength(1)
  })
})

describe('startJobs', () => {
  it('runs other jobs during a slow one, and does not wait for it when stopping', async () => {
    const otherRan = Promise.withResolvers<void>()
    const slow = aJob(() => new Promise<never>(() => {}), { name: 'a-slow-one' })
    const other = aJob(async () => otherRan.resolve(), { name: 'other' })
    const stop = startJobs(services, [slow.job, other.job], log)
    await otherRan.promise
    await stop()
    expect(logged).toEqual([])
  })

  it('aborts a run when stopping, which then goes on in another process at once', async () => {
    const begun = Promise.withResolvers<void>()
    const long = aJob(async ({ save }) => {
      begun.resolve()
      for (let page = 1; ; page++) await save({ page })
    })
    const stop = startJobs(services, [long.job], log)
    await begun.promise
    await stop()
    const other = aJob()
    await other.runDue()
    expect(other.runs.map(({ state }) => state)).toEqual([{ page: expect.any(Number) }])
    expect(logged).toEqual([])
  })

  it('logs a failed claim and can still be stopped', async () => {
    const broken = { ...services, db: { ...db, row: () => Promise.reject(new Error('away')) } }
    const message = Promise.withResolvers<string>()
    const stop = startJobs(broken, [aJob().job], { warn: (_, text) => message.resolve(text) })
    expect(await message.promise).toBe('job claim failed')
    await stop()
  })
})
