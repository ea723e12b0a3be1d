import { NullablePlainDateInput, PlainDateInput, Timestamp, TimestampInput, UtcMidnight } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { filters, LeadFilters, unknownStatus } from './lead-filters.ts'
import { firstStage, leadStatuses, stages } from './lead-status.ts'
import { Reais } from './money.ts'
import { IntegerParam } from './query.ts'
import { BoundedText, Email, NullableText, RequiredText } from './text.ts'
import { z } from './zod.ts'

const notAnId = 'Identificador inválido'

const LeadId = z.pipe(
  BoundedText(36, notAnId, notAnId).check(z.uuid({ error: notAnId })),
  z.transform(id => id.toLowerCase()),
)

export const Lead = z.object({
  _id: z.uuid(),
  /** Responsible member, if any. */
  userId: z.nullable(z.uuid()),
  nome: z.string(),
  negocio: z.string(),
  telefone: z.string(),
  email: z.string(),
  descricaoServico: z.string(),
  valorServico: z.number(),
  status: z.enum(leadStatuses),
  formaPagamento: z.nullable(z.string()),
  prazoEntrega: z.nullable(z.string()),
  dataProspeccao: UtcMidnight,
  dataFechamento: z.nullable(UtcMidnight),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: z.int(),
})
export type Lead = z.infer<typeof Lead>

export { LeadFilters }

const required = {
  nome: RequiredText(120, 'Informe o nome'),
  negocio: RequiredText(120, 'Informe o negócio ou nicho'),
  telefone: RequiredText(30, 'Informe o telefone'),
  email: Email,
  descricaoServico: RequiredText(5000, 'Descreva o serviço'),
  valorServico: Reais,
  /** Includes the legacy statuses: older leads may keep them, and undoing a move may restore them. */
  status: z.enum(leadStatuses, unknownStatus),
  dataProspeccao: PlainDateInput,
}

const nullable = {
  formaPagamento: NullableText(120),
  prazoEntrega: NullableText(120),
  dataFechamento: NullablePlainDateInput,
}

const absentIsNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.optional(schema),
    z.transform(value => value ?? null),
  )

const fields = {
  ...required,
  formaPagamento: absentIsNull(nullable.formaPagamento),
  prazoEntrega: absentIsNull(nullable.prazoEntrega),
  dataFechamento: absentIsNull(nullable.dataFechamento),
}

/** Body of `PUT`: replaces all editable fields. */
export const LeadForm = z.object(fields)
export type LeadForm = z.output<typeof LeadForm>

/** The specification names the ID both ways. `_id` takes precedence. */
const eitherId = { _id: z.optional(LeadId), id: z.optional(LeadId) }

/** Default status: `novo-lead`. A client-generated ID makes retries safe. */
export const NewLead = z.pipe(
  z.object({ ...fields, ...eitherId, status: z._default(z.enum(stages, unknownStatus), firstStage) }),
  z.transform(({ id, ...lead }) => ({ ...lead, _id: lead._id ?? id })),
)
export type NewLead = z.output<typeof NewLead>

const PartialFields = z.partial(z.object({ ...required, ...nullable }))

/** Returns the names of the fields that are not `undefined`. */
export const definedFields = <Fields extends object>(fields: Fields): (keyof Fields)[] =>
  (Object.keys(fields) as (keyof Fields)[]).filter(field => fields[field] !== undefined)

// `was` holds the values that the client displayed. A field that differs from both `was` and the change yields 412
// `stale_lead`.
export const LeadPatch = z.extend(PartialFields, { was: z.optional(PartialFields) }).check(
  z.superRefine(({ was = {}, ...change }, context) => {
    if (definedFields(change).length === 0) context.addIssue({ code: 'custom', message: 'Nada para alterar' })
    for (const field of definedFields(was).filter(field => change[field] === undefined))
      context.addIssue({ code: 'custom', path: ['was', field], message: 'Só vale para um campo que muda' })
  }),
)
export type LeadPatch = z.output<typeof LeadPatch>

