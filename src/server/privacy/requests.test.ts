import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { teamApi } from '#contract/team/team.ts'
import { aSubscriber, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const add = ({ token }: Person, body: object) =>
  call(privacyApi.addRequest, {
    token,
    body: {
      kind: 'acesso',
      requester: 'Ana',
      telefone: '11987654321',
      verifiedHow: 'Por telefone',
      receivedOn: '2026-11-20',
      ...body,
    },
  })
const requestsOf = async ({ token }: Person) => (await call(privacyApi.requests, { token })).data.requests
const protocolsInTrail = async ({ token }: Person) =>
  (await call(teamApi.trail, { token })).data.entries
    .filter(({ action }) => action === 'privacy-request')
    .map(({ details }) => details.protocol)

describe('a request that is sent again with its id', () => {
  it('is recorded once, also when both arrive at the same time', async () => {
    const owner = await aSubscriber(app, 'pro')
    const body = { _id: randomUUID() }
    const added = [...(await Promise.all([add(owner, body), add(owner, body)])), await add(owner, body)]
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(added.map(({ data }) => data)).toEqual(Array(3).fill((await requestsOf(owner))[0]))
    expect(await requestsOf(owner)).toHaveLength(1)
    expect(await protocolsInTrail(owner)).toEqual([added[0]?.data.protocol])
  })

  it('is stored as it was sent last, with its first protocol', async () => {
    const owner = await aSubscriber(app, 'pro')
    const _id = randomUUID()
    const { data: first } = await add(owner, { _id })
    const corrected = { kind: 'correcao', requester: 'Ana Souza', telefone: '', email: 'ana@exemplo.com' }
    const { status, data } = await add(owner, { _id, ...corrected, receivedOn: '2026-11-18' })
    expect([status, data]).toEqual([
      201,
      {
        ...first,
        ...corrected,
        telefone: null,
        receivedOn: '2026-11-18T00:00:00.000Z',
        dueOn: '2026-12-03T00:00:00.000Z',
      },
    ])
    expect(await requestsOf(owner)).toEqual([data])
    expect(await protocolsInTrail(owner)).toEqual([first.protocol, first.protocol])
  })

  it('stays as it is once it was answered or its person was anonymized', async () => {
    const owner = await aSubscriber(app, 'pro')
    const [answered, cleared] = [randomUUID(), randomUUID()]
    await add(owner, { _id: answered, telefone: '1133334444' })
    const body = { state: 'atendido', outcome: 'Enviado' }
    await call(privacyApi.closeRequest, { token: owner.token, params: { id: answered }, body })
    await add(owner, { _id: cleared })
    const person = { telefone: '11987654321' }
    await call(privacyApi.anonymize, { token: owner.token, body: { person, confirmation: anonymizeWord } })
    const before = await requestsOf(owner)
    for (const _id of [answered, cleared])
      expect((await add(owner, { _id, requester: 'Outra' })).error.code).toBe('request_closed')
    expect(await requestsOf(owner)).toEqual(before)
  })

  it('is another request in another account', async () => {
    const [owner, other] = [await aSubscriber(app, 'pro'), await aSubscriber(app, 'pro')]
    const _id = randomUUID()
    const { data: first } = await add(owner, { _id })
    const { status, data: second } = await add(other, { _id, requester: 'Bia' })
    expect([status, second.requester]).toEqual([201, 'Bia'])
    expect(second.protocol).not.toBe(first.protocol)
    expect(await requestsOf(owner)).toEqual([first])
  })
})
