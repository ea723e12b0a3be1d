import { beforeAll, describe, expect, it } from 'vitest'
import { adminApi, maxCountedMatches } from '#contract/admin.ts'
import { aLead, anAdmin, anExportedLead, aUser, importLeads, type Person, subscribe } from '../testing/factories.ts'
import { type CallOptions, testApp } from '../testing/test-app.ts'
import { listAllLeads } from './all-leads.ts'

const app = await testApp()
const { call, db } = app
let admin: Person
let caio: Person
let ines: Person

beforeAll(async () => {
  admin = await anAdmin(app)
  caio = await aUser(app, { nome: 'Caio Guimarães', email: 'caio@um.com.br' })
  ines = await aUser(app, { nome: 'Inês Figueirêdo', email: 'Ines@dois.com.br' })
  await subscribe(app, ines.user, 'pro')
  await aLead(app, caio.token, { nome: 'Ágata Ramos', status: 'ganho' })
  await aLead(app, ines.token, { nome: 'Bruno João', email: 'agata@padaria.com' })
  await aLead(app, caio.token, { nome: 'Clara Nunes', negocio: 'Café 100%' })
  await aLead(app, admin.token, { nome: 'Dora do Admin' })
})

const list = async (query: CallOptions['query'] = {}) =>
  (await call(adminApi.leads, { token: admin.token, query })).data
const names = async (query?: CallOptions['query']) => (await list(query)).leads.map(lead => lead.nome)

it('lists the leads of all accounts, newest first', async () => {
  const response = await list()
  expect(response.leads.map(lead => lead.nome)).toEqual(['Dora do Admin', 'Clara Nunes', 'Bruno João', 'Ágata Ramos'])
  expect(response).toMatchObject({ total: 4, hasMore: false })
})

it('returns the owner of each lead, with plan and status', async () => {
  const [lead] = (await list({ search: 'bruno' })).leads
  expect(lead).toMatchObject({
    userId: ines.user._id,
    userName: 'Inês Figueirêdo',
    userEmail: 'Ines@dois.com.br',
    userData: { _id: ines.user._id, subscription_plan: 'pro', subscription_status: 'active' },
    valorServico: 2500.5,
    dataProspeccao: '2026-11-20T00:00:00.000Z',
  })
})

describe('an unknown owner', () => {
  it('is returned as N/A', async () => {
    // The schema prevents this state, so create it in a transaction and roll back.
    const rolledBack = new Error('rolled back')
    const without = db.transaction(async tx => {
      await tx.run(
        `update users set team_role = 'manager' where id = (select user_id from leads where nome = 'Clara Nunes')`,
      )
      const { leads } = await listAllLeads(tx, { search: 'clara' }, { limit: 20, offset: 0 })
      expect(leads).toMatchObject([{ nome: 'Clara Nunes', userName: 'N/A', userEmail: 'N/A', userData: null }])
      throw rolledBack
    })
    await expect(without).rejects.toBe(rolledBack)
  })
})

describe('filters', () => {
  it.each<[CallOptions['query'], string[]]>([
    [{ search: 'agata' }, ['Bruno João', 'Ágata Ramos']],
    [{ search: 'CAFÉ' }, ['Clara Nunes']],
    [{ search: '100%' }, ['Clara Nunes']],
    [{ search: '%' }, ['Clara Nunes']],
    [{ search: '_' }, []],
    [{ search: 'ru' }, ['Bruno João']],
    [{ status: 'ganho' }, ['Ágata Ramos']],
    [{ status: 'proposta-aceita' }, []],
    [{ email: 'CAIO@' }, ['Clara Nunes', 'Ágata Ramos']],
    [{ email: 'ines@dois.com.br' }, ['Bruno João']],
    [{ email: 'um.com' }, ['Clara Nunes', 'Ágata Ramos']],
    [{ email: 'guimar' }, []],
    [{ email: 'caio', status: 'ganho' }, ['Ágata Ramos']],
    [{ email: 'caio', search: 'agata' }, ['Ágata Ramos']],
    [{ email: 'caio', search: 'agata', status: 'novo-lead' }, []],
    [{ search: 'agata', status: 'proposta-aceita' }, []],
    [{ email: 'guimar', search: 'agata' }, []],
    [{ search: '', status: '', email: '' }, ['Dora do Admin', 'Clara Nunes', 'Bruno João', 'Ágata Ramos']],
  ])('match %o', async (query, expected) => {
    const response = await list(query)
    expect(response.leads.map(lead => lead.nome)).toEqual(expected)
    expect(response.total).toBe(expected.length)
  })

  it.each([{ status: 'fechado' }, { page: '0' }, { limit: '201' }, { search: 'x'.repeat(101) }])(
    'reject %o',
    async query => {
      const { status, error } = await call(adminApi.leads, { token: admin.token, query })
      expect([status, error.code]).toEqual([400, 'validation_failed'])
    },
  )
})

