import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { accountBackupsApi } from '#contract/account-backups/account-backups.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { teamApi } from '#contract/team/team.ts'
import {
  aBackup,
  findRestore,
  listBackups,
  prepareRestore,
  runBackups,
  runRestores,
  startRestore,
} from '../testing/account-backups.ts'
import {
  aLead,
  aMember,
  anExportedLead,
  aSubscriber,
  fetchAllLeads,
  importLeads,
  type Person,
  subscribe,
} from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'
import { verifyBackup } from './verify-backup.ts'

const app = await testApp()
const { call, db, clock } = app
const mails = createMailCatcher(app.services)
const dayMs = 24 * 60 * 60 * 1000

const remove = ({ token }: Person, id: string) => call(leadsApi.remove, { token, params: { id } })
const keyOf = ({ account }: Person, id: string) => ({ account_id: account._id, id })
const createLink = ({ token, password }: Person, id: string) =>
  call(accountBackupsApi.createLink, { token, params: { id }, body: { password } })
const download = async (url: string) => app.app.inject({ method: 'GET', url })

describe('a backup', () => {
  it('is listed as verified with its leads, and once a week all of it was loaded', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    await importLeads(
      app,
      owner.token,
      Array.from({ length: 1200 }, (_, index) => anExportedLead({ nome: `Lead ${index} – ação 😀` })),
    )
    await aBackup(app, owner)
    const { backups, dailyDays, weeklyWeeks } = await listBackups(app, owner)
    expect(backups).toMatchObject([{ kind: 'daily', leads: 1200, failure: null }])
    expect(backups[0]?.verifiedAt).not.toBeNull()
    expect(backups[0]?.loadedAt).not.toBeNull()
    expect([dailyDays, weeklyWeeks]).toEqual([30, 12])
    expect(await db.rows(`select from accounts where nome = 'Scratch account'`)).toEqual([])
  })

  it.each([
    ['a byte is flipped', `content = set_byte(content, 60, 255 - get_byte(content, 60))`, 'damaged'],
    ['its end is missing', 'content = substr(content, 1, octet_length(content) - 9)', 'incomplete'],
    ['nothing is left of it', `content = ''`, 'incomplete'],
  ])('is not verified anymore once %s, and cannot be used', async (_, change, failure) => {
    const owner = await aSubscriber(app, 'pro')
    await aLead(app, owner.token)
    const id = await aBackup(app, owner)
    await db.run(`update account_backup_parts set ${change} where account_id = $1`, [owner.account._id])
    expect(await verifyBackup(db, keyOf(owner, id), clock.now)).toBe(false)
    expect((await listBackups(app, owner)).backups).toMatchObject([{ _id: id, verifiedAt: null, failure }])
    const { token } = owner
    const prepared = await call(accountBackupsApi.prepareRestore, { token, body: { backupId: id, mode: 'missing' } })
    expect(prepared.error).toMatchObject({ code: 'restore_impossible', message: 'Esta cópia não pode ser usada.' })
    expect((await createLink(owner, id)).error.code).toBe('restore_impossible')
    // The day gets another one.
    await runBackups(app, owner)
    const [newest] = (await listBackups(app, owner)).backups
    expect(newest).toMatchObject({ failure: null })
    expect(newest?._id).not.toBe(id)
  })

  it('that lost a part says so before it is read', async () => {
    const owner = await aSubscriber(app, 'pro')
    await aBackup(app, owner)
    await db.run('delete from account_backup_parts where account_id = $1', [owner.account._id])
    expect((await listBackups(app, owner)).backups).toMatchObject([{ verifiedAt: null, failure: 'incomplete' }])
  })

  it('that is damaged between preview and start changes no lead', async () => {
    const owner = await aSubscriber(app, 'pro')
    const lead = await aLead(app, owner.token)
    const backupId = await aBackup(app, owner)
    await remove(owner, lead._id)
    const { _id: id } = await prepareRestore(app, owner, backupId, 'missing')
    await db.run(
      `update account_backup_parts set content = set_byte(content, 60, 255 - get_byte(content, 60)) where backup_id = $1`,
      [backupId],
    )
    await startRestore(app, owner, id)
    await runRestores(app)
    expect(await findRestore(app, owner, id)).toMatchObject({
      state: 'failed',
      error: 'Esta cópia não pode ser usada.',
    })
    expect(await fetchAllLeads(app, owner.token)).toEqual([])
  })

  it('of a day without changes is the file of the day before, read again', async () => {
    const owner = await aSubscriber(app, 'pro')
    await aLead(app, owner.token)
    const id = await aBackup(app, owner)
    const [first] = (await listBackups(app, owner)).backups
    clock.now = new Date(Date.now() + dayMs)
    await runBackups(app, owner)
    const { backups } = await listBackups(app, owner)
    clock.now = new Date()
    expect(backups).toMatchObject([{ _id: id, createdAt: first?.createdAt }])
    expect(backups[0]?.day).not.toBe(first?.day)
    await aLead(app, owner.token)
    clock.now = new Date(Date.now() + 2 * dayMs)
    await runBackups(app, owner)
    clock.now = new Date()
    expect((await listBackups(app, owner)).backups).toHaveLength(2)
  })

  it('contains leads, notes and names, and no e-mail of a member, no hash, no key and no session', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const seller = await aMember(app, owner, 'seller', 'Rui Lima')
    await aLead(app, seller.token, { nome: 'Clínica Sol' })
    const { data } = await createLink(owner, await aBackup(app, owner))
    const text = gunzipSync((await download(data.url)).rawPayload).toString()
    expect(text).toContain('Clínica Sol')
    expect(text).toContain('Rui Lima')
    expect(text).not.toContain(owner.user.email)
    expect(text).not.toContain(seller.user.email)
    expect(text).not.toMatch(/argon2|password|token|secret|stripe|team_role|key_hash/i)
    expect(Object.keys(JSON.parse(text.split('\n')[0] ?? '')).toSorted()).toEqual(
      ['account', 'createdAt', 'format', 'lostReasons', 'members', 'seq'].toSorted(),
    )
  })

  it('of another account is not found', async () => {
    const [owner, stranger] = [await aSubscriber(app, 'pro'), await aSubscriber(app, 'pro')]
    const id = await aBackup(app, owner)
    expect((await createLink(stranger, id)).status).toBe(404)
    const body = { backupId: id, mode: 'missing' }
    expect((await call(accountBackupsApi.prepareRestore, { token: stranger.token, body })).status).toBe(404)
    const { _id } = await prepareRestore(app, owner, id, 'missing')
    for (const endpoint of [accountBackupsApi.findRestore, accountBackupsApi.cancelRestore] as const)
      expect((await call(endpoint, { token: stranger.token, params: { id: _id } })).status).toBe(404)
    expect((await listBackups(app, stranger)).backups).toEqual([])
  })
})

