import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, inject, it } from 'vitest'
import { webhooksApi } from '#contract/webhooks/webhooks.ts'
import type { Services } from '../services.ts'
import { aLead, aSubscriber, subscribe } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { urlOf } from '../testing/test-database.ts'
import { webhookApp } from '../testing/webhook-app.ts'
import { retrySeconds } from './retry-schedule.ts'

const { app, call, db, services, receiver, other, warned, received, aWebhook, sendDue, later, aPayer, deliveriesOf } =
  await webhookApp()
const hourMs = 3_600_000
const mails = createMailCatcher(services)
const types = () => received.map(({ json }) => json.type)

describe('a failed delivery', () => {
  it('is repeated on the schedule with the same id and body, while other endpoints get theirs', async () => {
    const { person, token, params } = await aPayer(['lead.created'])
    await aWebhook(person, ['lead.created'], other.url)
    receiver.respond = response => void response.writeHead(500).end()
    await aLead(app, token)
    await sendDue()
    expect(other.received).toHaveLength(1)
    // The receiver is down for three hours.
    for (const seconds of retrySeconds.slice(0, 4)) {
      later(seconds * 1000 - 1)
      const before = received.length
      await sendDue()
      expect(received).toHaveLength(before)
      later(seconds * 100 + 1)
      if (seconds === retrySeconds[3]) receiver.respond = response => void response.end()
      await sendDue()
      expect(received).toHaveLength(before + 1)
    }
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    const [delivery] = await deliveriesOf(token, params)
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 5, status: 200, error: null, answer: null })
    expect(other.received).toHaveLength(1)
  })

  it('is given up after ten attempts, and can be sent again, alone or with all others', async () => {
    const { token, params } = await aPayer(['lead.created'])
    receiver.respond = response => void response.writeHead(404).end()
    await aLead(app, token)
    await aLead(app, token)
    for (let attempt = 0; attempt <= retrySeconds.length; attempt++) {
      await sendDue()
      later((retrySeconds[attempt] ?? 0) * 1100 + 1)
    }
    const failed = await deliveriesOf(token, params, { state: 'failed' })
    expect(failed.map(({ attempts, status }) => [attempts, status])).toEqual([
      [10, 404],
      [10, 404],
    ])
    receiver.respond = response => void response.end()
    received.length = 0
    const [first] = failed
    const again = { token, params: { ...params, deliveryId: first?._id ?? '' } }
    expect((await call(webhooksApi.redeliver, again)).status).toBe(204)
    await sendDue()
    expect(received.map(({ id }) => id)).toEqual([first?._id])
    expect((await call(webhooksApi.redeliverFailed, { token, params })).data).toEqual({ redelivered: 1 })
    await sendDue()
    expect(await deliveriesOf(token, params, { state: 'failed' })).toEqual([])
  })

  it('is repeated at most once after a crash between sending and recording', async () => {
    const { token } = await aPayer(['lead.created'])
    await aLead(app, token)
    const dying: Services = { ...services, db: { ...db, transaction: () => Promise.reject(new Error('killed')) } }
    await sendDue(dying)
    expect([received.length, warned]).toEqual([1, ['webhook delivery failed, its lease will end']])
    await sendDue()
    expect(received).toHaveLength(1)
    later(60_001)
    await sendDue()
    later(hourMs)
    await sendDue()
    expect(received).toHaveLength(2)
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  })

  it('is repeated at most once when its sender is killed between sending and recording', async () => {
    const { token } = await aPayer(['lead.created'])
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    receiver.respond = (): undefined => void resolve()
    await aLead(app, token)
    const database = await db.row<{ name: string }>('select current_database() as name')
    const sender = spawn(process.execPath, [
      `${import.meta.dirname}/../testing/send-webhooks.ts`,
      urlOf(inject('databaseServer'), database?.name ?? '').href,
      receiver.host,
    ])
    const ended = once(sender, 'exit')
    await Promise.race([arrived, ended])
    sender.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    receiver.respond = response => void response.end()
    await sendDue()
    expect(received).toHaveLength(1)
    for (let minute = 0; minute < 3; minute++) {
      later(2 * 60_000)
      await sendDue()
    }
    expect(received).toHaveLength(2)
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  })

  it('makes the endpoint wait as long as the receiver asks', async () => {
    const { token } = await aPayer(['lead.created'])
    receiver.respond = response => void response.writeHead(429, { 'retry-after': '600' }).end()
    await aLead(app, token)
    await sendDue()
    await aLead(app, token)
    later(599_000)
    await sendDue()
    expect(received).toHaveLength(1)
    receiver.respond = response => void response.end()
    later(60_001)
    await sendDue()
    expect(received).toHaveLength(3)
  })

  it('makes the endpoint wait although another delivery in flight succeeds, until it is resumed', async () => {
    const { token, params } = await aPayer(['lead.created'])
    await aLead(app, token)
    await aLead(app, token)
    let first: ServerResponse | undefined
    receiver.respond = response => {
      if (first) response.writeHead(429, { 'retry-after': '600' }).end(() => setTimeout(() => first?.end(), 100))
      else first = response
    }
    await sendDue()
    receiver.respond = response => void response.end()
    await aLead(app, token)
    later(599_000)
    await sendDue()
    expect(received).toHaveLength(2)
    for (const state of ['paused', 'active']) await call(webhooksApi.change, { token, params, body: { state } })
    await aLead(app, token)
    await sendDue()
    expect(received).toHaveLength(3)
  })
})

