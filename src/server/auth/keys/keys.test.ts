import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keysApi } from '#contract/keys/keys.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { isInScope, type Scope, scopes } from '#contract/policies.ts'
import { storyApi } from '#contract/story/story.ts'
import { readSettings } from '../../env.ts'
import { aLead, aLeadForm, anExportedLead, aSubscriber, type Person, subscribe } from '../../testing/factories.ts'
import { createMailCatcher } from '../../testing/mail-catcher.ts'
import { testApp } from '../../testing/test-app.ts'
import { isApiKey, newApiKey } from './key-format.ts'

const logged: string[] = []
const app = await testApp({ logLevel: 'trace' }, { logStream: { write: line => void logged.push(line) } })
const limited = await testApp({ limits: readSettings({}).limits }, { database: app.db })
const { call, clock } = app

const owner = await aSubscriber(app, 'enterprise')

const aKey = async (granted: readonly Scope[] = scopes, of: Person = owner, lifetime = '365') => {
  const body = { nome: 'n8n', scopes: granted, lifetime, password: of.password }
  const { status, data, error } = await call(keysApi.create, { token: of.token, body })
  if (status !== 201) throw new Error(`the key was not created: ${error.code}`)
  return data
}

describe('the format of a key', () => {
  it('is a prefix, random characters and a checksum', () => {
    const keys = Array.from({ length: 100 }, newApiKey)
    for (const key of keys) expect(key).toMatch(/^fch_[\dA-Za-z]{38}$/)
    for (const key of keys) expect(isApiKey(key)).toBe(true)
    expect(new Set(keys).size).toBe(100)
  })

  it('rejects every key with one other character', () => {
    const key = newApiKey()
    for (let at = 4; at < key.length; at++) {
      const other = key[at] === 'a' ? 'b' : 'a'
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1)), String(at)).toBe(false)
    }
  })
})