describe('the link of a download', () => {
  it('needs the password, works once, is in the trail and tells the owner', async () => {
    const owner = await aSubscriber(app, 'pro')
    const id = await aBackup(app, owner)
    const wrong = await call(accountBackupsApi.createLink, {
      token: owner.token,
      params: { id },
      body: { password: 'errada1' },
    })
    expect([wrong.status, wrong.error.code]).toEqual([400, 'wrong_password'])
    const { data } = await createLink(owner, id)
    const first = await download(data.url)
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/gzip'])
    expect(first.headers['content-disposition']).toMatch(/^attachment; filename="copia-\d{4}-\d\d-\d\d\.jsonl\.gz"$/)
    expect((await download(data.url)).statusCode).toBe(404)
    const { data: trail } = await call(teamApi.trail, { token: owner.token })
    expect(trail.entries).toMatchObject([{ action: 'download-backup' }])
    await mails.deliver()
    expect(mails.to(owner.user.email).map(({ subject }) => subject)).toContain(
      'Uma cópia da sua conta no Fechou vai ser baixada',
    )
  })

  it('ends after 15 minutes', async () => {
    const owner = await aSubscriber(app, 'pro')
    const { data } = await createLink(owner, await aBackup(app, owner))
    clock.now = new Date(Date.now() + 16 * 60_000)
    const { statusCode } = await download(data.url)
    clock.now = new Date()
    expect(statusCode).toBe(404)
  })
})

describe('the plan', () => {
  it('without backups makes none', async () => {
    const owner = await aSubscriber(app, 'basic')
    await runBackups(app, owner)
    expect(await listBackups(app, owner)).toMatchObject({ backups: [], dailyDays: 0 })
  })

  it('that ends leaves the backups for 30 days and tells the owner; they can be downloaded, not restored', async () => {
    const owner = await aSubscriber(app, 'pro')
    const id = await aBackup(app, owner)
    await subscribe(app, owner.user, 'basic')
    await runBackups(app, owner)
    await runBackups(app, owner)
    await mails.deliver()
    expect(
      mails.to(owner.user.email).filter(({ subject }) => subject.startsWith('As cópias da sua conta')),
    ).toHaveLength(1)
    expect((await createLink(owner, id)).status).toBe(200)
    const body = { backupId: id, mode: 'missing' }
    const rejected = await call(accountBackupsApi.prepareRestore, { token: owner.token, body })
    expect([rejected.status, rejected.error.code]).toEqual([402, 'plan_required'])
    clock.now = new Date(Date.now() + 31 * dayMs)
    await runBackups(app, owner)
    clock.now = new Date()
    expect((await listBackups(app, owner)).backups).toEqual([])
  })

  it('that comes back keeps them', async () => {
    const owner = await aSubscriber(app, 'pro')
    await aBackup(app, owner)
    await subscribe(app, owner.user, 'basic')
    await runBackups(app, owner)
    await subscribe(app, owner.user, 'pro')
    await runBackups(app, owner)
    expect((await listBackups(app, owner)).backups).toMatchObject([{ expiresAt: null }])
  })
})
