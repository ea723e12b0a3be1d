import { describe, expect, it } from 'vitest'
import { setParams } from '#web/lib/url/use-url-params.ts'
import {
  clearedFilters,
  countDates,
  endsBeforeStart,
  hasFilters,
  parseFilters,
  serializeFilters,
  toParamChanges,
} from './lead-filters.ts'

const read = (address: string) => parseFilters(new URLSearchParams(address))

describe('parsing filters', () => {
  it('reads all six', () => {
    const address =
      '?aba=lista&q=jo%C3%A3o+p&status=ganho&prospeccao_de=2026-11-01&prospeccao_ate=2026-11-30&fechamento_de=2026-12-01&fechamento_ate=2026-12-31&pagina=2'
    expect(read(address)).toEqual({
      search: 'joão p',
      stage: 'ganho',
      dataProspeccaoInicio: '2026-11-01',
      dataProspeccaoFim: '2026-11-30',
      dataFechamentoInicio: '2026-12-01',
      dataFechamentoFim: '2026-12-31',
    })
  })

  it.each([
    ['nothing', ''],
    ['empty values', '?q=&status=&prospeccao_de='],
    ['only spaces', '?q=++'],
    ['a stage that is none', '?status=vendido'],
    ['a legacy name', '?status=proposta-aceita'],
    ['a day that does not exist', '?prospeccao_de=2026-02-30'],
    ['a year half typed', '?fechamento_ate=0202-11-20'],
    ['a Brazilian date', '?prospeccao_ate=20/11/2026'],
    ['a character that cannot be kept', '?q=a%00b'],
    ['more than the server takes', `?q=${'a'.repeat(101)}`],
    ['names of the wire', '?search=joao&stage=ganho&dataProspeccaoInicio=2026-11-01'],
  ])('ignores %s', (_, address) => {
    expect(read(address)).toEqual({})
  })

  it('ignores invalid values and reads the valid ones', () => {
    expect(read('?status=vendido&q=ana')).toEqual({ search: 'ana' })
  })
})

it('writes the changed filters by the names of the query string', () => {
  expect(toParamChanges({ search: '', dataProspeccaoInicio: '2026-11-01', dataFechamentoFim: undefined })).toEqual({
    q: '',
    prospeccao_de: '2026-11-01',
    fechamento_ate: undefined,
  })
})

it('clears all filters and nothing else', () => {
  const parameters = new URLSearchParams('aba=lista&q=ana&status=ganho&prospeccao_de=2026-11-01&ordem=nome')
  setParams(parameters, toParamChanges(clearedFilters))
  expect(parameters.toString()).toBe('aba=lista&ordem=nome')
})

it('the serialized filters change only with the filters', () => {
  const text = (address: string) => serializeFilters(new URLSearchParams(address))
  expect(text('aba=lista&q=ana&pagina=2&lead=novo')).toBe(text('q=ana'))
  expect(text('q=ana')).not.toBe(text('q=Ana'))
})

it('returns whether any filter is set and how many dates', () => {
  expect([read(''), read('?q=a')].map(hasFilters)).toEqual([false, true])
  expect([read('?q=a'), read('?prospeccao_de=2026-11-01&fechamento_ate=2026-11-02')].map(countDates)).toEqual([0, 2])
})

it.each([
  ['2026-11-20', '2026-11-19', true],
  ['2026-11-20', '2026-11-20', false],
  [undefined, '2026-11-20', false],
  ['2026-11-20', undefined, false],
])('a period from %s to %s ends before it starts: %s', (start, end, expected) => {
  expect(endsBeforeStart(start, end)).toBe(expected)
})
