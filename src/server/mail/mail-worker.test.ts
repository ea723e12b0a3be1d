import { beforeEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aUser, userRow } from '../testing/factories.ts'
import { createMailCatcher, parseResetLink } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'
import { sendDueMails, startMailWorker } from './mail-worker.ts'
import { expireResetRequests, queueConfirmation, queueMail, retryMinutes } from './outbox.ts'
import type { OutgoingMail } from './transport.ts'
import { listUndelivered, removeOldUndelivered, requeueMails } from './undelivered.ts'

const app = await testApp()
const { db, clock, call } = app
const mails = createMailCatcher(app.services)
const minuteMs = 60_000

beforeEach(async () => {
  await db.run('delete from outbox')
  mails.mails.length = 0
})

const someone = await aUser(app)
const { account_id: accountId } = await userRow(app, someone.user)
/** All mails belong to one account, because creating an account per mail is slow. */
const queueMails = async (count: number): Promise<string[]> => {
  const recipients = Array.from({ length: count }, (_, index) => `pessoa.${index}@exemplo.com.br`)
  const mail = { kind: 'payment-failed', nome: 'Mariana', plan: 'pro' } as const
  for (const recipient of recipients) await queueMail(db, accountId, recipient, mail, clock.now)
  return recipients
}

/** Creates a worker whose mail server runs `send`. */
const workerWith = (send: (letter: OutgoingMail) => Promise<void>) => () =>
  sendDueMails({ ...mails.delivery, transport: { send, close: () => {} } })
const rejecting = (failure: object) => async () => {
  throw Object.assign(new Error('no'), failure)
}
const connectionRefused = { code: 'ECONNREFUSED', command: 'CONN' }
const waiting = async () =>
  (await db.row<{ count: number }>('select count(*) as count from outbox where failed_at is null'))?.count
const givenUp = async () =>
  (await listUndelivered(db, 10, 0)).map(({ recipient, failure, code }) => [recipient, failure, code])
const pass = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * minuteMs + 1000)
}

