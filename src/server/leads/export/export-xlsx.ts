import { Worker } from 'node:worker_threads'
import { type Lead, maxXlsxLeads } from '#contract/leads/leads.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { AppError } from '../../errors.ts'
import { leadFields } from '../fields/lead-columns.ts'
import { systemColumns } from './export-leads.ts'
import type { WorkbookMessage } from './export-xlsx-thread.ts'

const columns: WorkbookMessage['columns'] = [
  ...leadFields.map(({ heading, kind }) => ({ heading, cell: kind.cell })),
  ...systemColumns.map(([heading]) => ({ heading, cell: 'text' as const })),
]

const rowOf = (lead: Lead): (string | number | null)[] => [
  ...leadFields.map(({ field, kind }) =>
    kind.cell === 'text' ? kind.toText(lead[field]) : (lead[field] as string | number | null),
  ),
  ...systemColumns.map(([, value]) => value(lead)),
]

/**
 * Returns a workbook of the leads, built in a worker thread. Throws `validation_failed` for more than `maxXlsxLeads`.
 */
export const createWorkbook = async (pages: AsyncIterable<Lead[]>): Promise<Uint8Array> => {
  const worker = new Worker(`${import.meta.dirname}/export-xlsx-thread.ts`)
  const file = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  // The worker may fail before the result is awaited.
  file.catch(() => {})
  try {
    let count = 0
    for await (const leads of pages) {
      count += leads.length
      if (count > maxXlsxLeads) {
        const format = `O formato XLSX vai até ${formatCount(maxXlsxLeads)} leads. Use CSV ou filtre a lista.`
        throw new AppError('validation_failed', { message: format, fields: { format } })
      }
      worker.postMessage({ columns, rows: leads.map(rowOf) } satisfies WorkbookMessage)
    }
    worker.postMessage({ columns, rows: [], isLast: true } satisfies WorkbookMessage)
    return await file
  } finally {
    await worker.terminate()
  }
}