/** Lead of an export file: `LeadForm` with its ID, and with its timestamps if it was deleted. */
export const RestoredLead = z.pipe(
  z.object({
    ...fields,
    ...eitherId,
    createdAt: z.optional(TimestampInput),
    updatedAt: z.optional(TimestampInput),
  }),
  z.transform(({ id, _id = id, ...lead }, context) => {
    if (_id !== undefined) return { ...lead, _id }
    context.issues.push({ code: 'custom', input: _id, path: ['_id'], message: notAnId })
    return z.NEVER
  }),
)
export type RestoredLead = z.output<typeof RestoredLead>

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

export const LeadListQuery = z.object({
  ...filters,
  page: IntegerParam(1, 1_000_000, 1),
  limit: IntegerParam(1, 500, listPageSize),
  cursor: z.optional(BoundedText(2000, 'Cursor inválido')),
  sort: z._default(z.enum(sortNames, { error: 'Esta ordenação não existe' }), defaultSort),
})
export type LeadListQuery = z.output<typeof LeadListQuery>

export const LeadPage = z.object({ leads: z.array(Lead), total: z.int(), nextCursor: z.nullable(z.string()) })
export type LeadPage = z.infer<typeof LeadPage>

export const BoardColumn = z.object({
  status: z.enum(stages),
  /** Counts all matching leads, not only `leads`. */
  total: z.int(),
  /** BRL. */
  valor: z.number(),
  leads: z.array(Lead),
  nextCursor: z.nullable(z.string()),
})
export type BoardColumn = z.infer<typeof BoardColumn>
export const Board = z.object({ columns: z.array(BoardColumn) })
export type Board = z.infer<typeof Board>

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

const IdParams = z.object({ id: LeadId })

export const leadsApi = {
  list: endpoint({
    method: 'GET',
    path: '/leads',
    access: 'leads.read',
    summary: 'A page of leads, newest first unless sorted',
    query: LeadListQuery,
    weight: 'search',
    status: 200,
    response: LeadPage,
  }),
  board: endpoint({
    method: 'GET',
    path: '/leads/board',
    access: 'leads.read',
    summary: 'The eight stages with the first leads, count and sum of each',
    query: z.object({ ...filters, limit: IntegerParam(1, 500, boardColumnSize) }),
    weight: 'search',
    status: 200,
    response: Board,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/leads/stats',
    access: 'leads.read',
    summary: 'Counts and sums by stage',
    query: LeadFilters,
    weight: 'search',
    status: 200,
    response: LeadStats,
  }),
  export: endpoint({
    method: 'GET',
    path: '/leads/export',
    access: 'leads.export',
    summary: 'All of the caller’s leads as a file, also without a subscription',
    query: z.object({ format: z._default(z.enum(['csv', 'json'], { error: 'Use csv ou json' }), 'csv') }),
    weight: 'export',
    status: 200,
    fileMediaType: 'text/csv',
  }),
  find: endpoint({
    method: 'GET',
    path: '/leads/:id',
    access: 'leads.read',
    summary: 'One lead',
    params: IdParams,
    status: 200,
    response: Lead,
  }),
  create: endpoint({
    method: 'POST',
    path: '/leads',
    access: 'leads.write',
    summary: 'Adds a lead; sending the same _id again answers 200 with the stored one',
    body: NewLead,
    status: 201,
    response: Lead,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/leads/:id',
    access: 'leads.write',
    summary: 'Replaces a lead; refused with 412 when If-Match names an older version',
    params: IdParams,
    body: LeadForm,
    status: 200,
    response: Lead,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/leads/:id',
    access: 'leads.write',
    summary: 'Changes some fields of a lead; refused with 412 when one is no longer what `was` says',
    params: IdParams,
    body: LeadPatch,
    status: 200,
    response: Lead,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/leads/:id',
    access: 'leads.remove',
    summary: 'Deletes a lead; refused with 412 when If-Match names an older version',
    params: IdParams,
    status: 204,
  }),
  sync: endpoint({
    method: 'POST',
    path: '/leads/sync',
    access: 'leads.restore',
    summary: 'Restores leads: all of them or none',
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
    response: z.object({ restored: z.int() }),
  }),
}
