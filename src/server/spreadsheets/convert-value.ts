import { type LeadStatus, leadStatuses, statusLabels } from '#contract/leads/lead-status.ts'
import { leadOriginLabels, legalBasisLabels } from '#contract/privacy/lead-privacy.ts'
import type { ColumnReading } from '#contract/spreadsheets/import.ts'
import type { PlainDate } from '#contract/values/dates.ts'
import { formatReais, maxCentavos } from '#contract/values/money.ts'
import { normalizeForSearch } from '#contract/values/text.ts'
import type { Cell } from './read-text.ts'

/** A converted value, or the reason why the cell has none. */
export type Converted<Value> = { value: Value } | { reason: string }

/** The text of a cell. Removes the apostrophe that an export puts before texts that start like a formula. */
export const toText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return numberText(cell)
  return (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell).trim()
}

/** Without an exponent, with a decimal comma. */
const numberText = (number: number): string =>
  Number.isInteger(number) ? BigInt(number).toString() : String(number).replace('.', ',')

const exponent = /^([+-]?\d)(?:[.,](\d+))?e\+?(\d+)$/i

/** "1.1987654321E10" → "11987654321". Returns `undefined` if the abbreviation lost digits. */
const expandExponent = (text: string): string | undefined => {
  const [, first = '', decimals = '', power = ''] = exponent.exec(text) ?? []
  return decimals.length >= Number(power) ? first + decimals.slice(0, Number(power)) : undefined
}

export const toPhone = (cell: Cell): Converted<string> => {
  const text = toText(cell)
  if (!exponent.test(text)) return { value: text }
  const value = expandExponent(text)
  return value === undefined
    ? { reason: `O Excel abreviou o telefone (${text}): formate a coluna como Texto` }
    : { value }
}

const currency = /^(?:R\$|BRL|US\$|\$)?\s*(-?)\s*([\d.,\s\u00a0]*\d)\s*(?:reais|R\$)?$/i

const brazilian = /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d{1,2})?$/
const american = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/

const centavosOfNumber = (number: number): Converted<number> => {
  const centavos = Math.round(number * 100)
  if (centavos < 0) return { reason: 'O valor não pode ser negativo' }
  if (centavos > maxCentavos) return { reason: `O valor passa de ${formatReais(maxCentavos / 100)}` }
  return { value: centavos }
}

/** Converts to centavos. A value that its column's reading does not have is invalid, never guessed. */
export const toCentavosOf = (cell: Cell, reading: ColumnReading | null): Converted<number> => {
  if (typeof cell === 'number') return centavosOfNumber(cell)
  const text = toText(cell)
  if (/^-+$/.test(text)) return { value: 0 }
  const [, sign, spaced = ''] = currency.exec(text) ?? []
  const digits = spaced.replace(/[\s\u00a0]/g, '')
  const isUs = reading === 'us'
  if (sign === '-') return { reason: `O valor não pode ser negativo: ${text}` }
  if (!(isUs ? american : brazilian).test(digits))
    return { reason: `Valor não reconhecido: ${text} (esperado: ${isUs ? '1,234.56' : '1.234,56'})` }
  const plain = isUs ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.')
  return centavosOfNumber(Number(plain))
}

const isRealDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && year <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const plainDate = (year: number, month: number, day: number): PlainDate =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

/** Serial numbers of 1954 to 2119. Day 60 of 1900 does not exist, so day 0 is 30 December 1899. */
const dateOfSerial = (serial: number): PlainDate | undefined =>
  serial >= 20_000 && serial <= 80_000
    ? new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
    : undefined

const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
const named = /^(\d{1,2})(?:º)?[\s/.-]+(?:de\s+)?([a-zç]{3,9})\.?[\s/.-]+(?:de\s+)?(\d{4}|\d{2})$/i
const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+\d{1,2}:\d{2}.*)?$/
const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T\s].*)?$/

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

/** Returns year, month and day, or `undefined` for a text that is no date. */
const dateParts = (text: string, reading: ColumnReading | null): [number, number, number] | undefined => {
  const [, isoYear, isoMonth, isoDay] = iso.exec(text) ?? []
  if (isoYear) return [Number(isoYear), Number(isoMonth), Number(isoDay)]
  const [, first, second, year] = numeric.exec(text) ?? []
  if (year && reading === 'mdy') return [fullYear(year), Number(first), Number(second)]
  if (year) return [fullYear(year), Number(second), Number(first)]
  const [, day, month = '', namedYear] = named.exec(text) ?? []
  const index = months.indexOf(normalizeForSearch(month).slice(0, 3))
  return namedYear && index >= 0 ? [fullYear(namedYear), index + 1, Number(day)] : undefined
}

export const toDate = (cell: Cell, reading: ColumnReading | null): Converted<PlainDate> => {
  const text = toText(cell)
  const serial = dateOfSerial(/^\d{5}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN)
  if (serial) return { value: serial }
  const parts = dateParts(text, reading)
  if (!parts)
    return { reason: `Data não reconhecida: ${text} (esperado: ${reading === 'mdy' ? '12/31/2026' : '31/12/2026'})` }
  return isRealDate(...parts) ? { value: plainDate(...parts) } : { reason: `Esta data não existe: ${text}` }
}

const fold = (text: string): string =>
  normalizeForSearch(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const synonyms: Partial<Record<LeadStatus, string[]>> = {
  'novo-lead': ['novo', 'nova', 'new', 'lead', 'aberto', 'entrada'],
  qualificando: ['qualificacao', 'qualificado', 'em qualificacao', 'qualified'],
  'contato-estabelecido': ['contato', 'contatado', 'em contato', 'contacted', 'contato feito'],
  'proposta-enviada': ['proposta', 'proposal', 'orcamento enviado', 'orcamento'],
  negociacao: ['negociando', 'negotiation'],
  ganho: ['ganho', 'ganha', 'fechado', 'fechou', 'vendido', 'won', 'cliente', 'concluido', 'closed won'],
  perdido: ['perdida', 'lost', 'descartado', 'cancelado', 'sem interesse', 'closed lost'],
  nurturing: ['nurturing', 'reengajar', 'nutricao', 'reativar'],
}

const statusNames = new Map<string, LeadStatus>([
  ...leadStatuses.flatMap(status => [[fold(statusLabels[status]), status] as const, [fold(status), status] as const]),
  ...Object.entries(synonyms).flatMap(([status, names]) => names.map(name => [name, status as LeadStatus] as const)),
])

/** Returns the value whose label or name a cell has, or `undefined`. */
const toChoice = <Value extends string>(labels: Record<Value, string>) => {
  const names = new Map(
    (Object.entries(labels) as [Value, string][]).flatMap(([value, label]) => [
      [fold(label), value] as const,
      [fold(value), value] as const,
    ]),
  )
  return (cell: Cell): Value | undefined => names.get(fold(toText(cell)))
}

export const toOrigin = toChoice(leadOriginLabels)
export const toLegalBasis = toChoice(legalBasisLabels)

/** Returns `undefined` for the name of a stage that Fechou does not have. */
export const toStatus = (cell: Cell): LeadStatus | undefined => statusNames.get(fold(toText(cell)))
