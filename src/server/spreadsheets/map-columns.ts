import type { ImportColumn, ImportTarget } from '#contract/spreadsheets/import.ts'
import { foldFieldName, leadFieldNames } from '../leads/fields/field-names.ts'
import { type ColumnValues, findReading } from './column-values.ts'
import { toText } from './convert-value.ts'
import type { Cell } from './read-text.ts'

/** Headings of each target, folded. The first target that a heading fits takes the column. */
const synonyms: [ImportTarget, readonly string[]][] = [
  ['id', ['id', 'id do fechou']],
  ['dataFechamento', ['fechamento', 'data de fechamento', 'data fechamento', 'closing date', 'close date']],
  [
    'dataProspeccao',
    ['prospeccao', 'data de prospeccao', 'data', 'data do contato', 'primeiro contato', 'date', 'data de entrada'],
  ],
  ['negocio', leadFieldNames.negocio],
  ['nome', leadFieldNames.nome],
  ['telefone', leadFieldNames.telefone],
  ['origem', ['origem', 'origem dos dados']],
  ['baseLegal', ['base legal', 'base legal lgpd']],
  ['email', leadFieldNames.email],
  [
    'valorServico',
    [
      'valor',
      'valor do servico',
      'preco',
      'orcamento',
      'ticket',
      'value',
      'price',
      'amount',
      'valor r',
      'valor total',
      'total',
    ],
  ],
  ['status', ['etapa', 'status', 'fase', 'funil', 'situacao', 'stage', 'estagio']],
  ['formaPagamento', ['forma de pagamento', 'pagamento', 'payment', 'payment method']],
  ['prazoEntrega', ['prazo de entrega', 'prazo', 'entrega', 'delivery', 'deadline']],
  ['descricaoServico', leadFieldNames.descricaoServico],
]

/** Columns of exports that describe the file, not the lead. */
const ignored = ['criado em', 'atualizado em', 'linha', 'motivo', 'created at', 'updated at']

/** A heading may list several names: "Fone/Celular/Whats". */
const namesIn = (heading: string): string[] => [
  foldFieldName(heading),
  ...heading.split(/[/|,]| ou /).map(foldFieldName),
]

const targetOfHeading = (heading: string): ImportTarget | undefined =>
  ignored.includes(foldFieldName(heading))
    ? undefined
    : synonyms.find(([, names]) => namesIn(heading).some(name => names.includes(name)))?.[0]

/**
 * Returns the number of the row with the headings: the first with two known headings, otherwise the first with the most texts
 * if the row below differs in kind; 0 for a file without headings. `rows` are the first rows.
 */
export const findHeaderRow = (rows: readonly Cell[][]): number => {
  const known = rows.findIndex(row => row.filter(cell => targetOfHeading(toText(cell)) !== undefined).length >= 2)
  if (known >= 0) return known + 1
  const isLabel = (cell: Cell) => typeof cell === 'string' && !/[\d@]/.test(cell)
  const labels = rows.map(row => row.filter(isLabel).length)
  const most = Math.max(0, ...labels)
  const first = labels.indexOf(most)
  const below = rows[first + 1] ?? []
  const isHeader =
    most >= 1 &&
    rows[first]?.every(cell => cell === null || isLabel(cell)) &&
    below.some(cell => cell !== null && !isLabel(cell))
  return isHeader ? first + 1 : 0
}

const targetOfValues = ({ filled, mails, phones, money, dates }: ColumnValues): ImportTarget | undefined => {
  const isMost = (count: number) => filled > 0 && count > filled * 0.6
  if (isMost(mails)) return 'email'
  if (isMost(phones)) return 'telefone'
  if (isMost(dates)) return 'dataProspeccao'
  return isMost(money) ? 'valorServico' : undefined
}

const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`

const readingOf = (target: ImportTarget | null, values: ColumnValues) => {
  if (target === 'valorServico') return findReading(values, 'money')
  if (target === 'dataProspeccao' || target === 'dataFechamento') return findReading(values, 'date')
  return { reading: null, isProven: false }
}

/** Headings of the columns; letters as in a spreadsheet where there are none. */
export const headingsOf = (header: readonly Cell[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => toText(header[index] ?? null) || `Coluna ${columnName(index)}`)

/** Gives each column a target by its heading, then by its values. Each target is given once. */
export const mapColumns = (headings: readonly string[], values: readonly ColumnValues[]): ImportColumn[] => {
  const taken = new Set<ImportTarget>()
  const take = (target: ImportTarget | undefined): ImportTarget | null => {
    if (target === undefined || taken.has(target)) return null
    taken.add(target)
    return target
  }
  const byHeading = headings.map(heading => take(targetOfHeading(heading)))
  return headings.map((heading, index) => {
    const column = values[index]
    const isUnknown = !ignored.includes(foldFieldName(heading)) && targetOfHeading(heading) === undefined
    const target = byHeading[index] ?? (isUnknown && column ? take(targetOfValues(column)) : null)
    return { heading, samples: column?.samples ?? [], target, ...withReading(target, column) }
  })
}

/** Returns how a column is read once it has a target. */
export const withReading = (target: ImportTarget | null, values: ColumnValues | undefined) =>
  values ? readingOf(target, values) : { reading: null, isProven: false }
