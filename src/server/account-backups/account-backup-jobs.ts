import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Lead } from '#contract/leads/leads.ts'
import { restoreUndoDays } from '#contract/retention.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Job } from '../jobs/job.ts'
import { workUntilDone } from '../jobs/work-until-done.ts'
import { listLeadsAfter } from '../leads/read/store.ts'
import type { Services } from '../services.ts'
import type { BackedUpLead } from './backup-file.ts'
import { createBackup } from './create-backup.ts'
import { backupDay, maintainAllBackups, makeRequestedBackup } from './daily-backups.ts'
import { planRestore, toBatches } from './plan-restore.ts'
import { backupJobName } from './request-backup.ts'
import {
  countRestoredLeads,
  findRestoreWork,
  listRestoredLeads,
  lockRestore,
  type RestoreRow,
  removeOldRestoredLeads,
  updateRestore,
} from './restore-store.ts'
import { findRestoreWriter } from './restore-writer.ts'
import { countSteps, endRestore, runBatch } from './run-restore.ts'
import { listHeirs } from './store.ts'
import { createLeadFinder, endUndo, findMerges, undoBatch } from './undo-restore.ts'
import { readBackup, unusableBackup, verifyBackup } from './verify-backup.ts'

type Log = Record<'error', (about: object, message: string) => void>

export const restoreJobName = 'restore-account'

const dayMs = 24 * 60 * 60 * 1000
const batchSize = 200
const withoutPlan = 'O plano da conta não inclui cópias no momento. O que já tinha voltado continua na conta.'

async function* readCurrentLeads(db: Db, accountId: string): AsyncGenerator<Lead> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const leads = await listLeadsAfter(db, { accountId }, after, batchSize)
    yield* leads
    if (leads.length < batchSize) return
    after = leads.at(-1)?._id ?? after
  }
}

/** Reads the backup that was made before the restore. */
const readSafetyBackup = (db: Db, { account_id, safety_id }: RestoreRow): AsyncIterable<BackedUpLead> => {
  if (safety_id === null) throw new Error('the restore has no backup before it')
  return readBackup(db, { account_id, id: safety_id })
}

async function* readBackedUpLeads(db: Db, row: RestoreRow): AsyncGenerator<Lead> {
  for await (const { lead } of readSafetyBackup(db, row)) yield lead
}

/** Batches of what is left to do, compared with the given leads of the account. */
const planBatches = async (db: Db, row: RestoreRow, current: AsyncIterable<Lead>) => {
  const { account_id, backup_id, mode, last_lead } = row
  const heirs = await listHeirs(db, account_id)
  const steps = planRestore(readBackup(db, { account_id, id: backup_id }), current, { mode, heirs })
  return toBatches(steps, batchSize, last_lead)
}

/** Changes a restore that is still in its state. */
const advance = (db: Db, { account_id, id, state }: RestoreRow, changes: Parameters<typeof updateRestore>[2]) =>
  db.transaction(async tx => {
    const row = await lockRestore(tx, account_id, id)
    if (row?.state === state) await updateRestore(tx, row, changes)
  })

const preview = async (db: Db, row: RestoreRow): Promise<void> => {
  const batches = await planBatches(db, row, readCurrentLeads(db, row.account_id))
  const counts = await countSteps(db, row.account_id, row.mode, batches)
  const total = counts.returning + counts.changing + counts.removing + counts.erased
  await advance(db, row, { state: 'ready', preview: counts, total })
}

/** Makes the backup that the undo needs. Both backups are read as a whole before anything is written. */
const copy = async (db: Db, row: RestoreRow, timezone: string, now: Date): Promise<void> => {
  const expiresAt = new Date(now.getTime() + (restoreUndoDays + 1) * dayMs)
  const key = await createBackup(db, row.account_id, {
    kind: 'before-restore',
    day: backupDay(timezone, now),
    now,
    expiresAt,
  })
  const isUsable = (await verifyBackup(db, key, now)) && (await verifyBackup(db, { ...key, id: row.backup_id }, now))
  if (!isUsable) throw unusableBackup()
  await advance(db, row, { state: 'running', safety_id: key.id })
}

const run = async ({ db, now }: Services, found: RestoreRow, save: () => Promise<void>): Promise<void> => {
  let row = found
  for await (const steps of await planBatches(db, row, readBackedUpLeads(db, row))) {
    const writer = await findRestoreWriter(db, row, now())
    if (!writer.mayRestore) return endRestore(db, row, writer, { state: 'canceled', error: withoutPlan, now: now() })
    const next = await runBatch(db, row, writer, steps)
    if (!next) return
    row = next
    await save()
    // Other requests go first.
    await nextTurn()
  }
  await endRestore(db, row, await findRestoreWriter(db, row, now()), { state: 'done', now: now() })
}

const undo = async ({ db, now }: Services, found: RestoreRow, save: () => Promise<void>): Promise<void> => {
  let row = found
  const findLead = createLeadFinder(readSafetyBackup(db, row))
  // Only a whole former state brings merged leads back.
  const merges = row.mode === 'state' ? await findMerges(readSafetyBackup(db, row)) : new Map<string, string>()
  for (;;) {
    const writer = await findRestoreWriter(db, row, now())
    const batch = await listRestoredLeads(db, row, row.last_lead, batchSize)
    if (batch.length === 0) return endUndo(db, row, writer, now())
    const before = new Map<string, Lead>()
    for (const { id, action } of batch) {
      const lead = action === 'change' ? await findLead(id) : undefined
      if (lead) before.set(id, lead)
    }
    const next = await undoBatch(db, row, writer, { batch, before, merges })
    if (!next) return
    row = next
    await save()
    await nextTurn()
  }
}

const work = async (services: Services, row: RestoreRow, save: () => Promise<void>): Promise<void> => {
  const { db, now } = services
  if (row.state === 'checking') return preview(db, row)
  if (row.state === 'running') return run(services, row, save)
  if (row.state === 'undoing') return undo(services, row, save)
  const writer = await findRestoreWriter(db, row, now())
  return copy(db, row, writer.timezone, now())
}

/** What the user can be told ends a restore; it may have written a part, which an undo takes back. */
const fail = async ({ db, now }: Services, row: RestoreRow, error: AppError): Promise<void> => {
  const hasWritten = (await countRestoredLeads(db, row)) > 0
  const state = hasWritten ? 'canceled' : 'failed'
  await advance(db, row, { state, error: error.message, finished_at: now() })
}

const runRestores = (services: Services, accountId: string, save: () => Promise<void>): Promise<void> =>
  workUntilDone(services.db, {
    accountId,
    name: restoreJobName,
    find: findRestoreWork,
    work: async row => {
      await work(services, row, save).catch(error => {
        if (!(error instanceof AppError)) throw error
        return fail(services, row, error)
      })
      await save()
    },
  })

export const accountBackupJobs = (services: Services, log: Log): Job[] => [
  {
    name: restoreJobName,
    leaseMs: 5 * 60 * 1000,
    run: ({ accountId, save }) => runRestores(services, accountId ?? '', () => save({})),
  },
  {
    name: backupJobName,
    leaseMs: 10 * 60 * 1000,
    run: run => makeRequestedBackup(services, log, run),
  },
  {
    name: 'account-backups',
    intervalMs: 60 * 60 * 1000,
    leaseMs: 10 * 60 * 1000,
    run: async run => {
      await maintainAllBackups(services, log, run)
      await removeOldRestoredLeads(services.db, new Date(services.now().getTime() - restoreUndoDays * dayMs))
    },
  },
]
