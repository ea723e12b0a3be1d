import { beforeEach, describe, expect, it } from 'vitest'
import { brandApi } from '#contract/brand/brand.ts'
import { digestApi } from '#contract/digest/digest.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import type { Db } from '../db/client.ts'
import { claimMail } from '../mail/outbox.ts'
import { setLogo } from '../testing/brand.ts'
import { aLead, aMember, anExpiredTrialUser, aSubscriber, aUser, type Person, subscribe } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'
import { queueDigests } from './digest-job.ts'

process.env.TZ = 'Asia/Tokyo'
const app = await testApp()
const { call, clock, db, services } = app
const mails = createMailCatcher(services)

beforeEach(async () => {
  mails.mails.length = 0
  await db.run('delete from outbox')
  await db.run('delete from accounts')
  // A Tuesday.
  clock.now = new Date('2026-11-24T08:01:00-03:00')
})

const queued = async () =>
  (await db.rows<{ recipient: string }>(`select recipient from outbox where kind = 'digest' order by recipient`)).map(
    ({ recipient }) => recipient,
  )
const setAccount = ({ account }: Person, settings: Record<string, unknown>) =>
  Promise.all(
    Object.entries(settings).map(([column, value]) =>
      db.run(`update accounts set ${column} = $2 where id = $1`, [account._id, value]),
    ),
  )
/** A member with a lead to call on a day. */
const withStep = async (person: Person, day = '2026-11-24', nome = 'Joana Lima') => {
  const { _id: id } = await aLead(app, person.token, { nome })
  const step = { kind: 'ligar', day, time: null, texto: null }
  await call(storyApi.setNextStep, { token: person.token, params: { id }, body: { step } })
  return id
}
const run = () => queueDigests(services)

describe('the morning mail', () => {
  it.each([
    ['America/Rio_Branco', '-05:00'],
    ['America/Noronha', '-02:00'],
  ])('goes out at the account’s hour in %s, wherever the server is, and once a day', async (timezone, offset) => {
    const person = await aUser(app)
    await withStep(person)
    await setAccount(person, { timezone, digest_hour: 7, trial_end: '2027-12-31' })
    const at = async (time: string) => {
      clock.now = new Date(`${time}${offset}`)
      await run()
      return (await queued()).length
    }
    expect(await at('2026-11-24T06:59:59')).toBe(0)
    expect(await at('2026-11-24T07:00:00')).toBe(1)
    expect(await at('2026-11-24T07:05:00')).toBe(1)
    expect(await at('2026-11-25T06:59:59')).toBe(1)
    expect(await at('2026-11-25T07:00:00')).toBe(2)
  })

  it('rests on weekends and holidays, and after an outage of the whole morning', async () => {
    const person = await aUser(app)
    await withStep(person, '2026-11-18')
    await setAccount(person, { trial_end: '2027-12-31' })
    for (const moment of ['2026-11-20T08:01', '2026-11-21T08:01', '2026-11-22T08:01', '2026-11-23T12:01']) {
      clock.now = new Date(`${moment}:00-03:00`)
      await run()
    }
    expect(await queued()).toEqual([])
    clock.now = new Date('2026-11-23T11:59:00-03:00')
    await run()
    expect(await queued()).toEqual([person.user.email])
  })

  it('goes only to members with access who want it and have something to do', async () => {
    const [busy, idle, off, late] = [
      await aUser(app),
      await aUser(app),
      await aUser(app),
      await anExpiredTrialUser(app),
    ]
    await setAccount(busy, { subscription_plan: 'pro', subscription_status: 'active' })
    const unwilling = await aMember(app, busy, 'seller')
    for (const person of [busy, off, unwilling]) await withStep(person)
    await db.run(`update leads set next_step_kind = 'ligar', next_step_day = '2026-11-24' where account_id = $1`, [
      late.account._id,
    ])
    await withStep(idle, '2026-11-25')
    await aLead(app, idle.token)
    await setAccount(off, { digest_hour: null })
    await call(digestApi.change, { token: unwilling.token, body: { isWanted: false } })
    await run()
    expect(await queued()).toEqual([busy.user.email])
    // A step that appears later on the same day brings no second mail.
    await withStep(idle)
    await run()
    expect(await queued()).toEqual([busy.user.email])
  })

  it('tells what is to be done when it is sent, with the links that end it', async () => {
    const person = await aUser(app)
    const [done] = [await withStep(person), await withStep(person, '2026-11-23', 'Rui Prado')]
    await run()
    const body = { step: null, done: { outcome: 'Fechou' } }
    await call(storyApi.setNextStep, {
      token: person.token,
      params: { id: done },
      body: { ...body, done: { _id: done } },
    })
    await call(leadsApi.remove, { token: person.token, params: { id: done } })
    await mails.deliver()
    const [mail] = mails.to(person.user.email).filter(({ subject }) => subject.startsWith('Seu dia'))
    expect(mail?.subject).toBe('Seu dia no Fechou: 1 atrasado')
    expect(mail?.text).toContain('Rui Prado')
    expect(mail?.text).not.toContain('Joana')
    expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/fechou\.test\/api\/digest\/unsubscribe\?account=/)
    expect(await queued()).toEqual([])
  })

  it('shows the brand while the plan holds one, and a logo without a name stands for the account', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    await withStep(owner)
    const { png } = await setLogo(app, owner)
    const mailOf = async () => {
      mails.mails.length = 0
      await db.run('delete from digests')
      await run()
      await mails.deliver()
      return mails.to(owner.user.email).find(({ unsubscribeUrl }) => unsubscribeUrl)
    }
    const unnamed = await mailOf()
    expect(unnamed?.picture).toEqual({ id: 'logo', png })
    expect(unnamed?.html).toContain(`<img src="cid:logo" alt="${owner.account.nome}"`)
    expect(unnamed?.text).toContain(`Enviado por Fechou em nome de ${owner.account.nome}.`)
    await call(brandApi.change, { token: owner.token, body: { nome: 'Padaria Sol', color: null } })
    const named = await mailOf()
    expect(named?.html).toContain('alt="Padaria Sol"')
    expect(named?.subject).toBe('Padaria Sol: 1 para hoje')
    await subscribe(app, owner.user, 'pro')
    const plain = await mailOf()
    expect([plain?.subject, plain?.picture]).toEqual(['Seu dia no Fechou: 1 para hoje', undefined])
    expect(plain?.html).not.toContain('<img')
  })

  it('is dropped when nothing is left, when its day has passed, and after an unsubscription', async () => {
    const [worker, sleeper, leaver] = [await aUser(app), await aUser(app), await aUser(app)]
    const ids = [await withStep(worker), await withStep(sleeper), await withStep(leaver)]
    await run()
    expect(await queued()).toHaveLength(3)
    await call(leadsApi.remove, { token: worker.token, params: { id: ids[0] ?? '' } })
    await call(digestApi.change, { token: leaver.token, body: { isWanted: false } })
    const ofSleeper = `update outbox set due_at = '2026-11-25T03:30:00Z' where recipient = $1 and kind = 'digest'`
    await db.run(ofSleeper, [sleeper.user.email])
    await mails.deliver()
    clock.now = new Date('2026-11-25T00:31:00-03:00')
    await mails.deliver()
    expect(mails.mails.filter(({ subject }) => subject.startsWith('Seu dia'))).toEqual([])
    expect(await queued()).toEqual([])
  })
})

