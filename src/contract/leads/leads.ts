import { endpoint, type Weight } from '../endpoint.ts'
import { FeedNumber, IntegerParam, SearchParam } from '../values/query.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'
import {
  IncompleteLead,
  Lead,
  type LeadForm,
  LeadId,
  LeadIdParams,
  LeadPatch,
  NewLead,
  QuickLead,
  RestoredLead,
} from './lead.ts'
import { leadAssignApi } from './lead-assign.ts'
import { filters, LeadFilters } from './lead-filters.ts'
import { Board, type BoardColumn, type LeadChanges, LeadPage } from './lead-pages.ts'
import { stages } from './lead-status.ts'
import { leadTrashApi } from './lead-trash.ts'
import { sampleLeadsApi } from './sample-leads.ts'

export type { Board, BoardColumn, Lead, LeadChanges, LeadForm, LeadPage, LeadPatch, NewLead, RestoredLead }
export { LeadFilters }

export const leadSorts = [
  'createdAt',
  'updatedAt',
  'nome',
  'negocio',
  'valorServico',
  'status',
  'dataProspeccao',
  'dataFechamento',
] as const
export type LeadSortField = (typeof leadSorts)[number]
export type LeadSort = LeadSortField | `-${LeadSortField}`
const sortNames = leadSorts.flatMap(field => [field, `-${field}`] as const)

export const defaultSort: LeadSort = '-createdAt'
export const listPageSize = 10
const boardColumnSize = 50
export const maxSyncLeads = 5000

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportFormat = z._default(z.enum(exportFormats, { error: 'Use csv, xlsx ou json' }), 'csv')
/** A workbook is built in memory. */
export const maxXlsxLeads = 20_000

export const LeadListQuery = z.object({
  ...filters,
  page: IntegerParam(1, 1_000_000, 1),
  limit: IntegerParam(1, 500, listPageSize),
  cursor: z.optional(BoundedText(2000, 'Cursor inválido')),
  sort: z._default(z.enum(sortNames, { error: 'Esta ordenação não existe' }), defaultSort),
  /** Returns only what changed after this number of the feed, without filters, sort or pages. */
  since: z.optional(FeedNumber),
})
export type LeadListQuery = z.output<typeof LeadListQuery>

export const LeadStats = z.object({
  total: z.int(),
  novoLead: z.int(),
  qualificando: z.int(),
  contatoEstabelecido: z.int(),
  propostaEnviada: z.int(),
  negociacao: z.int(),
  ganho: z.int(),
  perdido: z.int(),
  nurturing: z.int(),
  valorTotal: z.number(),
  valorFechados: z.number(),
  porStatus: z.array(z.object({ status: z.enum(stages), count: z.int(), valor: z.number() })),
})
export type LeadStats = z.infer<typeof LeadStats>

/** Percent of won leads, rounded to an integer; 0 without leads. */
export const conversionRate = (ganho: number, total: number): number =>
  total === 0 ? 0 : Math.round((ganho / total) * 100)

/** Without filters, indexes have the leads of a first page in these orders, and totals are maintained. */
const indexedSorts: readonly unknown[] = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt']

const weightOfSearch = (query: Readonly<Record<string, unknown>>): Weight | undefined => {
  const {
    page = '1',
    sort = defaultSort,
    limit: _limit,
    cursor: _cursor,
    since: _since,
    stage = '',
    ...filters
  } = query
  // The next leads of a column of the board.
  const isIndexed = indexedSorts.includes(sort) && (stage === '' || sort === '-updatedAt')
  return isIndexed && page === '1' && Object.values(filters).every(value => value === '') ? undefined : 'search'
}

export const leadsApi = {
  ...leadTrashApi,
  ...leadAssignApi,
  ...sampleLeadsApi,
  list: endpoint({
    method: 'GET',
    path: '/leads',
    access: 'leads.read',
    summary: 'Leads, newest first by default, paginated; with `since`, those that changed',
    query: LeadListQuery,
    weight: weightOfSearch,
    status: 200,
    response: LeadPage,
  }),
  board: endpoint({
    method: 'GET',
    path: '/leads/board',
    access: 'leads.read',
    summary: 'The eight stages with the first leads, count and sum of each stage',
    query: z.object({ ...filters, limit: IntegerParam(1, 500, boardColumnSize) }),
    weight: weightOfSearch,
    status: 200,
    response: Board,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/leads/stats',
    access: 'leads.read',
    summary: 'Counts and sums per stage',
    query: LeadFilters,
    weight: weightOfSearch,
    status: 200,
    response: LeadStats,
  }),
  export: endpoint({
    method: 'GET',
    path: '/leads/export',
    access: 'leads.export',
    summary: 'The matching leads as a file, all without filters, also without a subscription',
    query: z.object({
      ...filters,
      format: exportFormat,
    }),
    weight: 'export',
    status: 200,
    fileMediaType: 'text/csv',
  }),
  find: endpoint({
    method: 'GET',
    path: '/leads/:id',
    access: 'leads.read',
    summary: 'One lead',
    params: LeadIdParams,
    status: 200,
    response: Lead,
  }),
  create: endpoint({
    method: 'POST',
    path: '/leads',
    access: 'leads.write',
    summary: 'Creates a lead; returns 200 and the stored lead if the _id exists',
    body: NewLead,
    status: 201,
    response: Lead,
  }),
  quickAdd: endpoint({
    method: 'POST',
    path: '/leads/quick',
    access: 'leads.write',
    summary: 'Creates a lead from a name and a phone number; returns 200 and the stored lead if the _id exists',
    body: QuickLead,
    status: 201,
    response: Lead,
  }),
  sameContact: endpoint({
    method: 'GET',
    path: '/leads/same-contact',
    access: 'leads.read',
    summary: 'Leads that have a phone number or an e-mail already, in whatever spelling, oldest first',
    query: z.object({
      telefone: SearchParam(100),
      email: SearchParam(254),
      /** Leaves out this lead, and those that were told apart from it. */
      of: z.optional(LeadId),
    }),
    status: 200,
    response: z.object({ leads: z.array(Lead) }),
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/leads/:id',
    access: 'leads.write',
    summary: 'Replaces a lead; a text may only be empty if it was; returns 412 if the version in If-Match is outdated',
    params: LeadIdParams,
    body: IncompleteLead,
    status: 200,
    response: Lead,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/leads/:id',
    access: 'leads.write',
    summary: 'Changes some fields of a lead; returns 412 if a field no longer has the value in `was`',
    params: LeadIdParams,
    body: LeadPatch,
    status: 200,
    response: Lead,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/leads/:id',
    access: 'leads.remove',
    summary: 'Moves a lead to the trash for 30 days; returns 412 if the version in If-Match is outdated',
    params: LeadIdParams,
    status: 204,
  }),
  sync: endpoint({
    method: 'POST',
    path: '/leads/sync',
    access: 'leads.restore',
    summary: 'Imports leads, all or none',
    body: z.object({
      /** Skips existing IDs, so that newer data is not overwritten. */
      onlyMissing: z._default(z.boolean(), false),
      leads: z
        .array(RestoredLead, { error: 'Envie uma lista de leads' })
        .check(z.maxLength(maxSyncLeads, { error: 'Envie no máximo 5.000 leads por vez' })),
    }),
    bodyLimit: 10_000_000,
    weight: 'restore',
    status: 200,
    /** `erased` counts leads of people who were erased; they are not stored. */
    response: z.object({ restored: z.int(), erased: z.int() }),
  }),
}
