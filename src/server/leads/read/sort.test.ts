import { describe, expect, it } from 'vitest'
import { leadStatuses, stageOf, stages } from '#contract/leads/lead-status.ts'
import { type Lead, type LeadSort, type LeadSortField, leadSorts, leadsApi } from '#contract/leads/leads.ts'
import { aUser, fetchAllLeads, importLeads } from '../../testing/factories.ts'
import { sampleLeads } from '../../testing/lead-arbitraries.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)
const leads = await importLeads(app, token, sampleLeads(200))

const sorts = leadSorts.flatMap(field => [field, `-${field}`] as LeadSort[])

type Compare = (a: Lead, b: Lead) => number
const collator = new Intl.Collator('pt-BR')
const byValue =
  <Value extends string | number>(value: (lead: Lead) => Value): Compare =>
  (a, b) =>
    value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0
/** Texts that the collator considers equal are ordered by their bytes. */
const byText =
  (text: (lead: Lead) => string): Compare =>
  (a, b) =>
    collator.compare(text(a), text(b)) || Buffer.compare(Buffer.from(text(a)), Buffer.from(text(b)))
const funnel = stages.flatMap(stage => leadStatuses.filter(status => stageOf(status) === stage))

const comparisons: Record<LeadSortField, Compare> = {
  createdAt: byValue(lead => lead.createdAt),
  updatedAt: byValue(lead => lead.updatedAt),
  nome: byText(lead => lead.nome),
  negocio: byText(lead => lead.negocio),
  valorServico: byValue(lead => lead.valorServico),
  status: byValue(lead => funnel.indexOf(lead.status)),
  dataProspeccao: byValue(lead => lead.dataProspeccao),
  dataFechamento: byValue(lead => lead.dataFechamento ?? ''),
}

/** Reference order: ties by id, leads without a closing date last in both directions. */
const sorted = (sort: LeadSort): Lead[] => {
  const field = sort.replace('-', '') as LeadSortField
  const direction = sort.startsWith('-') ? -1 : 1
  const compare: Compare = (a, b) => direction * (comparisons[field](a, b) || byValue(lead => lead._id)(a, b))
  if (field !== 'dataFechamento') return leads.toSorted(compare)
  const isClosed = (lead: Lead) => lead.dataFechamento !== null
  return [...leads.filter(isClosed).toSorted(compare), ...leads.filter(lead => !isClosed(lead)).toSorted(compare)]
}
const namesOf = (list: Lead[]) => list.map(lead => `${lead._id} ${lead.nome}`)

describe.each(sorts)('a list sorted by %s', sort => {
  it('has the order of Brazilian Portuguese', async () => {
    const { data } = await call(leadsApi.list, { token, query: { sort, limit: 500 } })
    expect(data.total).toBe(leads.length)
    expect(namesOf(data.leads)).toEqual(namesOf(sorted(sort)))
  })

  it('has the same order page by page with cursors', async () => {
    expect(namesOf(await fetchAllLeads(app, token, { sort, limit: 7 }))).toEqual(namesOf(sorted(sort)))
  })

  it('has the same order with page numbers', async () => {
    const pages = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        call(leadsApi.list, { token, query: { sort, limit: 40, page: index + 1 } }),
      ),
    )
    expect(namesOf(pages.flatMap(({ data }) => data.leads))).toEqual(namesOf(sorted(sort)))
  })
})

describe('accents and case', () => {
  it('sort as in a Brazilian address book', async () => {
    const person = await aUser(app)
    const names = ['Zé', 'ágata', 'Ana', 'Élan', 'elaine', 'ana', 'Caio', 'Íris', 'ça va', 'Érica']
    await importLeads(
      app,
      person.token,
      sampleLeads(names.length).map((lead, index) => ({ ...lead, nome: names[index] ?? '' })),
    )
    const { data } = await call(leadsApi.list, { token: person.token, query: { sort: 'nome' } })
    expect(data.leads.map(lead => lead.nome)).toEqual([
      'ágata',
      'ana',
      'Ana',
      'ça va',
      'Caio',
      'elaine',
      'Élan',
      'Érica',
      'Íris',
      'Zé',
    ])
  })
})

it('a list is sorted newest first by default', async () => {
  const { data } = await call(leadsApi.list, { token, query: { limit: 500 } })
  expect(namesOf(data.leads)).toEqual(namesOf(sorted('-createdAt')))
})
