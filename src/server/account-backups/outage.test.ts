import { describe, expect, it } from 'vitest'
import { accountBackupsApi } from '#contract/account-backups/account-backups.ts'
import { notificationsApi } from '#contract/notifications/notifications.ts'
import { aBackup, listBackups, runRestores } from '../testing/account-backups.ts'
import { aLead, aMember, aSubscriber, type Person, subscribe } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'
import { maintainAllBackups } from './daily-backups.ts'

const app = await testApp()
const { call, clock, db, services } = app
const mails = createMailCatcher(services)
const hourMs = 60 * 60 * 1000

// Of an account in `broken`, parts are refused or damaged while they are written.
await db.run(`create table broken (account_id uuid primary key, how text not null)`)
await db.run(`create function break_part() returns trigger language plpgsql as $$
begin
  case (select how from broken where account_id = new.account_id)
    when 'refused' then raise exception 'no space' using errcode = 'disk_full';
    when 'damaged' then new.content := set_byte(new.content, 60, 255 - get_byte(new.content, 60));
    else null;
  end case;
  return new;
end $$`)
await db.run(
  `create trigger break_part before insert on account_backup_parts for each row execute function break_part()`,
)
const breakBackups = ({ account }: Person, how: 'refused' | 'damaged') =>
  db.run('insert into broken values ($1, $2)', [account._id, how])
const mendBackups = ({ account }: Person) => db.run('delete from broken where account_id = $1', [account._id])

/** Runs the hourly job in two processes at these hours from now. Returns the messages that it logged. */
const runAt = async (...hours: number[]): Promise<string[]> => {
  const logged: string[] = []
  const log = { error: (_: object, message: string) => void logged.push(message) }
  for (const hour of hours) {
    clock.now = new Date(Date.now() + hour * hourMs)
    const run = () => maintainAllBackups(services, log, { save: async () => {}, signal: new AbortController().signal })
    await Promise.all([run(), run()])
  }
  await mails.deliver()
  clock.now = new Date()
  return logged
}

const mailsTo = ({ user }: Person) =>
  mails.to(user.email).filter(({ subject }) => subject === 'As cópias da sua conta no Fechou estão falhando')
const told = async ({ token }: Person) =>
  (await call(notificationsApi.list, { token })).data.notifications.filter(({ kind }) => kind === 'backups-failing')
const isFailing = async (owner: Person) => (await listBackups(app, owner)).isFailing
/** Of an account with a verified backup and a change since then. */
const anOwner = async () => {
  const owner = await aSubscriber(app, 'pro')
  await aBackup(app, owner)
  await aLead(app, owner.token)
  return owner
}

describe('without a verified backup for 48 hours', () => {
  it('the owner is told once, in the app and by mail, by two processes', async () => {
    const owner = await anOwner()
    const manager = await aMember(app, owner, 'manager')
    await breakBackups(owner, 'refused')
    expect(await runAt(25, 40)).toContain('account backup failed')
    expect([await isFailing(owner), mailsTo(owner), await told(owner)]).toEqual([true, [], []])
    await runAt(49, 50, 80)
    const [mail, ...others] = mailsTo(owner)
    expect(mail?.text).toContain('A última cópia verificada tem os dados de')
    expect(others).toEqual([])
    expect(await told(owner)).toMatchObject([{ count: 1, isRead: false }])
    expect(await told(manager)).toEqual([])
    expect((await listBackups(app, owner)).backups).toMatchObject([{ kind: 'daily', failure: null }])
  })

  it('the owner is told again only after a backup has worked', async () => {
    const owner = await anOwner()
    await breakBackups(owner, 'refused')
    await runAt(49)
    await mendBackups(owner)
    await runAt(50)
    expect([await isFailing(owner), await told(owner)]).toEqual([false, []])
    await aLead(app, owner.token)
    await breakBackups(owner, 'refused')
    await runAt(97)
    expect(mailsTo(owner)).toHaveLength(1)
    await runAt(99, 100)
    expect(mailsTo(owner)).toHaveLength(2)
    expect(await told(owner)).toHaveLength(1)
  })

  it('the owner of a first backup that fails is told after 48 hours', async () => {
    const owner = await aSubscriber(app, 'pro')
    await aLead(app, owner.token)
    await breakBackups(owner, 'refused')
    await runAt(0, 47)
    expect(mailsTo(owner)).toEqual([])
    await runAt(49)
    const [mail] = mailsTo(owner)
    expect(mail?.text).toContain('Ainda não há nenhuma cópia verificada da conta.')
  })

  it('an account whose plan has no backups is told nothing', async () => {
    const owner = await anOwner()
    await breakBackups(owner, 'refused')
    await runAt(25)
    await subscribe(app, owner.user, 'basic')
    await runAt(49)
    expect([await isFailing(owner), mailsTo(owner)]).toEqual([false, []])
    expect(await db.rows('select from account_backup_outages where account_id = $1', [owner.account._id])).toEqual([])
  })
})

describe('a backup that cannot be read back', () => {
  it('is told at once and once, leaves the last good one, and is replaced by the next that works', async () => {
    const owner = await anOwner()
    await breakBackups(owner, 'damaged')
    await runAt(25, 26, 27)
    const { backups } = await listBackups(app, owner)
    expect(backups).toMatchObject([
      { verifiedAt: null, failure: 'damaged' },
      { verifiedAt: expect.any(String), failure: null },
    ])
    expect(mailsTo(owner)).toHaveLength(1)
    expect(await told(owner)).toHaveLength(1)
    await mendBackups(owner)
    await runAt(28)
    expect((await listBackups(app, owner)).backups.every(({ failure }) => failure === null)).toBe(true)
    expect([await isFailing(owner), await told(owner)]).toEqual([false, []])
  })

  it('that the owner asked for is told, too, and tried three times', async () => {
    const owner = await anOwner()
    await breakBackups(owner, 'damaged')
    await call(accountBackupsApi.create, { token: owner.token })
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await listBackups(app, owner)).isBeingMade).toBe(true)
      // After the pause that follows a failed attempt.
      clock.now = new Date(Date.now() + attempt * 2 * 60_000)
      await runRestores(app, { isFailing: true })
    }
    await mails.deliver()
    clock.now = new Date()
    expect(await listBackups(app, owner)).toMatchObject({ isBeingMade: false, isFailing: true })
    expect(mailsTo(owner)).toHaveLength(1)
  })
})
