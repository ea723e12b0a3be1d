import { stageOf, statusLabels } from '#contract/leads/lead-status.ts'
import type { Lead, LeadForm } from '#contract/leads/leads.ts'
import type { NextStep, StepKind } from '#contract/leads/next-step.ts'
import { leadOriginLabels, legalBasisLabels } from '#contract/privacy/lead-privacy.ts'
import { formatDate, toPlainDate, toUtcMidnight } from '#contract/values/dates.ts'
import { toCentavos, toReais } from '#contract/values/money.ts'
import { normalizeForSearch } from '#contract/values/text.ts'
import { toIsoTimestamp } from '../../db/client.ts'

/** How values of one kind are stored and exported. */
interface Kind<Value> {
  sqlType: 'text' | 'bigint' | 'date' | 'boolean'
  /** Inverse of what `toLead` does. */
  toColumn(value: Value): unknown
  toText(value: Value): string
  /** Type of its cells in a workbook: texts are cells of their own, never formulas. */
  cell: 'text' | 'reais' | 'date'
  /** SQL of the value that an anonymization leaves. Absent for what says nothing about the person. */
  anonymized?: string
}

interface LeadColumn<Value> {
  column: string
  kind: Kind<Value>
  /** Heading in the CSV export. */
  heading: string
}

const asIs = <Value>(value: Value): Value => value

const text: Kind<string> = {
  sqlType: 'text',
  toColumn: asIs,
  toText: asIs,
  cell: 'text',
  anonymized: `''`,
}
const nullableText: Kind<string | null> = { ...text, toText: value => value ?? '', anonymized: 'null' }

const decimalComma = (reais: number): string => {
  const centavos = String(toCentavos(reais)).padStart(3, '0')
  return `${centavos.slice(0, -2)},${centavos.slice(-2)}`
}
const reais: Kind<number> = {
  sqlType: 'bigint',
  toColumn: toCentavos,
  toText: decimalComma,
  cell: 'reais',
}

const date: Kind<string> = {
  sqlType: 'date',
  toColumn: asIs,
  toText: formatDate,
  cell: 'date',
}
const nullableDate: Kind<string | null> = {
  sqlType: 'date',
  toColumn: asIs,
  toText: value => (value ? formatDate(value) : ''),
  cell: 'date',
}

const status: Kind<Lead['status']> = {
  sqlType: 'text',
  toColumn: asIs,
  toText: value => statusLabels[value],
  cell: 'text',
}

/** One of fixed values, or none. */
const choice = <Value extends string>(labels: Record<Value, string>): Kind<Value | null | undefined> => ({
  sqlType: 'text',
  toColumn: value => value ?? null,
  toText: value => (value ? labels[value] : ''),
  cell: 'text',
})

const yes: Kind<boolean | undefined> = {
  sqlType: 'boolean',
  toColumn: value => value ?? false,
  toText: value => (value ? 'Sim' : ''),
  cell: 'text',
}

/**
 * The only table of a lead's fields, used to select, insert, update, import and export. A new field is one line here, one in
 * `toLead`, one in the contract and one in a migration.
 */
const fields: { [Field in keyof LeadForm]-?: LeadColumn<Required<LeadForm>[Field]> } = {
  nome: { column: 'nome', kind: text, heading: 'Nome' },
  negocio: { column: 'negocio', kind: text, heading: 'Negócio' },
  telefone: { column: 'telefone', kind: text, heading: 'Telefone' },
  email: { column: 'email', kind: text, heading: 'E-mail' },
  descricaoServico: { column: 'descricao_servico', kind: text, heading: 'Descrição do serviço' },
  valorServico: { column: 'valor_servico_centavos', kind: reais, heading: 'Valor' },
  status: { column: 'status', kind: status, heading: 'Etapa' },
  formaPagamento: { column: 'forma_pagamento', kind: nullableText, heading: 'Forma de pagamento' },
  prazoEntrega: { column: 'prazo_entrega', kind: nullableText, heading: 'Prazo de entrega' },
  dataProspeccao: { column: 'data_prospeccao', kind: date, heading: 'Prospecção' },
  dataFechamento: { column: 'data_fechamento', kind: nullableDate, heading: 'Fechamento' },
  origem: { column: 'origem', kind: choice(leadOriginLabels), heading: 'Origem' },
  baseLegal: { column: 'base_legal', kind: choice(legalBasisLabels), heading: 'Base legal' },
  naoContatar: { column: 'nao_contatar', kind: yes, heading: 'Não contatar' },
}

