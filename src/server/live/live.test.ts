import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { teamApi } from '#contract/team/team.ts'
import { hashToken, newToken } from '../auth/session-token.ts'
import { createDb } from '../db/client.ts'
import { aLead, aMember, anExportedLead, aSubscriber, aUser, type Person, subscribe } from '../testing/factories.ts'
import { openStream, serve } from '../testing/live-client.ts'
import { testApp } from '../testing/test-app.ts'
import { addressOf } from '../testing/test-database.ts'
import { transactionPooler } from '../testing/transaction-pooler.ts'

// Two processes on one database: writes go to `app`, streams to `other`, unless a test says otherwise.

const app = await testApp()
const { call, db } = app
const { name = '' } = (await db.row<{ name: string }>('select current_database() as name')) ?? {}
const server = inject('databaseServer')

const anotherApp = async (address = addressOf(server, name)) => {
  const database = createDb(address)
  afterAll(() => database.close())
  const another = await testApp({}, { database })
  return { ...another, url: await serve(another) }
}
const other = await anotherApp()

const aTeam = async () => {
  const owner = await aSubscriber(app, 'pro')
  return {
    owner,
    manager: await aMember(app, owner, 'manager', 'Marina Alves'),
    seller: await aMember(app, owner, 'seller', 'Rafael Nogueira'),
  }
}
const stream = ({ token }: Person, since?: number) => openStream(other.url, token, since)
const assign = ({ token }: Person, ids: string[], to: Person | null) =>
  call(leadsApi.assign, { token, body: { ids, to: to?.member._id ?? null } })
const settle = ({ token }: Person, body: object) => call(teamApi.changeSettings, { token, body })

const listeners = `from pg_stat_activity where datname = current_database() and query like 'listen %'`
const waiters = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const cutListeners = () => db.run(`select pg_terminate_backend(pid) ${listeners}`)

