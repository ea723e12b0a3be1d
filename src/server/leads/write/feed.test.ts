import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import type { Db } from '../../db/client.ts'
import { aLead, anExportedLead, aUser, type Person, userRow } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { maintainLeads } from '../lead-maintenance.ts'

const app = await testApp()
const { call, db } = app

const changesOf = async ({ user }: Person) => {
  const { account_id } = await userRow(app, user)
  return db.rows<Record<string, unknown>>(
    `select seq, entity_id, kind, version, owner_before, owner_after, actor_kind, actor_id, count
       from changes where account_id = $1 order by seq`,
    [account_id],
  )
}
const at = ({ token }: Person, { _id }: Lead) => ({ token, params: { id: _id } })
const sync = (person: Person, count: number) =>
  call(leadsApi.sync, { token: person.token, body: { leads: Array.from({ length: count }, () => anExportedLead()) } })

describe('the feed', () => {
  it('has a row for each write, with its version, responsible member and actor', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    await call(leadsApi.update, { ...at(person, lead), body: { nome: 'Maria' } })
    await call(leadsApi.update, { ...at(person, lead), body: { status: 'ganho' } })
    await call(leadsApi.remove, at(person, lead))
    await call(leadsApi.restore, at(person, lead))
    const self = person.member._id
    const signed = { entity_id: lead._id, actor_kind: 'user', actor_id: self, count: 1 }
    expect(await changesOf(person)).toEqual([
      { seq: 1, kind: 'created', version: 1, owner_before: null, owner_after: self, ...signed },
      { seq: 2, kind: 'changed', version: 2, owner_before: self, owner_after: self, ...signed },
      { seq: 3, kind: 'moved', version: 3, owner_before: self, owner_after: self, ...signed },
      { seq: 4, kind: 'removed', version: 3, owner_before: self, owner_after: null, ...signed },
      { seq: 5, kind: 'restored', version: 4, owner_before: null, owner_after: self, ...signed },
    ])
  })

  it('has no row for a request that changed nothing', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    await call(leadsApi.create, { token: person.token, body: lead as never })
    await call(leadsApi.remove, { ...at(person, lead), headers: { 'if-match': '"7"' } })
    expect(await changesOf(person)).toHaveLength(1)
  })

  it('records the system as the actor of a statement without one', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    await db.run('update leads set version = version + 1 where id = $1', [lead._id])
    expect((await changesOf(person)).at(-1)).toMatchObject({ actor_kind: 'system', actor_id: null, version: 2 })
  })

  it('has one row per lead up to 50 leads of a statement, and a single row for more', async () => {
    const [few, many] = [await aUser(app), await aUser(app)]
    await sync(few, 50)
    await sync(many, 51)
    expect((await changesOf(few)).map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(await changesOf(many)).toMatchObject([{ seq: 1, kind: 'bulk', entity_id: null, count: 51 }])
    const { account_id } = await userRow(app, many.user)
    await db.run('update leads set version = version + 1 where account_id = $1', [account_id])
    await db.run('delete from leads where account_id = $1', [account_id])
    expect((await changesOf(many)).map(({ kind, count }) => [kind, count])).toEqual(Array(3).fill(['bulk', 51]))
  })

  it('has consecutive numbers under concurrent writes', async () => {
    const person = await aUser(app)
    const leads = [await aLead(app, person.token), await aLead(app, person.token)]
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const lead = leads[index % 2] as Lead
        if (index % 8 === 7) return sync(person, 3)
        return call(leadsApi.update, { ...at(person, lead), body: { status: index % 3 ? 'ganho' : 'perdido' } })
      }),
    )
    const changes = await changesOf(person)
    expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_, index) => index + 1))
  })

  it('is deleted with its account, including totals and trash', async () => {
    const person = await aUser(app)
    const { account_id } = await userRow(app, person.user)
    await aLead(app, person.token)
    await db.run('delete from accounts where id = $1', [account_id])
    const left = await db.row(
      `select (select count(*) from changes where account_id = $1) as changes,
              (select count(*) from live where account_id = $1) as live,
              (select count(*) from removed_leads where account_id = $1) as removed`,
      [account_id],
    )
    expect(left).toEqual({ changes: 0, live: 0, removed: 0 })
  })

  it('deletes rows older than 30 days without restarting the numbers', async () => {
    const person = await aUser(app)
    await aLead(app, person.token)
    const now = () => new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    await maintainLeads({ ...app.services, now }, async () => {})
    expect(await changesOf(person)).toEqual([])
    await aLead(app, person.token)
    expect(await changesOf(person)).toMatchObject([{ seq: 2 }])
  })

  it('is shortened although the trash cannot be emptied', async () => {
    const person = await aUser(app)
    await aLead(app, person.token)
    const run: Db['run'] = (text, values) =>
      text.startsWith('update removed_leads') ? Promise.reject(new Error('statement timeout')) : db.run(text, values)
    const now = () => new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    await expect(maintainLeads({ ...app.services, db: { ...db, run }, now }, async () => {})).rejects.toThrow(
      AggregateError,
    )
    expect(await changesOf(person)).toEqual([])
  })
})
