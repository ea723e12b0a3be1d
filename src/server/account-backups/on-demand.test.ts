import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { accountBackupsApi, maxManualBackups } from '#contract/account-backups/account-backups.ts'
import { teamApi } from '#contract/team/team.ts'
import { aBackup, listBackups, runBackups, runRestores } from '../testing/account-backups.ts'
import { aLead, aMember, aSubscriber, type Person } from '../testing/factories.ts'
import { runAndKill } from '../testing/run-and-kill.ts'
import { testApp } from '../testing/test-app.ts'
import { backupJobName } from './request-backup.ts'

const app = await testApp()
const { call, clock, db } = app
const dayMs = 24 * 60 * 60 * 1000

const request = ({ token }: Person) => call(accountBackupsApi.create, { token })
const trailOf = async ({ token }: Person) =>
  (await call(teamApi.trail, { token })).data.entries.map(({ action }) => action)
/** Asks for a backup and makes it, with a change before it. */
const aManualBackup = async (owner: Person) => {
  await aLead(app, owner.token)
  expect((await request(owner)).status).toBe(204)
  await runRestores(app)
}

describe('a backup that the owner asks for', () => {
  it('is made in the background, listed as verified, and in the trail', async () => {
    const owner = await aSubscriber(app, 'pro')
    const daily = await aBackup(app, owner)
    await aLead(app, owner.token, { nome: 'Clínica Sol' })
    expect((await request(owner)).status).toBe(204)
    expect(await listBackups(app, owner)).toMatchObject({ isBeingMade: true, backups: [{ _id: daily }] })
    await runRestores(app)
    const { isBeingMade, backups } = await listBackups(app, owner)
    expect([isBeingMade, backups]).toMatchObject([
      false,
      [
        { kind: 'manual', leads: 1, verifiedAt: expect.any(String), failure: null, expiresAt: null },
        { _id: daily, kind: 'daily' },
      ],
    ])
    expect(await trailOf(owner)).toEqual(['create-backup'])
    const params = { id: backups[0]?._id ?? '' }
    const link = await call(accountBackupsApi.createLink, {
      token: owner.token,
      params,
      body: { password: owner.password },
    })
    const { rawPayload } = await app.app.inject({ method: 'GET', url: link.data.url })
    expect(gunzipSync(rawPayload).toString()).toContain('Clínica Sol')
  })

  it('is the last one, read again, without changes since then', async () => {
    const owner = await aSubscriber(app, 'pro')
    const daily = await aBackup(app, owner)
    const [before] = (await listBackups(app, owner)).backups
    clock.now = new Date(Date.now() + 60_000)
    await request(owner)
    await runRestores(app)
    const { backups } = await listBackups(app, owner)
    clock.now = new Date()
    expect(backups).toMatchObject([{ _id: daily, kind: 'daily' }])
    expect(Date.parse(backups[0]?.verifiedAt ?? '')).toBeGreaterThan(Date.parse(before?.verifiedAt ?? ''))
  })

  it('stands for the day, and expires with the days of the plan', async () => {
    const owner = await aSubscriber(app, 'pro')
    await aManualBackup(owner)
    await runBackups(app, owner)
    expect((await listBackups(app, owner)).backups).toMatchObject([{ kind: 'manual' }])
    await aLead(app, owner.token)
    clock.now = new Date(Date.now() + 15 * dayMs)
    await runBackups(app, owner)
    clock.now = new Date()
    expect((await listBackups(app, owner)).backups).toMatchObject([{ kind: 'daily' }])
  })

  it('waits for no second one, and there are few in 24 hours', async () => {
    const owner = await aSubscriber(app, 'pro')
    const answers = await Promise.all([request(owner), request(owner), request(owner)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'backup_running',
      message: 'Uma cópia já está sendo feita. Ela aparece aqui depois de verificada.',
    })
    await runRestores(app)
    for (let count = 1; count < maxManualBackups; count++) await aManualBackup(owner)
    const { status, error } = await request(owner)
    expect([status, error.code]).toEqual([409, 'backups_made_today'])
    expect((await listBackups(app, owner)).isBeingMade).toBe(false)
    expect(await trailOf(owner)).toHaveLength(maxManualBackups)
    clock.now = new Date(Date.now() + dayMs + 1000)
    const later = await request(owner)
    clock.now = new Date()
    expect(later.status).toBe(204)
  })

  it('is for the owner of a plan with backups', async () => {
    const basic = await aSubscriber(app, 'basic')
    const rejected = await request(basic)
    expect([rejected.status, rejected.error.code]).toEqual([402, 'plan_required'])
    const manager = await aMember(app, await aSubscriber(app, 'pro'), 'manager')
    expect((await request(manager)).status).toBe(403)
  })

  it('is made by another process after a crash, and nothing half made stays', async () => {
    const owner = await aSubscriber(app, 'pro')
    await aLead(app, owner.token)
    await request(owner)
    for (const statements of [12, 20]) await runAndKill(db, backupJobName, statements)
    clock.now = new Date()
    await runRestores(app)
    expect(await listBackups(app, owner)).toMatchObject({
      isBeingMade: false,
      backups: [{ kind: 'manual', failure: null, verifiedAt: expect.any(String) }],
    })
    expect((await listBackups(app, owner)).backups).toHaveLength(1)
  })
})
