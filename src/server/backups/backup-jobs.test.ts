import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runDueJobs } from '../jobs/run-jobs.ts'
import { anAdmin, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { createDraft, draftArchive, lockBackups, publishBackup, writeCheck } from './backup-folder.ts'
import { backupJobs } from './backup-jobs.ts'

const app = await testApp()
const { clock, db } = app
const hourMs = 3_600_000
const night = new Date('2026-11-22T06:00:00Z').getTime()

let logged: string[]
const log = {
  error: (_: object, message: string) => void logged.push(message),
  warn: (about: object, message: string) => expect.fail(`${message} ${JSON.stringify(about)}`),
}

beforeEach(async () => {
  logged = []
  await db.run('delete from jobs')
  await db.run('delete from outbox')
})

/** Returns a function that runs the due jobs at a time, without an embedded server in the folder. */
const aSchedule = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fechou-backup-jobs-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const backupDir = join(dataDir, 'backups')
  const services = { ...app.services, settings: { ...app.services.settings, dataDir, backupDir } }
  const runAt = async (ms: number) => {
    clock.now = new Date(ms)
    await runDueJobs(services, backupJobs(services, log), log)
  }
  return { runAt, backupDir }
}

describe('the nightly backup', () => {
  it('starts with the first night after the first start, and is tried again after an hour', async () => {
    const { runAt } = await aSchedule()
    await db.run(`update migrations set applied_at = $1`, [new Date(night)])
    for (const hours of [-20, -10, -1]) await runAt(night + hours * hourMs)
    expect(logged).toEqual([])
    await runAt(night + 0.2 * hourMs)
    expect(logged).toEqual(['backup failed'])
    await runAt(night + hourMs)
    expect(logged).toHaveLength(1)
    await runAt(night + 1.5 * hourMs)
    expect(logged).toHaveLength(2)
  })

  it('does not exist with an external database', () => {
    const settings = { ...app.services.settings, backupDir: undefined }
    expect(backupJobs({ ...app.services, settings }, log)).toEqual([])
  })
})

describe('without a verified backup for 26 hours', () => {
  const mails = () =>
    db.rows<{ recipient: string; data: object }>(`select recipient, data from outbox where kind = 'backup-overdue'`)

  const addVerifiedBackup = async (backupDir: string, createdAt: Date): Promise<void> => {
    const name = 'example'
    ;(await lockBackups(backupDir))()
    const draft = await createDraft(backupDir, name)
    await writeFile(draftArchive(draft), 'x')
    const facts = { postgres: '18', migration: null, bytes: 1, unpackedBytes: 1, sha256: '' }
    await publishBackup(backupDir, name, { createdAt: createdAt.toISOString(), reason: 'nightly', ...facts })
    await writeCheck(backupDir, name, { checkedAt: createdAt, failure: null })
  }

  it('every administrator gets one mail, and another after the next such time', async () => {
    const { runAt, backupDir } = await aSchedule()
    const { user } = await anAdmin(app)
    await aUser(app)
    await db.run('update migrations set applied_at = $1', [new Date(night)])
    await runAt(night + 25 * hourMs)
    expect(await mails()).toEqual([])
    for (const hours of [26.5, 27, 40]) await runAt(night + hours * hourMs)
    expect(await mails()).toMatchObject([{ recipient: user.email, data: { dataUntil: null } }])
    const copied = new Date(night + 41 * hourMs)
    await addVerifiedBackup(backupDir, copied)
    for (const hours of [42, 66, 68, 69]) await runAt(night + hours * hourMs)
    expect(await mails()).toMatchObject([{}, { data: { dataUntil: copied.toISOString() } }])
    expect(logged.filter(line => line === 'no verified backup for too long')).toHaveLength(2)
  })
})
