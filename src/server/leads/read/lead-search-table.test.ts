import { describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { type LeadSort, type LeadSortField, leadSorts, leadsApi } from '#contract/leads/leads.ts'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { aLead, aMember, anExportedLead, aSubscriber, aUser, importLeads } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { leadOrder } from './lead-order.ts'
import { keyedSearchCondition, resolveSearch } from './lead-search.ts'
import { LiteralSqlBuilder } from './sql-builder.ts'

const app = await testApp()
const { call, db } = app

/** Rows of `lead_search` that differ from their lead, and leads without a row. */
const wrongRows = () => {
  const columns = `account_id, id, busca, stage, valor_servico_centavos, user_id, created_at, updated_at, data_prospeccao,
    data_fechamento, status, telefone_chave, nome, negocio`
  return db.rows(`with kept as (select ${columns} from lead_search), leads_now as (select ${columns} from leads)
    (table kept except table leads_now) union all (table leads_now except table kept)`)
}

describe('the table of searches and sorts', () => {
  it('repeats each lead, whatever writes it, until its account ends', async () => {
    const owner = await aSubscriber(app, 'pro')
    const { token, account, password } = owner
    const seller = await aMember(app, owner, 'seller')
    const lead = await aLead(app, token)
    const params = { id: lead._id }
    const listed = await importLeads(app, token, [anExportedLead({ _id: lead._id, nome: 'Outro' }), anExportedLead()])
    expect(await wrongRows()).toEqual([])
    await call(leadsApi.update, { token, params, body: { status: 'ganho', dataFechamento: '2026-11-20' } })
    await call(leadsApi.update, { token, params, body: { email: 'a@b.com', telefone: '2134567890', valorServico: 1 } })
    await call(leadsApi.assign, { token, body: { ids: listed.map(({ _id }) => _id), to: seller.member._id } })
    expect(await wrongRows()).toEqual([])
    await call(leadsApi.remove, { token, params })
    expect(await wrongRows()).toEqual([])
    await call(leadsApi.restore, { token, params })
    const body = { person: { leadId: lead._id }, confirmation: anonymizeWord }
    expect((await call(privacyApi.anonymize, { token, body })).data.leads).toBe(1)
    expect(await wrongRows()).toEqual([])
    const account_id = account._id
    expect(
      await db.rows('select busca from lead_search where account_id = $1 and id = $2', [account_id, lead._id]),
    ).toEqual([{ busca: '' }])
    expect((await call(accountApi.remove, { token, body: { password } })).status).toBe(204)
    expect(await db.rows('select from lead_search where account_id = $1', [account_id])).toEqual([])
  })

  it('is filled with the leads that are older than it, also after an interruption', async () => {
    const { token } = await aUser(app)
    for (let added = 0; added < 3; added++) await aLead(app, token)
    await db.run('delete from lead_search where id in (select id from lead_search order by id desc limit 2)')
    expect(await wrongRows()).toHaveLength(2)
    for (const _ of ['first', 'again'])
      await db.outsideTransaction(5000, queries => queries.run('call fill_lead_search()'))
    expect(await wrongRows()).toEqual([])
  })
})

it('looks a word up by its rarest trigram, unless other leads have that one too', async () => {
  const { token, account } = await aUser(app)
  await importLeads(
    app,
    token,
    Array.from({ length: 10 }, () => anExportedLead({ nome: 'Marta Bianca Banana' })),
  )
  const keysOf = async (text: string) => (await resolveSearch(db, { accountId: account._id }, text)).keys
  expect(await keysOf('Padaria Marta')).toEqual([`'pad' & 'mar'`])
  expect(await keysOf('mariana')).toEqual([`'mar' & 'ian' & 'ana'`])
})

describe('an account with thousands of leads', async () => {
  const owner = await aSubscriber(app, 'enterprise')
  const seller = await aMember(app, owner, 'seller')
  const account_id = owner.account._id
  // Few values, so that many leads are equal in each order.
  await db.run(
    `insert into leads (account_id, id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos,
                        status, stage, data_prospeccao, data_fechamento, busca)
     select $1, gen_random_uuid(), case when n % 50 = 0 then $2::uuid else $3 end, nome, 'Loja ' || n % 7, '1198765' || n, '', '', n % 11,
            s.status, s.stage, date '2026-01-01' + n % 30, case when n % 3 = 0 then date '2026-02-01' + n % 20 end,
            lower(nome) || E'\\nloja ' || n % 7
       from generate_series(1000, 4099) n
      cross join lateral (select (array['Ana', 'ana', 'Bia', 'Zoe'])[1 + n % 4] || case n % 100 when 9 then ' Xu' else '' end as nome) t
      cross join lateral (select (array['novo-lead', 'ganho', 'em-negociacao'])[1 + n % 3] as status,
                                 (array['novo-lead', 'ganho', 'negociacao'])[1 + n % 3] as stage) s`,
    [account_id, seller.member._id, owner.member._id],
  )
  await db.run('analyze leads, lead_search, lead_totals')

  const pagesOf = async (token: string, query: object, sort: LeadSort): Promise<string[]> => {
    const ids: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 8; page++) {
      const { data } = await call(leadsApi.list, {
        token,
        query: { ...query, sort, limit: 500, ...(cursor && { cursor }) },
      })
      ids.push(...data.leads.map(({ _id }) => _id))
      if (!data.nextCursor) return ids
      cursor = data.nextCursor
    }
    throw new Error('the pages do not end')
  }
  const planOf = async (query: string) =>
    (await db.rows<{ 'QUERY PLAN': string }>(`explain select id from ${query}`))
      .map(row => row['QUERY PLAN'])
      .join('\n')

  const expected = async (where: string, sort: LeadSort) => {
    const text = `select id from leads where account_id = $1 and ${where} order by ${leadOrder(sort).orderBy}`
    return (await db.rows<{ id: string }>(text, [account_id])).map(({ id }) => id)
  }

  /** Of many and few leads, with and without a search of a frequent and a rare text, and in an order with all of them at its end. */
  const filters: [name: string, query: object, where: string][] = [
    ['all', {}, 'true'],
    ['most', { open: true }, `stage <> 'ganho'`],
    ['undated', { undated: true }, 'data_fechamento is null'],
    ['early', { dataProspeccaoFim: '2026-01-20' }, `data_prospeccao <= '2026-01-20'`],
    ['frequent', { search: 'loja' }, 'true'],
    ['half', { search: 'ana' }, `busca like 'ana%'`],
    ['rare', { search: 'xu' }, `busca like '%xu%'`],
    ['rare open', { search: 'ia xu', open: true }, `busca like '%ia xu%' and stage <> 'ganho'`],
    ['phone', { search: '11987651' }, `telefone_chave like '11987651%'`],
    ['stalled', { stalled: true }, 'false'],
  ]
  const sorts = leadSorts.flatMap((field: LeadSortField) => [field, `-${field}`] as LeadSort[])

  it.each(filters)('is listed in every order without repeating or skipping: %s', async (_, query, where) => {
    for (const sort of sorts) expect(await pagesOf(owner.token, query, sort), sort).toEqual(await expected(where, sort))
  })

  it('reads a small account rather than the index of all leads for two letters', async () => {
    const { token, account } = await aUser(app)
    const addLeads = (count: number) =>
      importLeads(
        app,
        token,
        Array.from({ length: count }, (_, n) => anExportedLead({ nome: n % 10 === 0 ? 'Xu Lima' : 'Ana Lima' })),
      )
    const skipsIndex = async (text: string) => (await resolveSearch(db, { accountId: account._id }, text)).skipsIndex
    await addLeads(10)
    expect(await skipsIndex('xu')).toBe(true)
    expect(await skipsIndex('xu lima')).toBe(false)
    expect((await call(leadsApi.list, { token, query: { search: 'xu' } })).data.leads).toHaveLength(1)
    await addLeads(40)
    expect(await skipsIndex('xu')).toBe(false)
  })

  it('shows a seller with few leads only these', async () => {
    const own = `user_id = '${seller.member._id}'`
    for (const sort of sorts) expect(await pagesOf(seller.token, {}, sort), sort).toEqual(await expected(own, sort))
    const found = await pagesOf(seller.token, { search: 'loja 3' }, 'nome')
    expect(found).toEqual(await expected(`${own} and busca like '%loja 3%'`, 'nome'))
    expect(found.length).toBeGreaterThan(5)
  })

  it.each(filters)('has a board with the same leads and sums: %s', async (_, query, where) => {
    const { data } = await call(leadsApi.board, { token: owner.token, query: { ...query, limit: 20 } })
    for (const { status, total, valor, leads } of data.columns) {
      const [row] = await db.rows<{ total: number; centavos: number }>(
        `select count(*) as total, coalesce(sum(valor_servico_centavos), 0)::bigint as centavos from leads
          where account_id = $1 and stage = $2 and ${where}`,
        [account_id, status],
      )
      expect([total, Math.round(valor * 100)], status).toEqual([row?.total, row?.centavos])
      expect(leads.map(({ _id }) => _id)).toEqual(
        (await expected(`${where} and stage = '${status}'`, '-updatedAt')).slice(0, 20),
      )
    }
  })

  it('reads only the leads of a page in every order', async () => {
    for (const sort of sorts) {
      const { orderBy, walked } = leadOrder(sort)
      const plan = await planOf(`${walked} where account_id = '${account_id}' order by ${orderBy} limit 11`)
      expect(plan, sort).toMatch(/Index (?:Only )?Scan/)
      expect(plan, sort).not.toContain('Sort')
    }
  })

  it.each(['xu', 'bia xu'])('finds the rare text %j by an index', async search => {
    const where = keyedSearchCondition(new LiteralSqlBuilder(), search)
    expect(await planOf(`lead_search where account_id = '${account_id}' and ${where}`)).toContain('lead_search_keys')
  })
})
