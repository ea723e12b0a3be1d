// Worker thread of export-xlsx.ts.

import { parentPort } from 'node:worker_threads'
import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'
import { lowerThreadPriority } from '../../threads/lower-thread-priority.ts'

lowerThreadPriority()

export interface WorkbookMessage {
  columns: { heading: string; cell: 'text' | 'reais' | 'date' }[]
  /** Dates start with "2026-11-20". */
  rows: (string | number | null)[][]
  isLast?: true
}

const toCell = (value: string | number | null, kind: WorkbookMessage['columns'][number]['cell']): Cell => {
  if (value === null || value === '') return null
  if (kind === 'reais') return { value, type: Number, format: '#,##0.00' }
  if (kind === 'date') return { value: new Date(value), type: Date, format: 'dd/mm/yyyy' }
  return { value: String(value), type: String, format: '@' }
}

const sheet: Row[] = []

parentPort?.on('message', ({ columns, rows, isLast }: WorkbookMessage) => {
  if (sheet.length === 0) sheet.push(columns.map(({ heading }) => ({ value: heading, fontWeight: 'bold' })))
  for (const row of rows) sheet.push(row.map((value, index) => toCell(value, columns[index]?.cell ?? 'text')))
  if (!isLast) return
  const widths = columns.map(({ cell }) => ({ width: cell === 'text' ? 24 : 14 }))
  void writeXlsxFile(sheet, { sheet: 'Leads', columns: widths, stickyRowsCount: 1 })
    .toBuffer()
    .then(file => parentPort?.postMessage(file))
})
