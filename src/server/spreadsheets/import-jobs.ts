import { setImmediate as nextTurn } from 'node:timers/promises'
import { importUndoDays } from '#contract/retention.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Job, JobRun } from '../jobs/job.ts'
import { withSmallHeap } from '../jobs/with-small-heap.ts'
import { workUntilDone } from '../jobs/work-until-done.ts'
import type { Services } from '../services.ts'
import { checkImport } from './check-import.ts'
import { ImportFileError } from './file-kind.ts'
import { findImportWriter } from './import-writer.ts'
import { readImport } from './read-import.ts'
import { removeOldRows, removeOldUploads, removeUnneededParts, undoTables } from './result-store.ts'
import { runNextChunk } from './run-import.ts'
import { findImportWork, type ImportRow, removeChunks, removeParts, updateImport } from './store.ts'
import { undoNextBatch } from './undo-import.ts'

export const importJobName = 'import'

const dayMs = 24 * 60 * 60 * 1000

const endWithoutAccess = async ({ db, now }: Services, row: ImportRow): Promise<void> => {
  const error = 'A conta ficou sem plano ativo. O que já tinha sido importado continua na conta.'
  await updateImport(db, row, { state: 'canceled', error, finished_at: now() })
}

/** Does the next step of an import. */
const work = async (services: Services, row: ImportRow, onProgress: () => Promise<void>): Promise<void> => {
  const { db, now } = services
  const writer = await findImportWriter(db, row, now())
  if (row.state === 'reading') await readImport(db, row, onProgress)
  else if (row.state === 'checking') await checkImport(db, row, writer, onProgress)
  else if (!writer.mayWrite && row.state === 'running') await endWithoutAccess(services, row)
  else if (row.state === 'running') await runNextChunk(db, row, writer, now())
  else await undoNextBatch(db, row, writer, now())
}

/** A file that cannot be read leaves nothing behind but its reason. */
const fail = async ({ db }: Services, row: ImportRow, error: ImportFileError): Promise<void> => {
  await removeChunks(db, row)
  // With a layout, another choice may still read the file.
  if (!row.layout) await removeParts(db, row)
  await updateImport(db, row, { state: 'failed', error: error.message })
}

const runImports = (services: Services, accountId: string, save: () => Promise<void>): Promise<void> =>
  workUntilDone(services.db, {
    accountId,
    name: importJobName,
    find: findImportWork,
    work: async row => {
      await work(services, row, save).catch(error => {
        if (!(error instanceof ImportFileError)) throw error
        return fail(services, row, error)
      })
      await save()
      // Other requests go first.
      await nextTurn()
    },
  })

/** Deletes uploads that were abandoned for a day, files that nothing needs, and what only an undo needs after its 30 days. */
export const maintainImports = async ({ db, now }: Services, save: JobRun['save']): Promise<void> => {
  const before = (days: number) => new Date(now().getTime() - days * dayMs)
  await deleteInBatches(
    save,
    limit => removeUnneededParts(db, limit),
    limit => removeOldUploads(db, before(1), limit),
    ...undoTables.map(table => (limit: number) => removeOldRows(db, table, before(importUndoDays), limit)),
  )
}

export const importJobs = (services: Services): Job[] => [
  {
    name: importJobName,
    leaseMs: 2 * 60 * 1000,
    run: ({ accountId, save }) => withSmallHeap(() => runImports(services, accountId ?? '', () => save({}))),
  },
  {
    name: 'maintain-imports',
    intervalMs: 60 * 60 * 1000,
    leaseMs: 10 * 60 * 1000,
    run: ({ save }) => maintainImports(services, save),
  },
]
