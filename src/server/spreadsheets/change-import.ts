import {
  type Import,
  type ImportLayout,
  type ImportOptions,
  type ImportState,
  importTargets,
} from '#contract/spreadsheets/import.ts'
import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { requestJob } from '../jobs/store.ts'
import type { Services } from '../services.ts'
import { importJobName } from './import-jobs.ts'
import { countImportedLeads } from './result-store.ts'
import { findImport, type ImportRow, lockImport, removeParts, sumPartBytes, toImport, updateImport } from './store.ts'

type Context = Pick<Services, 'db' | 'now' | 'wakeJobs'> & { caller: Caller }
type Changes = Parameters<typeof updateImport>[2]

/** Throws `import_busy` unless the import is in one of the states. */
const requireState = (row: ImportRow, ...states: ImportState[]): void => {
  if (!states.includes(row.state)) throw new AppError('import_busy')
}

/**
 * Changes an import under its lock and queues the account's job. Throws `not_found`, or what `decide` throws.
 */
const change = async (
  { db, now, caller, wakeJobs }: Context,
  id: string,
  decide: (row: ImportRow, tx: QueryRunner) => Promise<Changes> | Changes,
): Promise<Import> => {
  const { accountId } = caller
  const changed = await db.transaction(async tx => {
    const row = await lockImport(tx, accountId, id)
    if (!row) throw new AppError('not_found')
    const changes = await decide(row, tx)
    if (Object.keys(changes).length > 0) await updateImport(tx, row, changes)
    await requestJob(tx, { accountId, name: importJobName, dueAt: now() })
    return findImport(tx, accountId, id)
  })
  wakeJobs?.()
  if (!changed) throw new AppError('not_found')
  return toImport(changed, now())
}

/** Each field of a lead comes from one column. */
const rejectRepeatedTargets = (targets: readonly (string | null)[]): void => {
  const repeated = importTargets.find(target => target !== 'extra' && targets.filter(one => one === target).length > 1)
  if (repeated === undefined) return
  const index = targets.lastIndexOf(repeated)
  throw new AppError('validation_failed', {
    fields: { [`columns.${index}.target`]: 'Outra coluna já tem este campo' },
  })
}

/** Reads an uploaded file, or reads and checks it again with other options. */
export const configureImport = (context: Context, id: string, options: ImportOptions): Promise<Import> =>
  change(context, id, async (row, tx) => {
    requireState(row, 'uploading', 'ready', 'failed')
    const { layout, columns, policy, defaultStage, origem, baseLegal } = options
    const choices = {
      ...(policy && { policy }),
      ...(defaultStage && { default_stage: defaultStage }),
      ...(origem !== undefined && { origem }),
      ...(baseLegal !== undefined && { base_legal: baseLegal }),
    }
    // The check counts the same whatever they are.
    if (row.state === 'ready' && !layout && !columns && Object.keys(choices).length > 0) return choices
    const common = {
      ...choices,
      error: null,
      check_result: null,
      last_line: 0,
      done: 0,
    }
    const isUnread = row.state !== 'ready'
    if (isUnread && (await sumPartBytes(tx, row)) !== row.bytes)
      throw new AppError('validation_failed', { message: 'O arquivo não chegou inteiro. Envie de novo.' })
    if (isUnread || layout) {
      const current = row.layout ?? { encoding: null, separator: null, sheet: null, headerRow: -1 }
      // Another encoding, separator or sheet may have its headings in another row.
      const moves = layout && layout.headerRow === undefined ? { headerRow: -1 } : {}
      return {
        ...common,
        layout: layout ? ({ ...current, ...moves, ...layout } as ImportLayout) : row.layout,
        state: 'reading',
      }
    }
    if (columns) {
      rejectRepeatedTargets(columns.map(({ target }) => target))
      if (columns.length !== row.columns.length) throw new AppError('validation_failed')
    }
    const next = row.columns.map((column, index) => ({ ...column, ...columns?.[index] }))
    return { ...common, columns: next, state: 'checking' }
  })

/** Starts the writing of the rows. From here on, no option needs the file. */
export const startImport = (context: Context, id: string): Promise<Import> =>
  change(context, id, async (row, tx) => {
    requireState(row, 'ready')
    await removeParts(tx, row)
    return { state: 'running', started_at: context.now(), last_line: 0, done: 0 }
  })

/** Ends an import. Its current batch is written whole or not at all. */
export const cancelImport = (context: Context, id: string): Promise<Import> =>
  change(context, id, async (row, tx) => {
    requireState(row, 'uploading', 'ready', 'running', 'failed')
    await removeParts(tx, row)
    return { state: 'canceled', finished_at: context.now() }
  })

export const undoImport = (context: Context, id: string): Promise<Import> =>
  change(context, id, async (row, tx) => {
    if (toImport(row, context.now()).undoUntil === null) throw new AppError('import_busy')
    const total = await countImportedLeads(tx, row)
    return { state: 'undoing', undone_by: context.caller.userId, last_lead: null, done: 0, total }
  })