/** The table as a list. The cast is safe: the compiler has checked each entry above. */
export const leadFields = Object.entries(fields).map(([field, line]) => ({
  field: field as keyof LeadForm,
  ...(line as LeadColumn<unknown>),
}))

/** Returns the editable fields of a stored lead, with its dates as the form has them. */
export const toLeadForm = (lead: Lead): LeadForm =>
  Object.fromEntries(
    leadFields.map(({ field, kind }) => {
      const value = lead[field]
      return [field, kind.cell === 'date' && typeof value === 'string' ? toPlainDate(value) : value]
    }),
  ) as unknown as LeadForm

/** Text to search. Fields are separated by newlines, so that no match spans two fields. */
const searchText = ({ nome, negocio, email }: LeadForm): string => normalizeForSearch([nome, negocio, email].join('\n'))

/** Columns computed from the fields. */
const derived = [
  { column: 'stage', sqlType: 'text', toValue: (lead: LeadForm): unknown => stageOf(lead.status) },
  { column: 'busca', sqlType: 'text', toValue: searchText as (lead: LeadForm) => unknown },
]

const editable = [
  ...leadFields.map(({ field, column, kind }) => ({
    column,
    sqlType: kind.sqlType as string,
    toValue: (lead: LeadForm): unknown => kind.toColumn(lead[field]),
  })),
  ...derived,
]

/** Columns that an edit writes, their types, and their values in the same order. */
export const editableColumns: string[] = editable.map(({ column }) => column)
export const editableTypes: string[] = editable.map(({ sqlType }) => sqlType)
export const editableValues = (lead: LeadForm): unknown[] => editable.map(({ toValue }) => toValue(lead))

/** Returns the UTF-8 bytes of the lead's texts. Must match the function `lead_bytes` in the database. */
export const textBytes = (lead: LeadForm): number =>
  leadFields
    .filter(({ kind }) => kind === (text as unknown) || kind === (nullableText as unknown))
    .reduce((sum, { field }) => sum + Buffer.byteLength(String(lead[field] ?? '')), 0)

/** Columns of `nextStep`, in the order of `nextStepValues`. */
export const nextStepColumns = ['next_step_kind', 'next_step_day', 'next_step_time', 'next_step_text']
export const nextStepValues = (step: NextStep | null): unknown[] =>
  step ? [step.kind, step.day, step.time, step.texto] : nextStepColumns.map(() => null)

/** Columns of `lostReasonId` and `lostNote`. */
export const lostReasonColumns = ['lost_reason_id', 'lost_note']
/**
 * Fields to change, also those apart from the form. Name, business and e-mail change together. Without `stageSince`, the time in
 * another stage begins now.
 */
export type LeadChange = Partial<LeadForm> &
  Partial<Pick<Lead, 'userId' | 'nextStep' | 'lostReasonId' | 'lostNote' | 'stageSince' | 'isStageSinceExact'>>

/** Columns that `changedColumns` may set. */
export const changeableColumns = [...editableColumns, 'user_id', ...nextStepColumns, ...lostReasonColumns]