describe('GET /live', () => {
  it('streams every change of a lead to another process, with the lead and its author', async () => {
    const { owner, manager } = await aTeam()
    const mine = await stream(owner)
    const lead = await aLead(app, manager.token, { nome: 'Padaria Sol' })
    const at = { token: manager.token, params: { id: lead._id } }
    expect(await mine.nextChange()).toEqual({
      entity: 'lead',
      kind: 'created',
      id: lead._id,
      by: manager.member._id,
      lead,
    })
    const moved = (await call(leadsApi.update, { ...at, body: { status: 'ganho' } })).data
    expect(await mine.nextChange()).toMatchObject({ kind: 'moved', lead: moved })
    await assign(owner, [lead._id], owner)
    expect(await mine.nextChange()).toMatchObject({ kind: 'assigned', lead: { userId: owner.member._id } })
    await call(storyApi.addNote, { ...at, body: { texto: 'Ligar amanhã' } })
    expect(await mine.nextChange()).toEqual({
      entity: 'story',
      kind: 'created',
      id: lead._id,
      by: manager.member._id,
      lead: null,
    })
    await call(leadsApi.remove, at)
    expect(await mine.nextChange()).toMatchObject({ kind: 'removed', id: lead._id, lead: null })
  })

  it('sends a seller only leads that they see, and tells when one leaves', async () => {
    const { owner, manager, seller } = await aTeam()
    const mine = await stream(seller)
    const lead = await aLead(app, manager.token)
    await call(storyApi.addNote, { token: manager.token, params: { id: lead._id }, body: { texto: 'Secreto' } })
    // Everything before was read while the lead was hidden.
    const first = await aLead(app, seller.token)
    expect((await mine.nextChange()).id).toBe(first._id)
    await assign(owner, [lead._id], seller)
    expect((await mine.nextChange()).kind).toBe('assigned')
    await assign(owner, [lead._id], manager)
    const left = await mine.nextChange()
    expect([left.kind, left.id, left.lead]).toEqual(['left', lead._id, null])
    await call(leadsApi.update, { token: manager.token, params: { id: lead._id }, body: { status: 'ganho' } })
    const own = await aLead(app, seller.token)
    const created = await mine.nextChange()
    expect([created.kind, created.id, created.lead?.userId]).toEqual(['created', own._id, seller.member._id])
    expect(JSON.stringify(mine.events)).not.toContain(manager.member._id)
  })

  it('resumes after the last received change', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    const first = await stream(person)
    await call(leadsApi.update, { token: person.token, params: { id: lead._id }, body: { status: 'ganho' } })
    const { seq } = await first.next('change')
    first.close()
    await call(leadsApi.update, { token: person.token, params: { id: lead._id }, body: { status: 'perdido' } })
    const again = await stream(person, seq)
    expect(again.events[0]).toMatchObject({ data: { quietMs: null }, seq })
    expect(await again.nextChange()).toMatchObject({ kind: 'moved', lead: { status: 'perdido' } })
  })

  it('tells how long nothing changed to a client that missed too much, or that begins', async () => {
    const person = await aUser(app)
    for (const nome of ['Um', 'Dois']) await aLead(app, person.token, { nome })
    const fresh = await stream(person)
    expect(fresh.events[0]).toMatchObject({ seq: 2, data: { quietMs: expect.any(Number) } })
    const begun = await stream(person, 0)
    expect(begun.events[0]?.data).toEqual({ quietMs: null })
    await db.run('delete from changes where account_id = $1 and seq = 1', [person.account._id])
    for (const since of [0, 7]) {
      const late = await stream(person, since)
      expect(late.events[0]).toMatchObject({ seq: 2, data: { quietMs: expect.any(Number) } })
    }
  })

  it('sends a resync for an import instead of its leads', async () => {
    const person = await aUser(app)
    const mine = await stream(person)
    const leads = Array.from({ length: 51 }, () => anExportedLead())
    await call(leadsApi.sync, { token: person.token, body: { leads } })
    await mine.next('resync')
    expect(mine.events.some(event => event.name === 'change')).toBe(false)
  })

  it('streams only own changes with a plan for one person', async () => {
    const { owner, manager } = await aTeam()
    const lead = await aLead(app, owner.token)
    await subscribe(app, owner.user, 'basic')
    const mine = await stream(owner)
    await db.transaction(async tx => {
      await tx.run(`select set_config('fechou.actor', $1, true)`, [`user:${manager.member._id}`])
      await tx.run('update leads set version = version + 1 where id = $1', [lead._id])
    })
    await call(leadsApi.update, { token: owner.token, params: { id: lead._id }, body: { status: 'ganho' } })
    expect(await mine.nextChange()).toMatchObject({ by: owner.member._id, kind: 'moved' })
  })

  it('rejects a bad number and the 61st stream of an account', async () => {
    const { owner } = await aTeam()
    const { status } = await fetch(`${other.url}/api/live?since=abc`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(status).toBe(400)
    const tokens = await sessionsOf(owner, 13)
    for (const token of tokens.slice(0, 12)) for (let n = 0; n < 5; n++) await openStream(other.url, token)
    await expect(openStream(other.url, tokens[12] ?? '')).rejects.toThrow('429')
  })

  it('leaves room for the other requests of the account', async () => {
    const person = await aUser(other)
    for (let n = 0; n < 5; n++) await stream(person)
    expect((await other.call(leadsApi.list, { token: person.token })).status).toBe(200)
  })

  it('closes the oldest of more than five streams of a session', async () => {
    const person = await aUser(app)
    const oldest = await stream(person)
    for (let n = 0; n < 5; n++) await stream(person)
    await oldest.ended
  })
})

/** Adds sessions of a person. Returns their tokens. */
const sessionsOf = async ({ account, member }: Person, count: number): Promise<string[]> => {
  const tokens = Array.from({ length: count }, newToken)
  for (const token of tokens)
    await db.run(
      `insert into sessions (token_hash, id, account_id, user_id, created_at, last_seen_at)
       values ($1, $2, $3, $4, now(), now())`,
      [hashToken(token), randomUUID(), account._id, member._id],
    )
  return tokens
}

