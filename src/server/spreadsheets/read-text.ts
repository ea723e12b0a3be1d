import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { type Separator, separators } from '#contract/spreadsheets/import.ts'
import { ImportFileError } from './file-kind.ts'

/** Cell of a row: a text, a number of a workbook, or null for an empty one. Dates of workbooks are "2026-11-20". */
export type Cell = string | number | null

export const maxColumns = 300
export const maxCellCharacters = 1_000_000
export const tooLongCell = 'Uma célula ou linha passa de 1 milhão de caracteres. Confira as aspas (") do arquivo.'

export const tooManyColumns = (): ImportFileError =>
  new ImportFileError(`O arquivo tem mais de ${maxColumns} colunas. Deixe só as que interessam e envie de novo.`)

const parser = (delimiter: string) =>
  parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    // Each row keeps its number in the spreadsheet.
    skip_empty_lines: false,
    max_record_size: maxCellCharacters,
  })

const toFileError = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new ImportFileError(tooLongCell)
  return new ImportFileError(`A linha ${error.lines} tem aspas (") que não fecham. Corrija-a e envie de novo.`)
}

const toCells = (fields: string[]): Cell[] => {
  if (fields.length > maxColumns) throw tooManyColumns()
  return fields.map(field => (field === '' ? null : field))
}

const pieceCharacters = 8192

/** The parser reads a piece at once: all its rows are in memory, and other requests wait for it. */
async function* inPieces(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of text)
    for (let start = 0, end = 0; start < part.length; start = end) {
      const isSplitPair = /[\ud800-\udbff]/.test(part.charAt(start + pieceCharacters - 1))
      end = start + pieceCharacters + Number(isSplitPair)
      yield part.slice(start, end)
      await nextTurn()
    }
}

/** Reads rows of text. `sep=;` in the first row is Excel's mark of the separator and becomes an empty row. */
export async function* readText(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<Cell[]> {
  // Unlike `pipe`, `pipeline` passes an error of the text on to the rows.
  const rows = pipeline(Readable.from(inPieces(text)), parser(separator), () => {})
  try {
    let isFirst = true
    for await (const fields of rows as AsyncIterable<string[]>) {
      yield isFirst && /^sep=/i.test(fields[0] ?? '') ? [] : toCells(fields)
      isFirst = false
    }
  } catch (error) {
    throw toFileError(error)
  }
}

/** Returns how many rows have the most frequent number of columns above one. */
const regularity = async (sample: string, separator: Separator): Promise<number> => {
  const counts = new Map<number, number>()
  try {
    for await (const cells of readText(
      (async function* () {
        yield sample
      })(),
      separator,
    )) {
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    }
  } catch {
    // The sample may end within quotes; the rows before count.
  }
  return Math.max(0, ...[...counts].map(([columns, rows]) => rows * Math.min(columns, 20) ** 0.5))
}

/** Finds the separator that gives the most rows the same number of columns. A comma inside quotes separates nothing. */
export const findSeparator = async (sample: string): Promise<Separator> => {
  const marked = /^\uFEFF?sep=([;,\t|])/i.exec(sample)?.[1]
  if (marked) return marked as Separator
  const end = sample.lastIndexOf('\n')
  const whole = end > 0 ? sample.slice(0, end) : sample
  const scores = await Promise.all(separators.map(separator => regularity(whole, separator)))
  const best = Math.max(...scores)
  return separators[scores.indexOf(best)] ?? ';'
}