describe('with several processes', () => {
  it('each member gets one mail', async () => {
    const people = [await aUser(app), await aUser(app), await aUser(app)]
    for (const person of people) await withStep(person)
    await Promise.all([run(), run(), run()])
    expect(await queued()).toEqual(people.map(({ user }) => user.email).toSorted())
    await Promise.all([mails.deliver(), mails.deliver()])
    expect(mails.mails.filter(({ subject }) => subject.startsWith('Seu dia'))).toHaveLength(3)
  })

  it('one that dies between claim and commit leaves the mail to the other', async () => {
    const person = await aUser(app)
    await withStep(person)
    const dying: Db = {
      ...db,
      transaction: work =>
        db.transaction(async tx => {
          await work(tx)
          throw new Error('killed')
        }),
    }
    await expect(queueDigests({ ...services, db: dying })).rejects.toThrow('killed')
    expect(await queued()).toEqual([])
    await run()
    expect(await queued()).toEqual([person.user.email])
  })

  it('one that dies between claiming the mail and sending it leaves it to the other, once', async () => {
    const person = await aUser(app)
    await withStep(person)
    await db.run('delete from outbox')
    await run()
    expect((await claimMail(db, clock.now))?.kind).toBe('digest')
    await mails.deliver()
    expect(mails.mails).toEqual([])
    clock.now = new Date(clock.now.getTime() + 61_000)
    await Promise.all([mails.deliver(), mails.deliver(), run()])
    await mails.deliver()
    expect(mails.to(person.user.email)).toHaveLength(1)
  })
})

describe('the link that ends the mails', () => {
  const inject = (method: 'GET' | 'POST', url: string, form?: string) =>
    app.app.inject({
      method,
      url: url.replace('http://fechou.test', ''),
      ...(form !== undefined && { payload: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    })
  const wants = async ({ token }: Person) => (await call(digestApi.find, { token })).data.isWanted

  it('asks by GET and ends them by one click, without a login', async () => {
    const person = await aUser(app)
    await withStep(person)
    await run()
    await mails.deliver()
    const url = mails.to(person.user.email).at(-1)?.unsubscribeUrl ?? ''
    const asked = await inject('GET', url)
    expect([asked.statusCode, asked.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(asked.body).toContain('Parar de receber o resumo da manhã?')
    expect(await wants(person)).toBe(true)
    const ended = await inject('POST', url, 'List-Unsubscribe=One-Click')
    expect([ended.statusCode, ended.body.includes('Você não recebe mais')]).toEqual([200, true])
    expect(await wants(person)).toBe(false)
    expect((await inject('POST', url)).statusCode).toBe(200)
    clock.now = new Date('2026-11-25T08:01:00-03:00')
    await run()
    expect(await queued()).toEqual([])
    await call(digestApi.change, { token: person.token, body: { isWanted: true } })
    expect(await wants(person)).toBe(true)
  })

  it('does nothing with another key', async () => {
    const person = await aUser(app)
    await withStep(person)
    await run()
    const key = '0192f0c1-0000-4000-8000-00000000000a'
    const url = `/api/digest/unsubscribe?account=${person.account._id}&member=${person.member._id}&key=${key}`
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await inject(method, url, method === 'POST' ? '' : undefined)
      expect([statusCode, body.includes('Este link não vale mais')]).toEqual([200, true])
    }
    expect(await wants(person)).toBe(true)
  })
})
