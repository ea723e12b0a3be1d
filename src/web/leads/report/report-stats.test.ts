import { describe, expect, it } from 'vitest'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { computeStats, filterLines, formatConversion, summaryOf } from './report-stats.ts'

describe('the report totals', () => {
  it('count a legacy accepted proposal as closed and no other legacy status', () => {
    const stats = computeStats([
      { status: 'ganho', valorServico: 100.1 },
      { status: 'proposta-aceita', valorServico: 0.2 },
      { status: 'proposta-recusada', valorServico: 7 },
      { status: 'em-negociacao', valorServico: 1 },
      { status: 'novo-lead', valorServico: 0 },
    ])
    expect(stats).toEqual({ total: 5, closed: 2, totalCentavos: 10_830, closedCentavos: 10_030 })
  })

  it('are summed in centavos, where reais would drift', () => {
    const leads = Array.from({ length: 10_000 }, () => ({ status: 'ganho' as const, valorServico: 0.1 }))
    expect(computeStats(leads).totalCentavos).toBe(100_000)
  })

  it('are formatted for Brazil', () => {
    const stats = { total: 1234, closed: 56, totalCentavos: 123_456_789, closedCentavos: 5 }
    expect(summaryOf(stats).map(({ label, value }) => `${label}: ${value.replace('\u00a0', ' ')}`)).toEqual([
      'Total de leads: 1.234',
      'Leads fechados: 56',
      'Taxa de conversão: 4,5%',
      'Valor total em negociação: R$ 1.234.567,89',
      'Valor total fechado: R$ 0,05',
    ])
  })
})

it.each([
  [0, 0, '0,0%'],
  [0, 7, '0,0%'],
  [7, 7, '100,0%'],
  [1, 3, '33,3%'],
  [2, 3, '66,7%'],
  [1, 8, '12,5%'],
  [23, 400, '5,8%'],
  [1, 3000, '0,0%'],
])('%i closed of %i is a rate of %s', (closed, total, rate) => {
  expect(formatConversion({ closed, total })).toBe(rate)
})

const lines: [string, LeadFilters, string[]][] = [
  ['nothing', {}, ['Nenhum: todos os leads']],
  ['nothing but empty values', { search: '', status: undefined }, ['Nenhum: todos os leads']],
  ['a status', { status: 'proposta-aceita' }, ['Etapa: Proposta Aceita']],
  ['a stage', { stage: 'ganho' }, ['Etapa: Ganho (Fechou)']],
  [
    'everything',
    {
      stage: 'negociacao',
      search: 'padaria',
      dataProspeccaoInicio: '2026-01-01',
      dataProspeccaoFim: '2026-12-31',
      dataFechamentoInicio: '2026-02-28',
      dataFechamentoFim: '2026-03-01',
    },
    [
      'Etapa: Negociação',
      'Busca: “padaria”',
      'Prospecção: 01/01/2026 até 31/12/2026',
      'Fechamento: 28/02/2026 até 01/03/2026',
    ],
  ],
  [
    'open ends',
    { dataProspeccaoFim: '2026-12-31', dataFechamentoInicio: '2026-02-28' },
    ['Prospecção: Início até 31/12/2026', 'Fechamento: 28/02/2026 até Fim'],
  ],
]
it.each(lines)('filters by %s are listed', (_, filters, written) => {
  expect(filterLines(filters, null)).toEqual(written)
})
