import { describe, expect, it, onTestFinished } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { brandApi } from '#contract/brand/brand.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { lostReasonsApi } from '#contract/lost-reasons/lost-reasons.ts'
import { storyApi } from '#contract/story/story.ts'
import { templatesApi } from '#contract/templates/templates.ts'
import type { Db } from '../db/client.ts'
import { setLogo } from '../testing/brand.ts'
import {
  aLead,
  aMember,
  anExpiredTrialUser,
  anExportedLead,
  aSubscriber,
  aUser,
  fetchAllLeads,
  importLeads,
  subscribe,
  userRow,
} from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

interface Export {
  user: unknown
  sessions: unknown[]
  lostReasons: unknown[]
  templates: unknown[]
  brand: unknown
  leads: unknown[]
  conversations: unknown[]
}
const download = async (token: string) => {
  const { status, raw } = await call(accountApi.export, { token })
  return { status, headers: raw.headers, content: raw.json<Export>() }
}

/** Returns how many rows of each table belong to an account. */
const rowsOf = async (accountId: string) => {
  const tables = await db.rows<{ name: string }>(
    `select table_name as name from information_schema.columns
      where column_name = 'account_id' and table_schema = 'public' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const row = await db.row<{ count: number }>(`select count(*) as count from ${name} where account_id = $1`, [
      accountId,
    ])
    counts[name] = row?.count ?? 0
  }
  const account = await db.row<{ count: number }>('select count(*) as count from accounts where id = $1', [accountId])
  return { ...counts, accounts: account?.count ?? 0 }
}

describe('GET /account/export', () => {
  it('contains the user, the sessions and all leads', async () => {
    const { token, user, password } = await aUser(app)
    await call(authApi.login, { body: { email: user.email, password } })
    await importLeads(
      app,
      token,
      Array.from({ length: 1200 }, (_, index) => anExportedLead({ nome: `Lead ${index}` })),
    )
    const { status, headers, content } = await download(token)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="meus-dados.json"')
    expect(Object.keys(content)).toEqual([
      'user',
      'sessions',
      'subscriptions',
      'invoices',
      'lostReasons',
      'templates',
      'brand',
      'fiscalData',
      'leads',
      'conversations',
    ])
    expect(content.user).toEqual(user)
    expect(content.sessions).toHaveLength(2)
    expect(content.leads).toHaveLength(1200)
    expect(content.leads).toEqual(await fetchAllLeads(app, token, { sort: 'createdAt' }))
  })

  it('contains the notes of all members', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller', 'Rui Lima')
    const { _id } = await aLead(app, seller.token)
    await call(storyApi.addNote, { token: seller.token, params: { id: _id }, body: { texto: 'Volta em março' } })
    const { content } = await download(owner.token)
    expect(content.conversations).toMatchObject([
      { lead_id: _id, kind: 'note', author: 'Rui Lima', text: 'Volta em março' },
    ])
  })

  it('contains the lost reasons, archived ones too, and the message templates', async () => {
    const { token } = await aUser(app)
    const { reasons } = (await call(lostReasonsApi.list, { token })).data
    await call(lostReasonsApi.archive, { token, params: { id: reasons[0]?._id ?? '' } })
    const { content } = await download(token)
    expect(content.lostReasons).toEqual((await call(lostReasonsApi.list, { token })).data.reasons)
    expect(content.lostReasons[0]).toMatchObject({ nome: 'Preço', isArchived: true })
    expect(content.templates).toEqual((await call(templatesApi.list, { token })).data.templates)
    expect(content.templates).toHaveLength(3)
  })

  it('contains the brand with its logo, also while the plan does not hold it', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const { token, user } = owner
    expect((await download(token)).content.brand).toBeNull()
    const body = { nome: 'Padaria Sol', color: '#aa3300' }
    await call(brandApi.change, { token, body })
    expect((await download(token)).content.brand).toEqual({ ...body, logo: null })
    const { png } = await setLogo(app, owner)
    await subscribe(app, user, 'basic')
    expect((await download(token)).content.brand).toEqual({
      ...body,
      logo: `data:image/png;base64,${png.toString('base64')}`,
    })
  })

  it('contains no data of other accounts and no secrets', async () => {
    const [person, stranger] = [await aUser(app), await aUser(app)]
    await aLead(app, stranger.token, { nome: 'Lead de outra conta' })
    const { raw } = await call(accountApi.export, { token: person.token })
    expect(raw.json<Export>().leads).toEqual([])
    expect(raw.body).not.toContain(stranger.user.email)
    expect(raw.body).not.toMatch(/hash|argon2|token/i)
    expect(raw.body).not.toContain(person.token)
  })

  it('is available without a subscription', async () => {
    const { token } = await anExpiredTrialUser(app)
    expect((await download(token)).status).toBe(200)
  })

  it('contains leads that can be imported', async () => {
    const [person, heir] = [await aUser(app), await aUser(app)]
    const lead = await aLead(app, person.token, { nome: 'Ünïcode "aspas" \\ 😀\n' })
    const { content } = await download(person.token)
    expect((await call(leadsApi.sync, { token: heir.token, body: { leads: content.leads } })).status).toBe(200)
    expect(await fetchAllLeads(app, heir.token)).toMatchObject([
      { _id: lead._id, nome: lead.nome, userId: heir.user._id },
    ])
  })
})

describe('deleting the account', () => {
  it('deletes all its rows and none of other accounts', async () => {
    const [person, neighbour] = [await aUser(app), await aUser(app)]
    for (const { token } of [person, neighbour]) await aLead(app, token)
    const [own, other] = [await userRow(app, person.user), await userRow(app, neighbour.user)]
    const before = await rowsOf(other.account_id)
    expect(await rowsOf(own.account_id)).toMatchObject({ accounts: 1, users: 1, sessions: 1, leads: 1, lead_totals: 1 })

    const body = { password: person.password }
    expect((await call(accountApi.remove, { token: person.token, body })).status).toBe(204)

    for (const [table, count] of Object.entries(await rowsOf(own.account_id))) expect(count, table).toBe(0)
    expect(await rowsOf(other.account_id)).toEqual(before)
    expect((await call(leadsApi.stats, { token: neighbour.token })).data).toMatchObject({
      total: 1,
      valorTotal: 2500.5,
    })
  })

  it('is not cut off by the timeout of statements', async () => {
    const { token, password } = await aUser(app)
    for (const _ of [1, 2, 3]) await aLead(app, token)
    await db.run(`create function pause() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.2); return old; end $$`)
    await db.run('create trigger pause before delete on leads for each row execute function pause()')
    onTestFinished(async () => void (await db.run('drop function pause cascade')))
    const transaction: Db['transaction'] = work =>
      db.transaction(async tx => {
        await tx.run(`set local statement_timeout = '0.3s'`)
        return work(tx)
      })
    const hasty = await testApp({}, { database: { ...db, transaction } })
    expect((await hasty.call(accountApi.remove, { token, body: { password } })).status).toBe(204)
    expect((await call(authApi.me, { token })).status).toBe(401)
  })

  it('ends the session and frees the e-mail', async () => {
    const { token, user, password } = await aUser(app)
    await call(accountApi.remove, { token, body: { password } })
    expect((await call(authApi.me, { token })).status).toBe(401)
    expect((await call(authApi.login, { body: { email: user.email, password } })).status).toBe(401)
    expect((await aUser(app, { email: user.email })).user.email).toBe(user.email)
  })

  it.each([
    ['another password', { password: 'errada1' }, 'wrong_password'],
    ['an empty password', { password: '' }, 'wrong_password'],
    ['a password that is an object', { password: {} }, 'validation_failed'],
    ['no password', {}, 'validation_failed'],
    ['nothing', undefined, 'validation_failed'],
  ])('is rejected with %s', async (_, body, code) => {
    const { token } = await aUser(app)
    const { status, error } = await call(accountApi.remove, { token, body })
    expect([status, error.code]).toEqual([400, code])
    expect((await call(authApi.me, { token })).status).toBe(200)
  })

  it('is available without a subscription', async () => {
    const { token, password } = await anExpiredTrialUser(app)
    expect((await call(accountApi.remove, { token, body: { password } })).status).toBe(204)
  })

  it('deletes the account once under concurrent requests', async () => {
    const { token, user, password } = await aUser(app)
    const { account_id } = await userRow(app, user)
    const remove = () => call(accountApi.remove, { token, body: { password } })
    const statuses = (await Promise.all([remove(), remove(), remove()])).map(({ status }) => status)
    expect(statuses).toContain(204)
    expect(statuses.every(status => [204, 400, 401].includes(status))).toBe(true)
    expect((await rowsOf(account_id)).accounts).toBe(0)
  })
})
