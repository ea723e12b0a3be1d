import type { ColumnReading } from '#contract/spreadsheets/import.ts'
import { toText } from './convert-value.ts'
import type { Cell } from './read-text.ts'

/** What the values of a column look like. */
export interface ColumnValues {
  samples: string[]
  filled: number
  mails: number
  phones: number
  money: number
  dates: number
  /** Values that only one reading has. */
  proof: Record<ColumnReading, number>
}

export const emptyColumn = (): ColumnValues => ({
  samples: [],
  filled: 0,
  mails: 0,
  phones: 0,
  money: 0,
  dates: 0,
  proof: { br: 0, us: 0, dmy: 0, mdy: 0 },
})

const maxSamples = 3
const maxSampleLength = 60

const addProof = ({ proof }: ColumnValues, text: string): void => {
  const number = text.replace(/[R$\s\u00a0]/g, '')
  if (/^\d[\d.]*,\d{1,2}$/.test(number)) proof.br++
  else if (/^\d[\d,]*\.\d{1,2}$/.test(number) || /^\d{1,3}(,\d{3}){2,}$/.test(number)) proof.us++
  else if (/^\d{1,3}(\.\d{3}){2,}$/.test(number)) proof.br++
  const [, first, second] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(text) ?? []
  if (first && Number(first) > 12) proof.dmy++
  else if (second && Number(second) > 12) proof.mdy++
}

/** Adds one cell to what is known about its column. */
export const addValue = (column: ColumnValues, cell: Cell): void => {
  const text = toText(cell)
  if (text === '') return
  column.filled++
  if (column.samples.length < maxSamples) {
    const sample = text.length > maxSampleLength ? `${text.slice(0, maxSampleLength)}…` : text
    if (!column.samples.includes(sample)) column.samples.push(sample)
  }
  if (text.length > 60) return
  const digits = text.replace(/\D/g, '').length
  if (/^\S+@\S+\.\S+$/.test(text)) column.mails++
  else if (/^\d{4}-\d{1,2}-\d{1,2}|^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b/.test(text)) column.dates++
  else if (/^[+(\d][\d\s().+-]*$/.test(text) && digits >= 10 && digits <= 14) column.phones++
  else if (/R\$|^\d[\d.,]*[.,]\d{2}$/.test(text) || typeof cell === 'number') column.money++
  addProof(column, text)
}

/** Returns the reading that the values prove, the Brazilian one without proof. Contradicting values count. */
export const findReading = (
  { proof }: ColumnValues,
  kind: 'money' | 'date',
): { reading: ColumnReading; isProven: boolean } => {
  const [home, abroad] = kind === 'money' ? (['br', 'us'] as const) : (['dmy', 'mdy'] as const)
  return proof[abroad] > proof[home]
    ? { reading: abroad, isProven: true }
    : { reading: home, isProven: proof[home] > 0 }
}