describe('an endpoint', () => {
  it('that responds 410 is disabled at once, with a mail', async () => {
    const { person, token, params } = await aPayer(['lead.created'])
    receiver.respond = response => void response.writeHead(410).end()
    await aLead(app, token)
    await sendDue()
    const { data } = await call(webhooksApi.list, { token })
    expect(data.webhooks[0]).toMatchObject({ state: 'disabled', disabledReason: 'gone' })
    await mails.deliver()
    expect(
      mails
        .to(person.user.email)
        .map(({ text }) => text)
        .join(),
    ).toContain('não existe mais')
    await aLead(app, token)
    expect(await deliveriesOf(token, params)).toHaveLength(1)
  })

  it('that only fails is announced after a day, and disabled after ten failures in five days', async () => {
    const { person, token } = await aPayer(['lead.created'])
    receiver.respond = response => void response.writeHead(500).end()
    const subjects = async () => {
      await mails.deliver()
      return mails
        .to(person.user.email)
        .map(({ subject }) => subject)
        .filter(subject => subject.includes('webhook'))
    }
    const state = async () => (await call(webhooksApi.list, { token })).data.webhooks[0]?.state
    await aLead(app, token)
    for (let hours = 0; hours <= 120; hours += 12) {
      await sendDue()
      if (hours === 12) expect(await subjects()).toEqual([])
      if (hours === 36) expect(await subjects()).toEqual(['Um webhook do Fechou falha há um dia'])
      if (hours === 108) {
        await aLead(app, token)
        expect(await state()).toBe('active')
      }
      later(12 * hourMs)
    }
    expect(await state()).toBe('disabled')
    expect(await subjects()).toEqual(['Um webhook do Fechou falha há um dia', 'Um webhook do Fechou foi desativado'])
  })

  it('signs with both secrets for a day after a rotation', async () => {
    const { token, secret: old, params } = await aPayer(['lead.created'])
    const { data } = await call(webhooksApi.rotate, { token, params })
    expect(data.secret).not.toBe(old)
    const verifies = (secret: string) => {
      const { body = '', headers } = received.at(-1) ?? {}
      try {
        return new Verifier(secret).verify(body, headers as Record<string, string>) !== undefined
      } catch {
        return false
      }
    }
    await aLead(app, token)
    await sendDue()
    expect([verifies(old), verifies(data.secret)]).toEqual([true, true])
    await db.run(`update webhook_endpoints set old_secret_until = now() - interval '1 second' where id = $1`, [
      params.id,
    ])
    await aLead(app, token)
    await sendDue()
    expect([verifies(old), verifies(data.secret)]).toEqual([false, true])
  })

  it('is refused when it is saved, tested or called at an address that is not public', async () => {
    const { token, params } = await aPayer(['lead.created'])
    const body = { url: 'https://169.254.169.254/latest', events: ['lead.created'] }
    const { status, error } = await call(webhooksApi.create, { token, body })
    expect([status, error.fields?.url]).toEqual([400, 'Este endereço só existe na rede local (link-local).'])
    const withNul = { ...body, url: `${receiver.url}\u0000` }
    expect((await call(webhooksApi.create, { token, body: withNul })).error.fields?.url).toMatch(/caractere inválido/)
    expect((await call(webhooksApi.change, { token, params, body: { url: body.url } })).status).toBe(400)
    // The name led elsewhere when it was saved.
    await db.run('update webhook_endpoints set url = $2 where id = $1', [params.id, body.url])
    expect((await call(webhooksApi.test, { token, params })).data).toMatchObject({
      state: 'failed',
      error: 'link-local',
    })
    await aLead(app, token)
    await sendDue()
    expect((await deliveriesOf(token, params))[0]).toMatchObject({
      state: 'pending',
      status: null,
      error: 'link-local',
    })
  })

  it('gets a test at once, which counts for nothing', async () => {
    const { token, params } = await aPayer(['lead.created'])
    expect((await call(webhooksApi.test, { token, params })).data).toMatchObject({ state: 'delivered', type: 'ping' })
    receiver.respond = response => void response.writeHead(410).end()
    expect((await call(webhooksApi.test, { token, params })).data).toMatchObject({ state: 'failed', status: 410 })
    expect((await call(webhooksApi.list, { token })).data.webhooks[0]).toMatchObject({
      state: 'active',
      failingSince: null,
    })
    expect(types()).toEqual(['ping', 'ping'])
  })

  it('gets nothing that happens while it is paused', async () => {
    const { token, params } = await aPayer(['lead.created'])
    await call(webhooksApi.change, { token, params, body: { state: 'paused' } })
    await aLead(app, token)
    await call(webhooksApi.change, { token, params, body: { state: 'active' } })
    await aLead(app, token)
    await sendDue()
    expect(received).toHaveLength(1)
  })

  it('beyond the plan is paused after a downgrade and heals after an upgrade', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const { token } = person
    const hooks = []
    for (let count = 0; count < 4; count++) hooks.push(await aWebhook(person, ['lead.created']))
    await subscribe(app, person.user, 'pro')
    const { data } = await call(webhooksApi.list, { token })
    expect(data.webhooks.map(({ isPausedByPlan }) => isPausedByPlan)).toEqual([false, false, false, true])
    await aLead(app, token)
    await sendDue()
    expect(received).toHaveLength(3)
    const params = hooks[3]?.params ?? { id: '' }
    expect((await deliveriesOf(token, params))[0]).toMatchObject({ state: 'skipped', error: 'plan-paused' })
    expect((await call(webhooksApi.redeliverFailed, { token, params })).error.code).toBe('plan_required')
    await subscribe(app, person.user, 'enterprise')
    await call(webhooksApi.redeliverFailed, { token, params })
    await sendDue()
    expect(received).toHaveLength(4)
  })

  it('is limited to the number of the plan, which names the plan with more', async () => {
    const person = await aSubscriber(app, 'pro')
    for (let count = 0; count < 3; count++) await aWebhook(person)
    const body = { url: receiver.url, events: ['lead.created'] }
    const { status, error } = await call(webhooksApi.create, { token: person.token, body })
    expect([status, error]).toMatchObject([402, { code: 'plan_required', plan: 'enterprise' }])
    const basic = await aSubscriber(app, 'basic')
    const none = await call(webhooksApi.create, { token: basic.token, body })
    expect(none.error).toMatchObject({ code: 'plan_required', plan: 'pro' })
  })
})
