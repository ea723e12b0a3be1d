import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import type { Db } from '../../db/client.ts'
import {
  aLead,
  anExpiredTrialUser,
  anExportedLead,
  aUser,
  fetchAllLeads,
  importLeads,
  subscribe,
} from '../../testing/factories.ts'
import { sampleLeads } from '../../testing/lead-arbitraries.ts'
import { testApp } from '../../testing/test-app.ts'
import { streamCsv } from './export-leads.ts'

const app = await testApp()
const { call } = app
const download = (token: string, query: Record<string, unknown> = {}) => call(leadsApi.export, { token, query })

/** Parses CSV (RFC 4180, semicolons) independently of the writer. */
const parseCsv = (csv: string): string[][] => {
  const records: string[][] = [[]]
  let rest = csv
  while (rest !== '') {
    const match = /^(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n|$)/.exec(rest)
    if (!match) throw new Error(`not CSV: ${JSON.stringify(rest.slice(0, 40))}`)
    const [whole, quoted, plain = '', end] = match
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    rest = rest.slice(whole.length)
    if (end === '\r\n') records.push([])
  }
  if (records.at(-1)?.length === 0) records.pop()
  return records
}

const headings = [
  'Nome',
  'Negócio',
  'Telefone',
  'E-mail',
  'Descrição do serviço',
  'Valor',
  'Etapa',
  'Forma de pagamento',
  'Prazo de entrega',
  'Prospecção',
  'Fechamento',
  'Criado em',
  'Atualizado em',
]

async function* pages(...leads: Lead[]) {
  yield leads
}
const csvOf = async (...leads: Lead[]): Promise<string> => {
  let csv = ''
  for await (const lines of streamCsv(pages(...leads))) csv += lines
  return csv
}

describe('the CSV export', () => {
  it('opens in a Brazilian spreadsheet: semicolons, byte order mark, decimal comma, DD/MM/YYYY', async () => {
    const { token } = await aUser(app)
    await importLeads(app, token, [
      anExportedLead({
        nome: 'João "Jô" Araújo; filho',
        telefone: '11987654321',
        descricaoServico: 'Linha um\r\nLinha dois',
        valorServico: 1234567.8,
        status: 'proposta-aceita',
        formaPagamento: 'Pix',
        dataProspeccao: '2026-01-02',
        dataFechamento: '2026-12-31',
        createdAt: '2026-01-02T02:30:00Z',
        updatedAt: '2026-01-02T12:00:00Z',
      }),
    ])
    const { status, raw } = await download(token)
    expect(status).toBe(200)
    expect(raw.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(raw.headers['content-disposition']).toBe('attachment; filename="leads.csv"')
    expect([...raw.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head = [], ...rows] = parseCsv(raw.body.replace('\uFEFF', ''))
    expect(head.filter(heading => headings.includes(heading))).toEqual(headings)
    expect(rows.map(row => headings.map(heading => row[head.indexOf(heading)]))).toEqual([
      [
        'João "Jô" Araújo; filho',
        'Clínica Bem-Estar',
        '11987654321',
        'joao@bemestar.com.br',
        'Linha um\r\nLinha dois',
        '1234567,80',
        'Proposta Aceita',
        'Pix',
        '',
        '02/01/2026',
        '31/12/2026',
        '01/01/2026, 23:30',
        '02/01/2026, 09:00',
      ],
    ])
  })

  it.each([
    [0, '0,00'],
    [0.05, '0,05'],
    [0.5, '0,50'],
    [10, '10,00'],
    [999_999_999.99, '999999999,99'],
  ])('formats R$ %d as %s', async (valorServico, cell) => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token, { valorServico })
    expect(parseCsv(await csvOf(lead))[1]?.[5]).toBe(cell)
  })

  it.each([
    '=1+1',
    '+55 11 98765-4321',
    '-2',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    '=cmd|"/c calc"!A1',
  ])('neutralizes the formula %j', async formula => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token, {
      nome: `${formula}x`,
      negocio: `${formula}x`,
      telefone: `${formula}x`,
      descricaoServico: `${formula}x`,
      formaPagamento: `${formula}x`,
      prazoEntrega: `${formula}x`,
    })
    const [, cells = []] = parseCsv((await csvOf(lead)).replace('\uFEFF', ''))
    expect(cells.filter(cell => cell === `'${formula}x`)).toHaveLength(6)
  })

  it('parses back to any text, and no cell starts like a formula', async () => {
    const { token } = await aUser(app)
    const model = await aLead(app, token)
    const text = fc.string({ unit: fc.constantFrom(...'=+-@;"\',\t\r\n \uFEFFaç😀'), minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(text, text, text, async (nome, negocio, descricaoServico) => {
        const csv = await csvOf({ ...model, nome, negocio, descricaoServico })
        const [head = [], cells = []] = parseCsv(csv.slice(1))
        expect(cells).toHaveLength(head.length)
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
        expect([nome, `'${nome}`]).toContain(cells[0])
        expect([negocio, `'${negocio}`]).toContain(cells[1])
        expect([descricaoServico, `'${descricaoServico}`]).toContain(cells[4])
      }),
      { numRuns: 500 },
    )
  })

  it('has only a header row without leads', async () => {
    const { token } = await aUser(app)
    const { raw } = await download(token)
    const [head, ...rows] = parseCsv(raw.body.replace('\uFEFF', ''))
    expect(head).toEqual(expect.arrayContaining(headings))
    expect(rows).toEqual([])
  })
})

