import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadStatuses, stageOf, stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { toCentavos } from '#contract/values/money.ts'
import { anExportedLead, aUser, importLeads } from '../../testing/factories.ts'
import { sampleLeads } from '../../testing/lead-arbitraries.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)
const leads = await importLeads(app, token, sampleLeads(300))

interface Filters {
  search: string
  status: string
  stage: string
  dataProspeccaoInicio: string
  dataProspeccaoFim: string
  dataFechamentoInicio: string
  dataFechamentoFim: string
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isWithin = (day: string | null, from: string, to: string) =>
  (from === '' && to === '') ||
  (day !== null && (from === '' || day.slice(0, 10) >= from) && (to === '' || day.slice(0, 10) <= to))

/** Reference implementation of the filters. */
const matches = (lead: Lead, filters: Filters): boolean =>
  [lead.nome, lead.negocio, lead.email].some(text => fold(text).includes(fold(filters.search.trim()))) &&
  (filters.status === '' || lead.status === filters.status) &&
  (filters.stage === '' || stageOf(lead.status) === filters.stage) &&
  isWithin(lead.dataProspeccao, filters.dataProspeccaoInicio, filters.dataProspeccaoFim) &&
  isWithin(lead.dataFechamento, filters.dataFechamentoInicio, filters.dataFechamentoFim)

const sum = (some: Lead[]) => some.reduce((total, lead) => total + toCentavos(lead.valorServico), 0) / 100
const idsOf = (some: Lead[]) => some.map(lead => lead._id).toSorted()

const expectAgreement = async (filters: Partial<Filters>) => {
  const none: Filters = {
    search: '',
    status: '',
    stage: '',
    dataProspeccaoInicio: '',
    dataProspeccaoFim: '',
    dataFechamentoInicio: '',
    dataFechamentoFim: '',
  }
  const wanted = leads.filter(lead => matches(lead, { ...none, ...filters }))
  const [list, board, stats] = await Promise.all([
    call(leadsApi.list, { token, query: { ...filters, limit: 500 } }),
    call(leadsApi.board, { token, query: { ...filters, limit: 500 } }),
    call(leadsApi.stats, { token, query: { ...filters } }),
  ])
  expect(idsOf(list.data.leads)).toEqual(idsOf(wanted))
  expect(list.data.total).toBe(wanted.length)
  expect(stats.data).toMatchObject({ total: wanted.length, valorTotal: sum(wanted) })
  const inStage = stages.map(stage => wanted.filter(lead => stageOf(lead.status) === stage))
  expect(board.data.columns.map(({ status, total, valor }) => ({ status, count: total, valor }))).toEqual(
    stats.data.porStatus,
  )
  expect(stats.data.porStatus).toEqual(
    stages.map((status, index) => ({ status, count: inStage[index]?.length, valor: sum(inStage[index] ?? []) })),
  )
  expect(board.data.columns.map(column => idsOf(column.leads))).toEqual(inStage.map(idsOf))
  return wanted.length
}

describe('list, board and stats', () => {
  const days = ['', '2025-12-31', '2026-01-01', '2026-01-31', '2026-06-15', '2027-01-01', '2030-01-01']
  const often = <Value>(none: Value, ...others: Value[]) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(none) }, { weight: 2, arbitrary: fc.constantFrom(...others) })
  const day = often('', ...days)
  const filters = fc.record({
    search: often('', 'a', 'ANA', 'joao', '100%', '_', '\\', 'exemplo.com.br', 'zzz', ' ana ', 'ço'),
    status: often<string>('', ...leadStatuses),
    stage: often<string>('', ...stages),
    dataProspeccaoInicio: day,
    dataProspeccaoFim: day,
    dataFechamentoInicio: day,
    dataFechamentoFim: day,
  })

  it('return the same leads and sums for any filters', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(filters, async some => {
        found += await expectAgreement(some)
      }),
      { numRuns: 120 },
    )
    expect(found).toBeGreaterThan(1000)
  })

  it('return all leads without filters', async () => {
    expect(await expectAgreement({})).toBe(300)
  })

  it.each(leadStatuses)('agree on the status %s', async status => {
    expect(await expectAgreement({ status })).toBeGreaterThan(0)
  })

  it.each(stages)('agree on the stage %s, including its legacy statuses', async stage => {
    expect(await expectAgreement({ stage })).toBeGreaterThan(0)
  })

  it('agree that a status of another stage matches nothing', async () => {
    expect(await expectAgreement({ status: 'ganho', stage: 'perdido' })).toBe(0)
  })
})

describe('date filters', () => {
  const found = async (person: { token: string }, query: object) =>
    (await call(leadsApi.list, { token: person.token, query: { sort: 'nome', ...query } })).data.leads.map(
      lead => lead.nome,
    )

  it('include both bounds, also across a year', async () => {
    const person = await aUser(app)
    const days = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02']
    await importLeads(
      app,
      person.token,
      days.map(day => anExportedLead({ nome: day, dataProspeccao: day })),
    )
    const bounds = { dataProspeccaoInicio: '2025-12-31', dataProspeccaoFim: '2026-01-01' }
    expect(await found(person, bounds)).toEqual(['2025-12-31', '2026-01-01'])
    expect(await found(person, { dataProspeccaoInicio: '2026-01-02' })).toEqual(['2026-01-02'])
    expect(await found(person, { dataProspeccaoFim: '2025-12-30T00:00:00.000Z' })).toEqual(['2025-12-30'])
    expect(await found(person, { dataProspeccaoInicio: '2026-01-02', dataProspeccaoFim: '2025-12-30' })).toEqual([])
  })

  it('on the closing date exclude leads without one', async () => {
    const person = await aUser(app)
    await importLeads(app, person.token, [
      anExportedLead({ nome: 'aberto', dataFechamento: null }),
      anExportedLead({ nome: 'fechado', dataFechamento: '2026-06-15' }),
    ])
    expect(await found(person, {})).toEqual(['aberto', 'fechado'])
    expect(await found(person, { dataFechamentoInicio: '1900-01-01' })).toEqual(['fechado'])
    expect(await found(person, { dataFechamentoFim: '2200-12-31' })).toEqual(['fechado'])
    expect(await found(person, { dataFechamentoFim: '' })).toEqual(['aberto', 'fechado'])
  })
})