describe('mail server unavailable', () => {
  it('a hundred mails are delivered exactly once after the outage', async () => {
    const recipients = await queueMails(100)
    const fail = workerWith(rejecting(connectionRefused))
    for (let round = 0; round < 10; round++) {
      expect(await fail()).toEqual({ sent: 0, isUnavailable: true })
      pass(1)
    }
    expect(await waiting()).toBe(100)
    for (let round = 0; round < 3; round++) {
      await mails.deliver()
      pass(15)
    }
    expect(mails.mails.map(({ to }) => to).sort()).toEqual(recipients.sort())
    expect(await waiting()).toBe(0)
  })

  it('retries after 1, 5, 15 and 60 minutes, then less often, and gives up after the last attempt', async () => {
    const { user } = await aUser(app)
    let tries = 0
    const fail = workerWith(async () => {
      tries++
      return rejecting(connectionRefused)()
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
    expect([tries, await waiting()]).toEqual([retryMinutes.length + 1, 0])
    expect(await givenUp()).toEqual([[user.email, 'exhausted', 'ECONNREFUSED']])
    pass(1440)
    await fail()
    expect(tries).toBe(retryMinutes.length + 1)
  })

  it('a crash during the last attempt does not lose the mail', async () => {
    const { user } = await aUser(app)
    await db.run('update outbox set attempts = $1', [retryMinutes.length + 1])
    await mails.deliver()
    expect([mails.to(user.email).length, await waiting(), await givenUp()]).toEqual([1, 0, []])
  })
})

describe('delivery', () => {
  it('sends a mail once with four concurrent processes', async () => {
    await queueMails(20)
    const counts = await Promise.all(Array.from({ length: 4 }, mails.deliver))
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(20)
    expect(new Set(mails.mails.map(({ id }) => id)).size).toBe(20)
  })

  it('sends a mail again under the same ID when its acceptance was not recorded', async () => {
    await aUser(app)
    await workerWith(async letter => {
      mails.mails.push(letter)
      await rejecting({ code: 'ECONNRESET', command: 'DATA' })()
    })()
    pass(1)
    await mails.deliver()
    const [first, second, ...more] = mails.mails
    expect([second?.id, second?.text, more]).toEqual([first?.id, first?.text, []])
  })

  it('gives up a permanently rejected recipient without delaying others', async () => {
    const [bad, good] = [await aUser(app), await aUser(app)]
    await workerWith(async letter => {
      if (letter.to === bad.user.email) await rejecting({ responseCode: 550, command: 'RCPT TO' })()
      mails.mails.push(letter)
    })()
    expect(mails.mails.map(({ to }) => to)).toEqual([good.user.email])
    expect([await waiting(), await givenUp()]).toEqual([0, [[bad.user.email, 'refused', '550']]])
  })

  it('stores the status code of rejected content without its text, and can resend it', async () => {
    const { user } = await aUser(app)
    const response = `554 5.7.1 Blocked: http://fechou.test/dashboard, from ${user.email}`
    await workerWith(rejecting({ responseCode: 554, command: 'DATA', response }))()
    expect(await givenUp()).toEqual([[user.email, 'refused', '554 5.7.1']])
    pass(1440)
    await mails.deliver()
    expect(mails.mails).toEqual([])

    const [row] = await db.rows<{ id: string }>('select id from outbox')
    expect(await requeueMails(db, undefined, clock.now)).toEqual([{ kind: 'welcome', recipient: user.email }])
    await mails.deliver()
    expect(mails.to(user.email).map(({ id }) => id)).toEqual([row?.id])
    expect([await waiting(), await givenUp()]).toEqual([0, []])
  })

  it('retries a temporarily rejected recipient without delaying others', async () => {
    const [busy, good] = [await aUser(app), await aUser(app)]
    const { isUnavailable: stopped } = await workerWith(async letter => {
      if (letter.to === busy.user.email) await rejecting({ responseCode: 450, command: 'RCPT TO' })()
      mails.mails.push(letter)
    })()
    expect([stopped, mails.mails.map(({ to }) => to), await waiting()]).toEqual([false, [good.user.email], 1])
  })
})

describe('a worker that stops', () => {
  const startedWith = async (accepted: Promise<void>) => {
    const begun = Promise.withResolvers<void>()
    const sent: string[] = []
    const send = async ({ to }: OutgoingMail) => {
      sent.push(to)
      if (sent.length === 4) begun.resolve()
      await accepted
    }
    const stop = startMailWorker({ ...mails.delivery, transport: { send, close: () => {} } })
    await begun.promise
    return { sent, stop }
  }

  it('ends after the mails in progress, and leaves the others in the queue', async () => {
    await queueMails(50)
    const accepted = Promise.withResolvers<void>()
    const { sent, stop } = await startedWith(accepted.promise)
    const stopped = stop()
    accepted.resolve()
    await stopped
    expect([sent.length, await waiting()]).toEqual([4, 46])
  })

  it('waits at most three seconds for a mail server that does not respond', async () => {
    await queueMails(5)
    const accepted = Promise.withResolvers<void>()
    const { sent, stop } = await startedWith(accepted.promise)
    const begunAt = performance.now()
    await stop()
    expect(performance.now() - begunAt).toBeLessThan(5000)
    expect([sent.length, await waiting()]).toEqual([4, 5])
    accepted.resolve()
  })
})

describe('undelivered password reset', () => {
  const askedByOne = async () => {
    const { user } = await aUser(app)
    await mails.deliver()
    mails.mails.length = 0
    await call(authApi.forgotPassword, { body: { email: user.email } })
    return user
  }

  it('is given up after the last attempt of its day', async () => {
    const user = await askedByOne()
    const fail = workerWith(rejecting(connectionRefused))
    for (const minutes of retryMinutes.slice(0, 7)) {
      await fail()
      expect(await givenUp()).toEqual([])
      pass(minutes)
    }
    await fail()
    expect(await givenUp()).toEqual([[user.email, 'exhausted', 'ECONNREFUSED']])
  })

  it('expires unsent after a day without a worker, and gets a new link when it is resent', async () => {
    const user = await askedByOne()
    pass(1441)
    await mails.deliver()
    expect([mails.mails, await givenUp()]).toEqual([[], [[user.email, 'expired', null]]])
    await requeueMails(db, undefined, clock.now)
    await mails.deliver()
    const [letter] = mails.to(user.email)
    if (!letter) throw new Error('no mail came')
    const body = { ...parseResetLink(letter), password: 'segredo2', confirmPassword: 'segredo2' }
    expect((await call(authApi.resetPassword, { body })).status).toBe(200)
  })

  it('expires without a worker, except for unknown e-mails and requests with a newer one', async () => {
    const user = await askedByOne()
    await call(authApi.forgotPassword, { body: { email: user.email.toUpperCase() } })
    await call(authApi.forgotPassword, { body: { email: 'ninguem@exemplo.com.br' } })
    await expireResetRequests(db, new Date(clock.now.getTime() + 1439 * minuteMs))
    expect([await waiting(), await givenUp()]).toEqual([3, []])
    await expireResetRequests(db, new Date(clock.now.getTime() + 1441 * minuteMs))
    expect([await waiting(), await givenUp()]).toEqual([0, [[user.email.toUpperCase(), 'expired', null]]])
  })

  it('is removed after a password change', async () => {
    const user = await askedByOne()
    await expireResetRequests(db, new Date(clock.now.getTime() + 1441 * minuteMs))
    await call(authApi.forgotPassword, { body: { email: user.email } })
    await mails.deliver()
    const [letter] = mails.to(user.email)
    if (!letter) throw new Error('no mail came')
    await call(authApi.resetPassword, {
      body: { ...parseResetLink(letter), password: 'segredo2', confirmPassword: 'segredo2' },
    })
    expect(await givenUp()).toEqual([])
  })
})

it('an e-mail confirmation is given up after a day without delivery', async () => {
  await queueConfirmation(db, accountId, someone.user._id, 'nova@exemplo.com.br', clock.now)
  pass(1441)
  await mails.deliver()
  expect([mails.mails, await givenUp()]).toEqual([[], [['nova@exemplo.com.br', 'expired', null]]])
})

it('an undelivered mail is deleted after ninety days', async () => {
  await aUser(app)
  await workerWith(rejecting({ responseCode: 554, command: 'DATA' }))()
  await removeOldUndelivered(db, new Date(clock.now.getTime() - 1000))
  expect(await givenUp()).toHaveLength(1)
  await removeOldUndelivered(db, new Date(clock.now.getTime() + 1000))
  expect(await givenUp()).toEqual([])
})

it('a password reset delivered twice has two links, and using one revokes the other', async () => {
  const { user } = await aUser(app)
  await mails.deliver()
  mails.mails.length = 0
  await call(authApi.forgotPassword, { body: { email: user.email } })
  await workerWith(async letter => {
    mails.mails.push(letter)
    await rejecting({ code: 'ECONNRESET' })()
  })()
  pass(1)
  await mails.deliver()
  const [first, second] = mails.mails.map(parseResetLink)
  expect(mails.mails[0]?.id).toBe(mails.mails[1]?.id)
  const use = (link: typeof first) =>
    call(authApi.resetPassword, { body: { ...link, password: 'segredo2', confirmPassword: 'segredo2' } })
  expect((await use(first)).status).toBe(200)
  expect((await use(second)).status).toBe(400)
})
