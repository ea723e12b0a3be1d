import { describe, expect, it } from 'vitest'
import { notificationsApi } from '#contract/notifications/notifications.ts'
import { privacyApi } from '#contract/privacy/privacy.ts'
import { aMember, anExpiredTrialUser, aSubscriber, type Person } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'
import { privacyJobs } from './privacy-jobs.ts'

const app = await testApp()
const { call, clock, services } = app
const mails = createMailCatcher(services)

/** At eleven in Brasília. */
const at = (day: string, time = '14:00') => {
  clock.now = new Date(`${day}T${time}:00Z`)
}
const aRequest = async ({ token }: Person) => {
  const body = { kind: 'acesso', requester: 'Bia Reis', email: 'bia@exemplo.com', verifiedHow: 'Por telefone' }
  const { data } = await call(privacyApi.addRequest, { token, body: { ...body, receivedOn: '2026-11-20' } })
  expect(data.dueOn).toBe('2026-12-05T00:00:00.000Z')
  return data
}
/** Two processes look at the same time. */
const remind = () =>
  Promise.all(
    [services, services].map(one =>
      privacyJobs(one)
        .find(({ name }) => name === 'remind-of-requests')
        ?.run({} as never),
    ),
  )
const subjectsTo = async ({ user }: Person) => {
  await mails.deliver()
  return mails
    .to(user.email)
    .map(({ subject }) => subject)
    .filter(subject => subject.includes('LGPD'))
}
/** A session lasts for days, the deadline for weeks. */
const bellOf = async ({ token }: Person) => {
  at('2026-11-20')
  return (await call(notificationsApi.list, { token })).data
}

describe('an open request', () => {
  it('is told to the owner, in the app and by mail, 7 and 2 days before its deadline, each once', async () => {
    at('2026-11-20')
    const owner = await aSubscriber(app, 'pro')
    const manager = await aMember(app, owner, 'manager')
    const request = await aRequest(owner)
    const subject = `Responda até 05/12/2026 ao pedido ${request.protocol} no Fechou`
    const told: number[] = []
    // The night of the seventh day is not its morning.
    for (const [day, time] of [
      ['2026-11-27'],
      ['2026-11-28', '10:30'],
      ['2026-11-28'],
      ['2026-12-02'],
      ['2026-12-03'],
      ['2026-12-20'],
    ]) {
      at(day ?? '', time)
      await remind()
      await remind()
      told.push((await subjectsTo(owner)).length)
    }
    expect(told).toEqual([0, 0, 1, 1, 2, 2])
    expect(await subjectsTo(owner)).toEqual([subject, subject])
    expect(mails.to(owner.user.email).at(-1)?.text).not.toContain('Bia')
    expect(await bellOf(owner)).toMatchObject({
      unread: 1,
      notifications: [
        { kind: 'deadline', count: 2, cause: { _id: request._id, nome: request.protocol }, dueOn: request.dueOn },
      ],
    })
    expect((await bellOf(manager)).unread).toBe(0)
    expect(await subjectsTo(manager)).toEqual([])
  })

  it('is told no more once it is answered', async () => {
    at('2026-11-20')
    const owner = await aSubscriber(app, 'pro')
    const [first, second] = [await aRequest(owner), await aRequest(owner)]
    const answer = { state: 'atendido', outcome: 'Enviamos o relatório' }
    await call(privacyApi.closeRequest, { token: owner.token, params: { id: first._id }, body: answer })
    at('2026-12-04')
    await remind()
    expect((await subjectsTo(owner)).length).toBe(1)
    expect((await bellOf(owner)).notifications.map(({ cause }) => cause?.nome)).toEqual([second.protocol])
    await call(privacyApi.closeRequest, { token: owner.token, params: { id: second._id }, body: answer })
    expect(await bellOf(owner)).toEqual({ unread: 0, notifications: [] })
  })

  it('is told by mail without a subscription', async () => {
    at('2026-11-20')
    const owner = await anExpiredTrialUser(app)
    await aRequest(owner)
    at('2026-12-04')
    await remind()
    expect((await subjectsTo(owner)).length).toBe(1)
  })
})