describe('a stream ends when', () => {
  it('its member is removed, before any later change', async () => {
    const { owner, manager } = await aTeam()
    const theirs = await stream(manager)
    await call(teamApi.removeMember, {
      token: owner.token,
      params: { id: manager.member._id },
      body: { leadsTo: owner.member._id },
    })
    await aLead(app, owner.token, { nome: 'Depois' })
    await theirs.next('access')
    await theirs.ended
    expect(JSON.stringify(theirs.events)).not.toContain('Depois')
  })

  it('the role, or what sellers see, changes', async () => {
    const { owner, seller } = await aTeam()
    const asSeller = await stream(seller)
    await settle(owner, {
      nome: 'Padaria Reis',
      timezone: 'America/Sao_Paulo',
      sellers_see: 'all',
      sellers_take_unassigned: false,
    })
    await asSeller.ended
    const seeingAll = await stream(seller)
    const ownersOwn = await stream(owner)
    await settle(owner, {
      nome: 'Padaria Reis',
      timezone: 'America/Sao_Paulo',
      sellers_see: 'own',
      sellers_take_unassigned: false,
    })
    await seeingAll.ended
    await ownersOwn.next('team')
    const back = await stream(seller)
    const body = { team_role: 'manager' }
    await call(teamApi.changeRole, { token: owner.token, params: { id: seller.member._id }, body })
    await back.ended
  })

  it('the user signs out, or ends the other sessions', async () => {
    const person = await aUser(app)
    const [token = ''] = await sessionsOf(person, 1)
    const elsewhere = await openStream(other.url, token)
    const here = await stream(person)
    await call(authApi.revokeOtherSessions, { token: person.token })
    await elsewhere.ended
    await call(authApi.logout, { token: person.token })
    await here.ended
  })

  it('the plan ends, which nobody writes', async () => {
    const person = await aUser(app)
    const mine = await stream(person)
    other.clock.now = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000)
    await mine.ended
    other.clock.now = new Date()
  })
})

describe('without notifications', () => {
  it('a cut listener is replaced, and nothing is lost', async () => {
    const person = await aUser(app)
    const mine = await stream(person)
    await cutListeners()
    const lead = await aLead(app, person.token)
    expect(await mine.nextChange()).toMatchObject({ kind: 'created', id: lead._id })
  })

  it('behind a pooler, changes arrive and access ends', async () => {
    if (typeof server === 'string') return
    const { port } = await transactionPooler({ host: server.host, port: server.port ?? 5432 })
    const pooled = await anotherApp({ ...server, host: '127.0.0.1', port, database: name })
    const { owner, manager } = await aTeam()
    const theirs = await openStream(pooled.url, manager.token)
    const lead = await aLead(app, owner.token)
    expect(await theirs.nextChange()).toMatchObject({ id: lead._id })
    await call(authApi.logout, { token: manager.token })
    await theirs.ended
  })
})

describe('the server', () => {
  it('ends 500 open streams when it stops', async () => {
    const stopping = await anotherApp()
    const people = await Promise.all(Array.from({ length: 10 }, () => aUser(app)))
    const streams = []
    for (const person of people) {
      for (const token of await sessionsOf(person, 10)) {
        streams.push(...(await Promise.all(Array.from({ length: 5 }, () => openStream(stopping.url, token)))))
      }
    }
    expect(streams).toHaveLength(500)
    await stopping.app.close()
    await Promise.all(streams.map(({ ended }) => ended))
  })

  it('opens no stream for a request that was still being authorized when it began to stop', async () => {
    const stopping = await anotherApp()
    const { token } = await aUser(app)
    let closing: PromiseLike<void> | undefined
    const response = await db.transaction(async tx => {
      await tx.run('lock table sessions in access exclusive mode')
      const asked = fetch(`${stopping.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
      await vi.waitFor(async () => expect(await db.rows(`select 1 ${waiters}`)).toHaveLength(1), 10_000)
      closing = stopping.app.close()
      // The hooks that end the streams run before the server stops to listen.
      await vi.waitFor(() => expect(stopping.app.server.listening).toBe(false), 10_000)
      return { asked }
    })
    expect((await response.asked).status).toBe(503)
    await closing
  })
})