describe('pages', () => {
  it('add up to the whole list in one order and are empty past the end', async () => {
    for (const search of [undefined, 'a']) {
      const filters = search ? { search } : {}
      const whole = await names(filters)
      for (const limit of [1, 2, 3]) {
        const pages = await Promise.all([1, 2, 3, 4, 5].map(page => names({ ...filters, page, limit })))
        expect(pages.flat()).toEqual(whole)
        expect(pages[4]).toEqual([])
      }
    }
  })
})

describe('cursors', () => {
  it('lead to all leads and back, in the order of the pages, also through copies of a lead in two accounts', async () => {
    const leads = Array.from({ length: 3 }, () => anExportedLead({ createdAt: '2026-01-02T03:04:05.678Z' }))
    for (const owner of [caio, ines]) await importLeads(app, owner.token, leads)
    for (const filters of [{}, { status: 'novo-lead' as const }, { email: 'dois.com' }]) {
      const keysOf = (page: Awaited<ReturnType<typeof list>>) => page.leads.map(lead => `${lead._id} ${lead.userEmail}`)
      const whole = keysOf(await list({ ...filters, limit: 200 }))
      for (const limit of [1, 2]) {
        const pages = [await list({ ...filters, limit })]
        for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
          pages.push(await list({ ...filters, limit, cursor: next }))
          expect(pages.length).toBeLessThan(50)
        }
        expect(pages.flatMap(keysOf)).toEqual(whole)
        expect(pages.at(-1)).toMatchObject({ leads: [], next: null, previous: null })
        const back: string[][] = []
        for (let previous = pages.at(-2)?.previous; previous; ) {
          const page = await list({ ...filters, limit, cursor: previous })
          back.unshift(keysOf(page))
          previous = page.previous
        }
        expect(back.flat()).toEqual(whole.slice(0, back.flat().length))
        expect(back.flat().length).toBe(whole.length - keysOf(pages.at(-2) as (typeof pages)[number]).length)
      }
    }
  })

  it.each(['x', Buffer.from('["older","2026-13-01",1,2]').toString('base64url')])(
    'are rejected if forged: %s',
    async cursor => {
      const { status, error } = await call(adminApi.leads, { token: admin.token, query: { cursor } })
      expect([status, error.fields]).toEqual([400, { cursor: 'Cursor inválido' }])
    },
  )
})

it('stops counting a frequent text and still returns its newest leads', async () => {
  const many = await aUser(app)
  const leads = Array.from({ length: maxCountedMatches + 200 }, () => anExportedLead({ nome: 'Muitos Iguais' }))
  await importLeads(app, many.token, leads)
  const newest = await aLead(app, caio.token, { nome: 'Muitos e o Último' })
  const expectMany = async () => {
    for (const filters of [{}, { status: newest.status }]) {
      const response = await list({ search: 'muitos', ...filters })
      expect(response).toMatchObject({ total: maxCountedMatches, hasMore: true })
      expect(response.leads[0]?._id).toBe(newest._id)
      expect(response.leads).toHaveLength(20)
    }
    expect(await list({ search: 'muitos e o' })).toMatchObject({ total: 1, hasMore: false })
    expect(await list({ search: 'muitos', status: 'ganho' })).toMatchObject({ total: 0, hasMore: false })
  }
  // Through the search index: without statistics, the table counts as empty.
  await expectMany()
  // Through the index by date.
  await db.run('analyze leads')
  await expectMany()
  // Fewer leads than the statistics say.
  await db.run(`delete from leads where id in (select id from leads where nome = 'Muitos Iguais' limit 300)`)
  expect(await list({ search: 'muitos' })).toMatchObject({ total: leads.length + 1 - 300, hasMore: false })
})

it('finds two letters, whatever character follows', async () => {
  const ascii = Array.from({ length: 127 }, (_, index) => String.fromCharCode(index + 1))
  const found = [
    ...[...ascii, '\u0303', 'ß', 'я', '😀', ''].map(next => anExportedLead({ nome: `Ana Zq${next}` })),
    anExportedLead({ nome: 'Ana', email: 'ana@loja.zq' }),
  ]
  const seller = await aUser(app)
  await importLeads(app, seller.token, [...found, anExportedLead({ nome: 'Z Qß' })])
  const response = await list({ search: 'zQ', limit: 200 })
  expect(response.leads.map(lead => lead.nome).sort()).toEqual(found.map(lead => lead.nome).sort())
})