describe('the JSON export', () => {
  it('contains all leads, oldest first, and can be imported unchanged', async () => {
    const [person, heir] = [await aUser(app), await aUser(app)]
    const leads = await importLeads(app, person.token, sampleLeads(150))
    const { status, raw } = await download(person.token, { format: 'json' })
    expect(status).toBe(200)
    expect(raw.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(raw.headers['content-disposition']).toBe('attachment; filename="leads.json"')
    const file = raw.json<{ leads: Lead[] }>()
    expect(file.leads).toEqual(await fetchAllLeads(app, person.token, { sort: 'createdAt' }))
    expect(file.leads).toHaveLength(leads.length)

    expect((await call(leadsApi.sync, { token: heir.token, body: file })).data).toEqual({ restored: 150, erased: 0 })
    const again = (await download(heir.token, { format: 'json' })).raw.json<{ leads: Lead[] }>()
    expect(again.leads).toEqual(file.leads.map(lead => ({ ...lead, userId: heir.user._id })))
  })

  it('contains an empty list without leads', async () => {
    const { token } = await aUser(app)
    expect((await download(token, { format: 'json' })).raw.json()).toEqual({ leads: [] })
  })
})

/** The app's database, whose reads of leads fail from the given one on. */
const failingAt = (failing: number): Db => {
  let reads = 0
  const rows: Db['rows'] = async (text, ...rest) => {
    if (text.includes('from leads') && ++reads >= failing) throw new Error('the disk is gone')
    return app.db.rows(text, ...rest)
  }
  return { ...app.db, rows }
}

describe('an export', () => {
  it('contains each lead once when it takes several reads', async () => {
    const { token } = await aUser(app)
    await importLeads(
      app,
      token,
      Array.from({ length: 2500 }, (_, index) => anExportedLead({ nome: `Lead ${index}` })),
    )
    const file = (await download(token, { format: 'json' })).raw.json<{ leads: Lead[] }>()
    expect(new Set(file.leads.map(lead => lead.nome)).size).toBe(2500)
    expect(parseCsv((await download(token)).raw.body)).toHaveLength(2501)
  })

  it('is available without a subscription or a trial', async () => {
    const former = await anExpiredTrialUser(app)
    expect((await download(former.token)).status).toBe(200)
    const { token, user } = await aUser(app)
    await aLead(app, token)
    await subscribe(app, user, 'pro', 'canceled')
    expect((await call(leadsApi.list, { token })).status).toBe(402)
    expect((await download(token, { format: 'json' })).raw.json<{ leads: Lead[] }>().leads).toHaveLength(1)
  })

  it('contains no lead of another account', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    await aLead(app, other.token, { nome: 'De outra conta' })
    expect((await download(person.token)).raw.body).not.toContain('De outra conta')
  })

  it.each(['csv', 'json'])('returns an error response when the first read fails (%s)', async format => {
    const { token } = await aUser(app)
    const failing = await testApp({}, { database: failingAt(1) })
    const { status, error, raw } = await failing.call(leadsApi.export, { token, query: { format } })
    expect([status, error.code]).toEqual([500, 'internal_error'])
    expect(raw.headers).not.toHaveProperty('content-disposition')
  })

  it.each(['csv', 'json'])('aborts the connection when reading fails midway (%s)', async format => {
    const { token } = await aUser(app)
    await importLeads(
      app,
      token,
      Array.from({ length: 1001 }, () => anExportedLead()),
    )
    const failing = await testApp({}, { database: failingAt(2) })
    const address = await failing.app.listen({ port: 0, host: '127.0.0.1' })
    const file = await fetch(`${address}/api${leadsApi.export.path}?format=${format}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await expect(file.text()).rejects.toThrow('terminated')
  })

  it.each(['xml', 'CSV', ''])('rejects the format %j', async format => {
    const { token } = await aUser(app)
    const { status, error } = await download(token, { format })
    expect([status, error.fields]).toEqual([400, { format: 'Use csv, xlsx ou json' }])
  })
})