/** Returns the stored values of the changed columns only. */
export const changedColumns = (change: LeadChange): Record<string, unknown> => {
  const { userId, nextStep, lostReasonId, lostNote, ...fields } = change
  const columns: Record<string, unknown> = {}
  const setAll = (names: readonly string[], values: readonly unknown[]) =>
    names.forEach((name, index) => {
      columns[name] = values[index]
    })
  for (const { field, column, kind } of leadFields)
    if (fields[field] !== undefined) columns[column] = kind.toColumn(fields[field])
  if (fields.status !== undefined) columns.stage = stageOf(fields.status)
  if (fields.nome !== undefined) columns.busca = searchText(fields as LeadForm)
  if (userId !== undefined) columns.user_id = userId
  if (nextStep !== undefined) setAll(nextStepColumns, nextStepValues(nextStep))
  if (lostReasonId !== undefined) setAll(lostReasonColumns, [lostReasonId, lostNote])
  return columns
}

const systemColumns = [
  'id',
  'user_id',
  'version',
  'created_at',
  'updated_at',
  'stage_since',
  'stage_since_exact',
  'anonymized_at',
  ...nextStepColumns,
  ...lostReasonColumns,
]

/** What an anonymization leaves in the columns of a lead, as SQL. */
export const anonymizedColumns: Record<string, string> = {
  ...Object.fromEntries(
    leadFields.flatMap(({ column, kind }) => (kind.anonymized === undefined ? [] : [[column, kind.anonymized]])),
  ),
  busca: `''`,
  ...Object.fromEntries([...nextStepColumns, 'lost_note'].map(column => [column, 'null'])),
}

export const leadColumns = [...systemColumns, ...leadFields.map(({ column }) => column)]

export interface LeadRow {
  id: string
  user_id: string | null
  version: number
  created_at: string
  updated_at: string
  stage_since: string
  stage_since_exact: boolean
  anonymized_at: string | null
  nome: string
  negocio: string
  telefone: string
  email: string
  descricao_servico: string
  valor_servico_centavos: number
  status: Lead['status']
  forma_pagamento: string | null
  prazo_entrega: string | null
  data_prospeccao: string
  data_fechamento: string | null
  origem: Lead['origem']
  base_legal: Lead['baseLegal']
  /** Null in the trash, where a lead may be older than the column. */
  nao_contatar: boolean | null
  next_step_kind: StepKind | null
  next_step_day: string
  next_step_time: string | null
  next_step_text: string | null
  lost_reason_id: string | null
  lost_note: string | null
}

const toNextStep = (row: LeadRow): NextStep | null =>
  row.next_step_kind && {
    kind: row.next_step_kind,
    day: row.next_step_day,
    time: row.next_step_time?.slice(0, 5) ?? null,
    texto: row.next_step_text,
  }

/** Names each field, rather than reading the table: a board has 400 leads, and a loop takes five times as long. */
export const toLead = (row: LeadRow): Lead => ({
  _id: row.id,
  userId: row.user_id,
  nome: row.nome,
  negocio: row.negocio,
  telefone: row.telefone,
  email: row.email,
  descricaoServico: row.descricao_servico,
  valorServico: toReais(row.valor_servico_centavos),
  status: row.status,
  formaPagamento: row.forma_pagamento,
  prazoEntrega: row.prazo_entrega,
  dataProspeccao: toUtcMidnight(row.data_prospeccao),
  dataFechamento: row.data_fechamento && toUtcMidnight(row.data_fechamento),
  origem: row.origem,
  baseLegal: row.base_legal,
  naoContatar: row.nao_contatar ?? false,
  createdAt: toIsoTimestamp(row.created_at),
  updatedAt: toIsoTimestamp(row.updated_at),
  stageSince: toIsoTimestamp(row.stage_since),
  isStageSinceExact: row.stage_since_exact,
  nextStep: toNextStep(row),
  lostReasonId: row.lost_reason_id,
  lostNote: row.lost_note,
  anonymizedAt: row.anonymized_at && toIsoTimestamp(row.anonymized_at),
  version: row.version,
})
