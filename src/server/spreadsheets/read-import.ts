import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type ImportColumn,
  type ImportLayout,
  maxImportBytes,
  maxImportRows,
  type Separator,
} from '#contract/spreadsheets/import.ts'
import { formatCount } from '#contract/values/numbers.ts'
import type { Db } from '../db/client.ts'
import { addValue, type ColumnValues, emptyColumn } from './column-values.ts'
import { isBlank, rowsPerTurn } from './convert-row.ts'
import { decodeFile, findEncoding } from './decode.ts'
import { findFileKind, ImportFileError } from './file-kind.ts'
import { findHeaderRow, headingsOf, mapColumns, withReading } from './map-columns.ts'
import { type Cell, findSeparator, readText } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'
import { findSavedChoices, type ImportRow, insertChunk, readParts, removeChunks, updateImport } from './store.ts'

interface OpenedFile {
  layout: ImportLayout
  sheets: string[]
  rows: AsyncIterable<Cell[][]>
}

const chunkRows = 500
const sampleCharacters = 200_000
const headBytes = 1_000_000

async function* inChunks(rows: AsyncIterable<Cell[]>): AsyncGenerator<Cell[][]> {
  let chunk: Cell[][] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < chunkRows) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

const readSample = async (text: AsyncIterable<string>): Promise<string> => {
  let sample = ''
  for await (const piece of text) {
    sample += piece
    if (sample.length >= sampleCharacters) return sample.slice(0, sampleCharacters)
  }
  return sample
}

const readStart = async (parts: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of parts) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= maxBytes) break
  }
  const start = new Uint8Array(Math.min(maxBytes, bytes))
  let at = 0
  for (const piece of pieces) {
    start.set(piece.subarray(0, start.length - at), at)
    at += piece.length
  }
  return start
}

const openFile = async (db: Db, row: ImportRow): Promise<OpenedFile> => {
  const parts = () => readParts(db, row)
  const head = await readStart(parts(), headBytes)
  if (head.length === 0) throw new ImportFileError('O arquivo está vazio.')
  const { layout } = row
  const headerRow = layout?.headerRow ?? -1
  if (findFileKind(head) === 'xlsx') {
    const { sheets, sheet, rows } = await readWorkbook(
      (await readStart(parts(), maxImportBytes)).buffer,
      layout?.sheet ?? null,
    )
    return { layout: { encoding: null, separator: null, sheet, headerRow }, sheets, rows }
  }
  const encoding = layout?.encoding ?? (await findEncoding(head, parts))
  const separator: Separator =
    layout?.separator ?? (await findSeparator(await readSample(decodeFile(parts(), encoding))))
  const rows = inChunks(readText(decodeFile(parts(), encoding), separator))
  return { layout: { encoding, separator, sheet: null, headerRow }, sheets: [], rows }
}

/** Ignores trailing columns without any value, which spreadsheets often have. */
const usedColumns = (header: readonly Cell[], columns: readonly ColumnValues[]): number =>
  Math.max(
    header.findLastIndex(cell => cell !== null && String(cell).trim() !== '') + 1,
    columns.findLastIndex(({ filled }) => filled > 0) + 1,
  )

/** The columns of the last import of a file with the same headings, with the values of this file. */
const reuse = (saved: readonly ImportColumn[], found: readonly ImportColumn[], values: readonly ColumnValues[]) =>
  found.map((column, index) => {
    const target = saved[index]?.target ?? null
    return { ...column, target, ...withReading(target, values[index]) }
  })

/**
 * Reads the uploaded file into chunks, replacing earlier ones, and finds its layout and columns. Nothing is kept in memory but
 * one chunk. Calls `onProgress` for each. Throws `ImportFileError`.
 */
export const readImport = async (db: Db, row: ImportRow, onProgress: () => Promise<void>): Promise<void> => {
  const { layout, sheets, rows } = await openFile(db, row)
  await removeChunks(db, row)
  const values: ColumnValues[] = []
  let [lines, dataRows] = [0, 0]
  let header: Cell[] = []
  for await (const chunk of rows) {
    if (lines === 0) {
      if (layout.headerRow < 0) layout.headerRow = findHeaderRow(chunk.slice(0, 30))
      header = chunk[layout.headerRow - 1] ?? []
    }
    for (const [index, cells] of chunk.entries()) {
      if (index % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
      if (lines + index < layout.headerRow || isBlank(cells)) continue
      dataRows++
      for (const [column, cell] of cells.entries()) {
        values[column] ??= emptyColumn()
        addValue(values[column], cell)
      }
    }
    if (dataRows > maxImportRows)
      throw new ImportFileError(
        `O arquivo tem mais de ${formatCount(maxImportRows)} linhas. Divida-o e importe em partes.`,
      )
    await insertChunk(db, row, lines + 1, chunk)
    lines += chunk.length
    await onProgress()
  }
  if (dataRows === 0) throw new ImportFileError('O arquivo não tem nenhuma linha com dados.')
  for (let index = 0; index < header.length; index++) values[index] ??= emptyColumn()
  const complete = Array.from(values, column => column ?? emptyColumn())
  const headings = headingsOf(header, usedColumns(header, complete))
  const key = layout.headerRow > 0 ? JSON.stringify(headings) : null
  const found = mapColumns(headings, complete)
  const saved = key === null ? undefined : await findSavedChoices(db, row.account_id, key)
  await updateImport(db, row, {
    layout,
    sheets,
    columns: saved ? reuse(saved.columns, found, complete) : found,
    origem: row.origem ?? saved?.origem ?? null,
    base_legal: row.base_legal ?? saved?.base_legal ?? null,
    headings: key,
    total: dataRows,
    state: 'checking',
    last_line: 0,
    done: 0,
  })
}
