// Worker thread of read-workbook.ts.

import { parentPort, workerData } from 'node:worker_threads'
import readXlsxFile from 'read-excel-file/node'
import { lowerThreadPriority } from '../threads/lower-thread-priority.ts'
import { type Cell, maxCellCharacters, tooLongCell } from './read-text.ts'
import type { WorkbookMessage } from './read-workbook.ts'
import { brokenWorkbook, unpackWorkbook, WorkbookRefusal } from './unpack-workbook.ts'

lowerThreadPriority()

const rowsPerMessage = 500

const toCell = (value: unknown): Cell => {
  if (typeof value === 'string' && value.length > maxCellCharacters) throw new WorkbookRefusal(tooLongCell)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10)
  if (typeof value === 'number' || typeof value === 'string') return value === '' ? null : value
  return typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : null
}

const send = (message: WorkbookMessage): void => parentPort?.postMessage(message)

const { file, sheet } = workerData as { file: Uint8Array; sheet: string | null }
try {
  const unpacked = await unpackWorkbook(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  const sheets = await readXlsxFile(unpacked, { trim: false }).catch(() => {
    throw new WorkbookRefusal(brokenWorkbook)
  })
  const chosen = sheets.find(one => one.sheet === sheet) ?? sheets.find(({ data }) => data.length > 0) ?? sheets[0]
  if (!chosen) throw new WorkbookRefusal(brokenWorkbook)
  send({ sheets: sheets.map(one => one.sheet), sheet: chosen.sheet })
  const rows = chosen.data as unknown[][]
  for (let start = 0; start < rows.length; start += rowsPerMessage)
    send({ rows: rows.slice(start, start + rowsPerMessage).map(row => row.map(toCell)) })
  send({ isLast: true })
} catch (error) {
  if (!(error instanceof WorkbookRefusal)) throw error
  send({ refusal: error.message })
}
