import { IncompleteLead } from '#contract/leads/lead.ts'
import type { LeadForm } from '#contract/leads/leads.ts'
import type { Import, ImportColumn, ImportTarget } from '#contract/spreadsheets/import.ts'
import { toReais } from '#contract/values/money.ts'
import { z } from '#contract/zod.ts'
import {
  type Converted,
  toCentavosOf,
  toDate,
  toLegalBasis,
  toOrigin,
  toPhone,
  toStatus,
  toText,
} from './convert-value.ts'
import type { Cell } from './read-text.ts'

/** Rows that are read or converted without a pause. Other requests wait for them. */
export const rowsPerTurn = 10

/** Fields that a row fills. Empty cells fill none. */
export type RowFields = Partial<LeadForm>

export interface ConvertedRow {
  /** ID column of an export. */
  id: string | undefined
  fields: RowFields
  /** Name of a stage that Fechou does not have. */
  unknownStage: string | undefined
  /** Reason why the row cannot be imported. */
  reason: string | undefined
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const convertCell = (cell: Cell, { target, reading }: ImportColumn): Converted<unknown> => {
  if (target === 'telefone') return toPhone(cell)
  if (target === 'baseLegal') {
    const value = toLegalBasis(cell)
    return value ? { value } : { reason: `Base legal não reconhecida: ${toText(cell)}` }
  }
  if (target === 'dataProspeccao' || target === 'dataFechamento') return toDate(cell, reading)
  if (target !== 'valorServico') return { value: toText(cell) }
  const centavos = toCentavosOf(cell, reading)
  return 'value' in centavos ? { value: toReais(centavos.value) } : centavos
}

const addToDescription = (fields: RowFields, heading: string, text: string): void => {
  const line = `${heading}: ${text}`
  fields.descricaoServico = fields.descricaoServico ? `${fields.descricaoServico}\n${line}` : line
}

// Built once: it takes longer than the conversion of a row.
const LeadFields = z.partial(z.object(IncompleteLead.shape))

const firstIssue = (fields: RowFields): string | undefined => {
  const parsed = z.safeParse(LeadFields, fields)
  const issue = parsed.error?.issues[0]
  return issue && `${issue.message} (${String(issue.path[0])})`
}

const labels: Partial<Record<string, string>> = {
  nome: 'nome',
  negocio: 'negócio',
  telefone: 'telefone',
  email: 'e-mail',
  descricaoServico: 'descrição',
  formaPagamento: 'forma de pagamento',
  prazoEntrega: 'prazo de entrega',
}

const nameOf = (reason: string): string => reason.replace(/\((\w+)\)$/, (_, field) => `(${labels[field] ?? field})`)

/** Such columns come after the description itself. */
const addsToDescription = ({ target }: ImportColumn): boolean => target === 'extra' || target === 'origem'

/** A column that becomes something, with its position in the row. */
type UsedColumn = ImportColumn & { position: number }

/** Returns the columns that become something, in the order in which a row is converted. */
export const orderColumns = (columns: readonly ImportColumn[]): UsedColumn[] =>
  columns
    .map((column, position) => ({ ...column, position }))
    .filter(({ target }) => target !== null)
    .toSorted((one, other) => Number(addsToDescription(one)) - Number(addsToDescription(other)))

/** Converts one row. An invalid cell makes the row invalid, so that nothing is lost silently. */
export const convertRow = (cells: readonly Cell[], columns: readonly UsedColumn[]): ConvertedRow => {
  const fields: Record<string, unknown> = {}
  const converted: ConvertedRow = {
    id: undefined,
    fields: fields as RowFields,
    unknownStage: undefined,
    reason: undefined,
  }
  for (const column of columns) {
    const cell = cells[column.position] ?? null
    const text = toText(cell)
    if (column.target === null || text === '') continue
    if (column.target === 'id') {
      if (uuid.test(text)) converted.id = text.toLowerCase()
    } else if (column.target === 'origem') {
      const origin = toOrigin(cell)
      fields.origem = origin ?? 'outro'
      // Origins of other systems, such as a campaign, stay readable.
      if (!origin) addToDescription(converted.fields, column.heading, text)
    } else if (column.target === 'extra') addToDescription(converted.fields, column.heading, text)
    else if (column.target === 'status') {
      const status = toStatus(cell)
      if (status) fields.status = status
      else converted.unknownStage = text
    } else {
      const found = convertCell(cell, column)
      if ('value' in found) fields[column.target] = found.value
      else converted.reason ??= found.reason
    }
  }
  const { nome, telefone, email } = converted.fields
  if (!nome && !telefone && !email) converted.reason ??= 'A linha não tem nome, telefone nem e-mail'
  const issue = converted.reason === undefined ? firstIssue(converted.fields) : undefined
  if (issue) converted.reason = nameOf(issue)
  return converted
}

export const isBlank = (cells: readonly Cell[]): boolean => cells.every(cell => toText(cell) === '')

/** Required fields that a new lead of the row would not have. */
export const missingFields = ({ fields }: ConvertedRow): string[] =>
  (['nome', 'negocio', 'telefone', 'email', 'descricaoServico'] as const)
    .filter(field => !fields[field])
    .map(field => labels[field] ?? field)

/** What a lead gets where neither its row nor the lead itself says anything. */
export type RowDefaults = Pick<Import, 'defaultStage' | 'origem' | 'baseLegal'>

/** The lead that a row creates. */
export const toNewLead = (
  { fields }: ConvertedRow,
  { defaultStage, origem, baseLegal }: RowDefaults,
  today: string,
): LeadForm => ({
  nome: '',
  negocio: '',
  telefone: '',
  email: '',
  descricaoServico: '',
  valorServico: 0,
  status: defaultStage,
  formaPagamento: null,
  prazoEntrega: null,
  dataProspeccao: today,
  dataFechamento: null,
  origem: origem ?? 'importado',
  baseLegal,
  ...fields,
})

export const targetsTaken = (columns: readonly ImportColumn[]): ImportTarget[] =>
  columns.flatMap(({ target }) => (target === null || target === 'extra' ? [] : [target]))

const isEmpty = (value: unknown): boolean => value === '' || value === null || value === 0

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' ? one.trim() === other.trim() : one === other

/**
 * Returns the lead with the row's fields, or `undefined` if nothing changes. White space around a text is no change. Origin and
 * legal basis of the whole import only fill what is empty.
 */
export const mergeRow = (
  lead: LeadForm,
  { fields }: ConvertedRow,
  policy: 'fill' | 'overwrite',
  { origem, baseLegal }: RowDefaults,
): LeadForm | undefined => {
  const changed = Object.entries(fields).filter(([field, value]) => {
    const current = lead[field as keyof LeadForm]
    return !isSame(current, value) && (policy === 'overwrite' || isEmpty(current))
  })
  const filled = Object.entries({ origem, baseLegal }).filter(([field, value]) => {
    const name = field as 'origem' | 'baseLegal'
    return value && !lead[name] && !fields[name]
  })
  const change = Object.fromEntries([...changed, ...filled])
  return Object.keys(change).length === 0 ? undefined : { ...lead, ...change }
}
