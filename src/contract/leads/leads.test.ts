import { describe, expect, it } from 'vitest'
import { z } from '../zod.ts'
import { LeadForm, LeadPatch, NewLead, RestoredLead } from './lead.ts'
import { conversionRate, LeadFilters, LeadListQuery, leadsApi } from './leads.ts'

const form = {
  nome: 'João Pedro Araújo',
  negocio: 'Clínica Bem-Estar',
  telefone: '11987654321',
  email: 'joao@bemestar.com.br',
  descricaoServico: 'Site institucional',
  valorServico: 2500.5,
  status: 'novo-lead',
  dataProspeccao: '2026-11-20',
}
const id = '01939c3e-7a00-7000-8000-000000000001'

/** Returns the error messages by field; `{}` for a valid value. */
const refusal = (schema: z.ZodMiniType, value: unknown): Record<string, string> =>
  Object.fromEntries(
    (z.safeParse(schema, value).error?.issues ?? []).map(issue => [issue.path.join('.'), issue.message]),
  )

describe('maximum length of a field', () => {
  it.each([
    ['nome', 120],
    ['negocio', 120],
    ['telefone', 30],
    ['descricaoServico', 5000],
    ['formaPagamento', 120],
    ['prazoEntrega', 120],
  ])('%s accepts %d characters', (field, max) => {
    const change = (length: number) => ({ ...form, [field]: 'a'.repeat(length) })
    for (const schema of [LeadForm, NewLead, LeadPatch]) {
      expect(refusal(schema, change(max - 1))).toEqual({})
      expect(refusal(schema, change(max))).toEqual({})
      expect(Object.keys(refusal(schema, change(max + 1)))).toEqual([field])
    }
  })

  it('search accepts 100 characters', () => {
    expect(refusal(LeadFilters, { search: 'a'.repeat(100) })).toEqual({})
    expect(Object.keys(refusal(LeadFilters, { search: 'a'.repeat(101) }))).toEqual(['search'])
  })
})

describe('lead form', () => {
  it.each(['nome', 'negocio', 'telefone', 'email', 'descricaoServico', 'valorServico', 'status', 'dataProspeccao'])(
    'requires %s',
    field => {
      const { [field as 'nome']: _, ...rest } = form
      expect(Object.keys(refusal(LeadForm, rest))).toEqual([field])
      expect(Object.keys(refusal(LeadForm, { ...form, [field]: null }))).toEqual([field])
    },
  )

  it('converts blank optional fields to null', () => {
    expect(z.parse(LeadForm, form)).toMatchObject({ formaPagamento: null, prazoEntrega: null, dataFechamento: null })
    const empty = { ...form, formaPagamento: ' ', prazoEntrega: '', dataFechamento: '' }
    expect(z.parse(LeadForm, empty)).toMatchObject({ formaPagamento: null, prazoEntrega: null, dataFechamento: null })
  })

  it('lists every invalid field', () => {
    const wrong = { ...form, nome: '', email: 'joao', valorServico: -1, dataProspeccao: '2026-02-30' }
    expect(refusal(LeadForm, wrong)).toEqual({
      nome: 'Informe o nome',
      email: 'E-mail inválido',
      valorServico: 'O valor não pode ser negativo',
      dataProspeccao: 'Esta data não existe',
    })
  })

  it('drops unknown fields', () => {
    const extras = {
      userId: id,
      role: 'admin',
      version: 9,
      createdAt: '2020-01-01T00:00:00Z',
      subscription_plan: 'pro',
    }
    expect(Object.keys(z.parse(LeadForm, { ...form, ...extras })).sort()).toEqual(
      [...Object.keys(form), 'formaPagamento', 'prazoEntrega', 'dataFechamento'].sort(),
    )
  })
})

describe('legacy status', () => {
  it.each(['proposta-aceita', 'proposta-recusada', 'em-negociacao'])(
    '%s is accepted on an update but not on a new lead',
    status => {
      expect(refusal(NewLead, { ...form, status })).toEqual({ status: 'Esta etapa não existe' })
      expect(refusal(LeadForm, { ...form, status })).toEqual({})
      expect(refusal(LeadPatch, { status })).toEqual({})
      expect(refusal(RestoredLead, { ...form, status, _id: id })).toEqual({})
    },
  )
})

describe('partial change', () => {
  it('contains only the given fields', () => {
    expect(z.parse(LeadPatch, { status: 'ganho' })).toEqual({ status: 'ganho' })
    expect(z.parse(LeadPatch, { dataFechamento: null })).toEqual({ dataFechamento: null })
  })

  it.each([{}, { unknown: 1 }])('rejects a patch without changes: %j', patch => {
    expect(refusal(LeadPatch, patch)).toEqual({ '': 'Nada para alterar' })
  })
})

describe('empty query value', () => {
  it('is no filter', () => {
    const names = Object.keys(LeadFilters.def.shape)
    const filters = z.parse(LeadFilters, Object.fromEntries(names.map(name => [name, ''])))
    expect(Object.values(filters).every(value => value === undefined)).toBe(true)
  })
})

describe('page query', () => {
  it('defaults to the first ten leads, newest first', () => {
    expect(z.parse(LeadListQuery, {})).toMatchObject({ page: 1, limit: 10, sort: '-createdAt' })
  })

  it.each(['0', '-1', '1.5', 'x', '1e3', '99999999'])('rejects the page number %s', page => {
    expect(Object.keys(refusal(LeadListQuery, { page }))).toEqual(['page'])
  })

  it.each(['0', '501'])('rejects the page size %s', limit => {
    expect(Object.keys(refusal(LeadListQuery, { limit }))).toEqual(['limit'])
    expect(Object.keys(refusal(leadsApi.board.query, { limit }))).toEqual(['limit'])
  })
})

describe('restored timestamp', () => {
  it.each(['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.123456Z'])('accepts %s', createdAt => {
    expect(z.parse(RestoredLead, { ...form, _id: id, createdAt }).createdAt).toBe(createdAt)
  })

  it.each(['0000-01-01T00:00:00Z', '1899-12-31T23:59:59Z', '2201-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '', 5])(
    'rejects %j',
    updatedAt => {
      expect(Object.keys(refusal(RestoredLead, { ...form, _id: id, updatedAt }))).toEqual(['updatedAt'])
    },
  )
})

describe('conversion rate', () => {
  it.each([
    [0, 0, 0],
    [0, 7, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [7, 7, 100],
  ])('of %d won of %d leads is %d %%', (ganho, total, rate) => {
    expect(conversionRate(ganho, total)).toBe(rate)
  })
})

it.each([
  [{}, false],
  [{ limit: '50', page: '1', search: '', sort: '-updatedAt' }, false],
  [{ stage: 'ganho', sort: '-updatedAt', cursor: 'x' }, false],
  [{ since: '4' }, false],
  [{ stage: 'ganho' }, true],
  [{ page: '2' }, true],
  [{ sort: 'nome' }, true],
  [{ search: 'jo' }, true],
  [{ search: ['', ''] }, true],
  [{ unknown: 'x' }, true],
])('a list with %j is a search: %s', (query, isSearch) => {
  expect(leadsApi.list.weight(query)).toBe(isSearch ? 'search' : undefined)
})