describe('a key', () => {
  it('is returned once, and stored only as a hash', async () => {
    const { key, token } = await aKey()
    expect(key).toMatchObject({ nome: 'n8n', last4: token.slice(-4), lastUsedAt: null, isExpired: false })
    const { data } = await call(keysApi.list, { token: owner.token })
    expect(data.limit).toBe(20)
    expect(JSON.stringify(data)).not.toContain(token)
    const rows = await app.db.rows('select k.*::text, encode(key_hash, $1) from api_keys k', ['escape'])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is announced to the owner by mail and recorded in the trail', async () => {
    const mails = createMailCatcher(app.services)
    await aKey()
    await mails.deliver()
    expect(mails.to(owner.user.email).at(-1)?.subject).toContain('Uma chave de API foi criada')
    const { data } = await call(api.team.trail, { token: owner.token })
    expect(data.entries[0]).toMatchObject({ action: 'create-key', subject: 'n8n' })
  })

  it('needs the password', async () => {
    const body = { nome: 'n8n', scopes, password: 'errada1' }
    expect((await call(keysApi.create, { token: owner.token, body })).error.code).toBe('wrong_password')
  })

  it('that is created again under its id has a new secret only, until somebody has used it', async () => {
    const _id = randomUUID()
    const create = (nome: string) =>
      call(keysApi.create, { token: owner.token, body: { _id, nome, scopes, password: owner.password } })
    const { token: lost } = (await create('n8')).data
    const { key, token } = (await create('n8n')).data
    expect(key).toMatchObject({ _id, nome: 'n8n' })
    const statusOf = async (token: string) => (await call(leadsApi.list, { token })).status
    expect([await statusOf(lost), await statusOf(token)]).toEqual([401, 200])
    expect((await create('Outra')).error.code).toBe('not_found')
    expect(await statusOf(token)).toBe(200)
  })

  it('that was revoked before its first use can be created again under its id', async () => {
    const body = { _id: randomUUID(), nome: 'n8n', scopes, password: owner.password }
    const create = async () => (await call(keysApi.create, { token: owner.token, body })).data
    const { key } = await create()
    await call(keysApi.revoke, { token: owner.token, params: { id: key._id } })
    expect((await call(leadsApi.list, { token: (await create()).token })).status).toBe(200)
  })

  it('signs what it writes, and its new leads have no responsible member', async () => {
    const { key, token } = await aKey()
    const { data: lead, status } = await call(leadsApi.create, { token, body: aLeadForm() })
    expect([status, lead.userId]).toEqual([201, null])
    const note = { token, params: { id: lead._id }, body: { texto: 'Veio do formulário' } }
    expect((await call(storyApi.addNote, note)).status).toBe(201)
    const { data } = await call(storyApi.list, { token, params: { id: lead._id } })
    expect(data.entries.map(({ actor }) => actor?.kind)).toEqual(['key', 'key'])
    const text = `select actor_id from changes where account_id = $1 and entity = 'lead' and entity_id = $2 and actor_kind = 'key'`
    expect(await app.db.rows(text, [owner.account._id, lead._id])).toEqual([{ actor_id: key._id }])
  })

  it('records its last use at most every five minutes', async () => {
    const { key, token } = await aKey()
    const lastUse = async () => {
      await call(leadsApi.stats, { token })
      const { data } = await call(keysApi.list, { token: owner.token })
      return new Date(data.keys.find(({ _id }) => _id === key._id)?.lastUsedAt ?? 0)
    }
    const first = await lastUse()
    expect(first).toEqual(clock.now)
    clock.now = new Date(clock.now.getTime() + 5 * 60_000)
    expect(await lastUse()).toEqual(first)
    clock.now = new Date(clock.now.getTime() + 1)
    expect(await lastUse()).toEqual(clock.now)
  })

  it('with a wrong checksum is rejected without a query', async () => {
    const { token } = await aKey()
    const { db } = app
    const refusing = await testApp({}, { database: { ...db, row: () => Promise.reject(new Error('a query')) } })
    const wrong = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
    expect((await refusing.call(leadsApi.list, { token: wrong })).error.code).toBe('invalid_key')
    expect((await refusing.call(leadsApi.list, { token })).error.code).toBe('internal_error')
  })

  it('is rejected by every process as soon as it is revoked', async () => {
    const { key, token } = await aKey()
    expect((await limited.call(leadsApi.list, { token })).status).toBe(200)
    const revoke = { token: owner.token, params: { id: key._id } }
    expect((await call(keysApi.revoke, revoke)).status).toBe(204)
    expect((await call(keysApi.revoke, revoke)).status).toBe(404)
    for (const process of [app, limited]) {
      const { status, error } = await process.call(leadsApi.list, { token })
      expect([status, error.code]).toEqual([401, 'invalid_key'])
    }
  })

  it('is rejected once it has expired', async () => {
    const { token } = await aKey(scopes, owner, '30')
    const before = clock.now
    clock.now = new Date(before.getTime() + 30 * 86_400_000 - 1)
    expect((await call(leadsApi.list, { token })).status).toBe(200)
    clock.now = new Date(before.getTime() + 30 * 86_400_000)
    expect((await call(leadsApi.list, { token })).error.code).toBe('invalid_key')
    clock.now = before
  })

  it('pauses after a downgrade and works again after an upgrade', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const { token } = await aKey(scopes, person)
    await subscribe(app, person.user, 'pro')
    const paused = await call(leadsApi.list, { token })
    expect([paused.status, paused.error]).toMatchObject([402, { code: 'plan_required', plan: 'enterprise' }])
    await subscribe(app, person.user, 'enterprise')
    expect((await call(leadsApi.list, { token })).status).toBe(200)
  })

  it('is limited to twenty at a time, also in parallel', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const body = { nome: 'n8n', scopes, password: person.password }
    const tried = await Promise.all(
      Array.from({ length: 22 }, () => call(keysApi.create, { token: person.token, body })),
    )
    expect(tried.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(tried.filter(({ error }) => error.code === 'plan_required')).toHaveLength(2)
  })

  it('is in no log line', async () => {
    const { token } = await aKey()
    logged.length = 0
    await call(leadsApi.list, { token })
    await call(leadsApi.list, { token: `${token}x` })
    await call(api.billing.portal, { token })
    expect(logged.length).toBeGreaterThan(2)
    expect(logged.join('\n')).not.toContain(token.slice(0, 12))
    expect(logged.join('\n')).toContain('"keyId"')
  })
})

