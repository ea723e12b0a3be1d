import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ImportFileError } from './file-kind.ts'
import { type Cell, maxColumns, tooManyColumns } from './read-text.ts'

export interface WorkbookMessage {
  sheets?: string[]
  /** Sheet that is read. */
  sheet?: string
  rows?: Cell[][]
  isLast?: true
  refusal?: string
}

const timeoutMs = 60_000
const resourceLimits = { maxOldGenerationSizeMb: 768 }

const unreadable = 'A planilha é grande demais para ser lida. Salve como CSV e envie de novo.'

export interface Workbook {
  sheets: string[]
  sheet: string
  rows: AsyncGenerator<Cell[][]>
}

/**
 * Reads a sheet of a workbook in a worker thread, which is stopped when it takes too long or too much memory. `file` cannot
 * be read afterwards. Throws `ImportFileError`, also while the rows are read.
 */
export const readWorkbook = async (file: ArrayBuffer, sheet: string | null): Promise<Workbook> => {
  const worker = new Worker(`${import.meta.dirname}/read-workbook-thread.ts`, {
    workerData: { file: new Uint8Array(file), sheet },
    transferList: [file],
    resourceLimits,
  })
  const messages = on(worker, 'message', {
    close: ['exit'],
    signal: AbortSignal.timeout(timeoutMs),
  }) as AsyncIterableIterator<[WorkbookMessage]>
  const next = async (): Promise<WorkbookMessage> => {
    try {
      const { value, done } = await messages.next()
      if (done || !value) throw new ImportFileError(unreadable)
      if (value[0].refusal !== undefined) throw new ImportFileError(value[0].refusal)
      return value[0]
    } catch (error) {
      await worker.terminate()
      throw error instanceof ImportFileError ? error : new ImportFileError(unreadable)
    }
  }
  const { sheets = [], sheet: chosen = '' } = await next()
  const rows = async function* (): AsyncGenerator<Cell[][]> {
    try {
      for (let message = await next(); !message.isLast; message = await next()) {
        const read = message.rows ?? []
        if (read.some(row => row.length > maxColumns)) throw tooManyColumns()
        yield read
      }
    } finally {
      await worker.terminate()
    }
  }
  return { sheets, sheet: chosen, rows: rows() }
}
