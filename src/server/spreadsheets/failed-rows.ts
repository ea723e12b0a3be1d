import { csvLine, toCsvCell } from '#contract/values/csv.ts'
import type { Db } from '../db/client.ts'
import { toText } from './convert-value.ts'
import { listFailures } from './result-store.ts'
import { findChunk, type ImportRow } from './store.ts'

/** Streams the rows that were not imported, as CSV with the file's headings, the line and the reason. Importable again. */
export async function* streamFailedRows(db: Db, row: ImportRow): AsyncGenerator<string> {
  const headings = row.columns.map(({ heading }) => heading)
  yield `\uFEFF${csvLine([...headings, 'Linha', 'Motivo'].map(toCsvCell))}`
  for (let line = 0; ; ) {
    const chunk = await findChunk(db, row, line)
    if (!chunk) return
    const last = chunk.firstLine + chunk.rows.length - 1
    const failures = await listFailures(db, row, line, last)
    const lines = failures.map(({ line: failed, reason }) => {
      const cells = chunk.rows[failed - chunk.firstLine] ?? []
      const texts = headings.map((_, index) => toText(cells[index] ?? null))
      return csvLine([...texts, String(failed), reason].map(toCsvCell))
    })
    if (lines.length > 0) yield lines.join('')
    line = last
  }
}