describe('requests with keys', () => {
  it('are counted per account, across keys and processes, and told in headers', async () => {
    const [first, second] = [await aKey(), await aKey()]
    const { raw } = await limited.call(leadsApi.stats, { token: first.token })
    expect(raw.headers).toMatchObject({ 'ratelimit-policy': '"account";q=600;w=60' })
    expect(raw.headers.ratelimit).toMatch(/^"account";r=\d+;t=\d+$/)
    await app.db.run('update rate_limits set count = 600')
    const { status, raw: rejected } = await limited.call(leadsApi.stats, { token: second.token })
    expect([status, rejected.headers.ratelimit]).toEqual([429, expect.stringMatching(/^"account";r=0;t=/)])
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the matrix of keys, scopes and endpoints', () => {
  const endpoints = Object.entries(api).flatMap(([group, members]) =>
    Object.entries<Endpoint>(members).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
  )
  const protectedOnes = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')

  it.each(scopes.map(scope => [scope]))('admits a key with the scope %s to exactly its endpoints', async scope => {
    const { token } = await aKey([scope])
    const id = '00000000-0000-7000-8000-0000000000ff'
    const params = { id, noteId: id, part: '0', deliveryId: id }
    for (const { name, endpoint } of protectedOnes) {
      const { error, raw } = await call(endpoint, { token, params, ...(endpoint.body && { body: {} }) })
      const isDenied = raw.statusCode === 403 && error?.code === 'key_not_allowed'
      expect([name, isDenied]).toEqual([name, !isInScope(endpoint.access as never, [scope])])
    }
  })
})

describe('Idempotency-Key', () => {
  const repeated = (token: string, key: string, body: object = aLeadForm()) =>
    call(leadsApi.create, { token, body, headers: { 'idempotency-key': key } })

  it('returns the same lead for a repeated request, also when both run at once', async () => {
    const { token } = await aKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => repeated(token, 'pedido-1')))
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  })

  it('rejects another request with the same key', async () => {
    const { token } = await aKey()
    await repeated(token, 'pedido-2')
    const { status, error } = await repeated(token, 'pedido-2', aLeadForm({ nome: 'Outra' }))
    expect([status, error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('is separate for each key, and expires after a day', async () => {
    const [first, second] = [await aKey(), await aKey()]
    const { data: lead } = await repeated(first.token, 'pedido-3')
    expect((await repeated(second.token, 'pedido-3')).data._id).not.toBe(lead._id)
    clock.now = new Date(clock.now.getTime() + 86_400_000)
    expect((await repeated(first.token, 'pedido-3')).data._id).not.toBe(lead._id)
  })
})

describe('GET /leads?since', () => {
  const since = async (token: string, seq: number, limit = 100) => {
    const { data } = await call(leadsApi.list, { token, query: { since: seq, limit } })
    const ids = data.leads.map(({ _id }) => _id)
    if (!data.changes) throw new Error('the response has no changes')
    return { ids, ...data.changes }
  }

  it('lists what changed and what was removed, page by page', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const { token } = await aKey(scopes, person)
    const [a, b, c] = [await aLead(app, token), await aLead(app, token), await aLead(app, token)]
    expect(await since(token, 0, 2)).toMatchObject({ ids: [a._id, b._id], seq: 2, more: true, reset: false })
    expect(await since(token, 2, 2)).toMatchObject({ ids: [c._id], seq: 3, more: false })
    await call(leadsApi.update, { token, params: { id: a._id }, body: { nome: 'Bia' } })
    await call(leadsApi.remove, { token, params: { id: b._id } })
    expect(await since(token, 3)).toMatchObject({ ids: [a._id], removed: [b._id], seq: 5 })
    expect(await since(token, 5)).toMatchObject({ ids: [], removed: [], seq: 5 })
  })

  it('asks for a full read after a bulk change, or for changes that are no longer in the feed', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const { token } = await aKey(scopes, person)
    const leads = Array.from({ length: 60 }, () => anExportedLead())
    await call(leadsApi.sync, { token: person.token, body: { leads } })
    expect(await since(token, 0)).toEqual({ ids: [], removed: [], seq: 1, more: false, reset: true })
    expect(await since(token, 1)).toMatchObject({ reset: false })
    await aLead(app, token)
    await app.db.run('delete from changes where account_id = $1', [person.account._id])
    expect(await since(token, 1)).toMatchObject({ reset: true, seq: 2 })
    expect(await since(token, 999)).toMatchObject({ reset: true, seq: 2 })
  })
})
