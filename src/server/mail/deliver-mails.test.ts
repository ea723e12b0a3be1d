import { beforeEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth.ts'
import { caughtMails, linkIn } from '../testing/caught-mails.ts'
import { aUser, rowOf } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { deliverMails } from './deliver-mails.ts'
import { queueMail, retryMinutes } from './outbox.ts'
import type { Letter } from './transport.ts'

const app = await testApp()
const { db, clock, call } = app
const mails = caughtMails(app.services)
const minuteMs = 60_000

beforeEach(async () => {
  await db.run('delete from outbox')
  mails.letters.length = 0
})

const someone = await aUser(app)
const { account_id: accountId } = await rowOf(app, someone.user)
/** So many mails to as many people, of one account: opening one for each would take long. */
const queueMails = async (count: number): Promise<string[]> => {
  const recipients = Array.from({ length: count }, (_, index) => `pessoa.${index}@exemplo.com.br`)
  const mail = { kind: 'payment-failed', nome: 'Mariana', plan: 'pro' } as const
  for (const recipient of recipients) await queueMail(db, accountId, recipient, mail, clock.now)
  return recipients
}

/** A worker whose mail server behaves like this. */
const workerWith = (send: (letter: Letter) => Promise<void>) => () =>
  deliverMails({ ...mails.delivery, transport: { send, close: () => {} } })
const refusing = (failure: object) => async () => {
  throw Object.assign(new Error('no'), failure)
}
const away = { code: 'ECONNREFUSED', command: 'CONN' }
const waiting = async () => (await db.row<{ count: number }>('select count(*) as count from outbox'))?.count
const pass = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * minuteMs + 1000)
}

describe('a mail server that is away', () => {
  it('loses nothing: a hundred mails arrive once it is back, each once', async () => {
    const recipients = await queueMails(100)
    const fail = workerWith(refusing(away))
    for (let round = 0; round < 10; round++) {
      expect(await fail()).toEqual({ sent: 0, away: true })
      pass(1)
    }
    expect(await waiting()).toBe(100)
    for (let round = 0; round < 3; round++) {
      await mails.deliver()
      pass(15)
    }
    expect(mails.letters.map(({ to }) => to).sort()).toEqual(recipients.sort())
    expect(await waiting()).toBe(0)
  })

  it('is tried again after 1, 5, 15 and 60 minutes, then ever less often, and given up at last', async () => {
    await aUser(app)
    let tries = 0
    const fail = workerWith(async () => {
      tries++
      return refusing(away)()
    })
    await fail()
    for (const minutes of retryMinutes) {
      clock.now = new Date(clock.now.getTime() + minutes * minuteMs - 1000)
      await fail()
      const before = tries
      clock.now = new Date(clock.now.getTime() + 2000)
      await fail()
      expect(tries).toBe(before + 1)
    }
    pass(1440)
    await fail()
    expect([tries, await waiting()]).toEqual([retryMinutes.length + 1, 0])
  })
})

describe('a mail', () => {
  it('goes out once though four processes look for work at once', async () => {
    await queueMails(20)
    const counts = await Promise.all(Array.from({ length: 4 }, mails.deliver))
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(20)
    expect(new Set(mails.letters.map(({ id }) => id)).size).toBe(20)
  })

  it('that was taken but not signed off is sent again under the same id', async () => {
    await aUser(app)
    await workerWith(async letter => {
      mails.letters.push(letter)
      await refusing({ code: 'ECONNRESET', command: 'DATA' })()
    })()
    pass(1)
    await mails.deliver()
    const [first, second, ...more] = mails.letters
    expect([second?.id, second?.text, more]).toEqual([first?.id, first?.text, []])
  })

  it('whose recipient is refused for good is dropped, and holds up nobody', async () => {
    const [bad, good] = [await aUser(app), await aUser(app)]
    await workerWith(async letter => {
      if (letter.to === bad.user.email) await refusing({ responseCode: 550, command: 'RCPT TO' })()
      mails.letters.push(letter)
    })()
    expect(mails.letters.map(({ to }) => to)).toEqual([good.user.email])
    expect(await waiting()).toBe(0)
  })

  it('whose recipient is refused for now waits, and holds up nobody', async () => {
    const [busy, good] = [await aUser(app), await aUser(app)]
    const { away: stopped } = await workerWith(async letter => {
      if (letter.to === busy.user.email) await refusing({ responseCode: 450, command: 'RCPT TO' })()
      mails.letters.push(letter)
    })()
    expect([stopped, mails.letters.map(({ to }) => to), await waiting()]).toEqual([false, [good.user.email], 1])
  })
})

it('a reset whose mail arrives twice has two links; the first one used ends the other', async () => {
  const { user } = await aUser(app)
  await mails.deliver()
  mails.letters.length = 0
  await call(authApi.forgotPassword, { body: { email: user.email } })
  await workerWith(async letter => {
    mails.letters.push(letter)
    await refusing({ code: 'ECONNRESET' })()
  })()
  pass(1)
  await mails.deliver()
  const [first, second] = mails.letters.map(linkIn)
  expect(mails.letters[0]?.id).toBe(mails.letters[1]?.id)
  const use = (link: typeof first) =>
    call(authApi.resetPassword, { body: { ...link, password: 'segredo2', confirmPassword: 'segredo2' } })
  expect((await use(first)).status).toBe(200)
  expect((await use(second)).status).toBe(400)
})
