import { v7 as uuidv7 } from 'uuid'
import type { Db, QueryRunner } from '../db/client.ts'
import { listLeadsAfter } from '../leads/read/store.ts'
import { listStories } from '../story/store.ts'
import { type BackedUpLead, writeBackupFile } from './backup-file.ts'
import { type BackupKey, type BackupKind, findBackupContext, insertBackup, insertPart, updateBackup } from './store.ts'

const pageSize = 500
/** A longer snapshot would keep vacuum from its work for all accounts. */
const maxMs = 60_000

async function* readPages(tx: QueryRunner, accountId: string): AsyncGenerator<BackedUpLead[]> {
  const begun = performance.now()
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const leads = await listLeadsAfter(tx, { accountId }, after, pageSize)
    const last = leads.at(-1)
    if (!last) return
    if (performance.now() - begun > maxMs) throw new Error('the backup of the account takes too long')
    const stories = await listStories(
      tx,
      accountId,
      leads.map(({ _id }) => _id),
    )
    yield leads.map(lead => ({ lead, story: stories.get(lead._id) ?? [] }))
    after = last._id
  }
}

/**
 * Stores a backup of all leads with their stories, as they are at one moment. One transaction, so that a killed process leaves
 * nothing behind. It counts only after `verifyBackup`.
 */
export const createBackup = (
  db: Db,
  accountId: string,
  { kind, day, now, expiresAt = null }: { kind: BackupKind; day: string; now: Date; expiresAt?: Date | null },
): Promise<BackupKey> =>
  db.transaction(async tx => {
    await tx.run('set transaction isolation level repeatable read')
    const context = await findBackupContext(tx, accountId)
    if (!context) throw new Error('the account of a backup was deleted')
    const key = { account_id: accountId, id: uuidv7() }
    await insertBackup(tx, { ...key, kind, day, seq: context.seq, createdAt: now, expiresAt })
    const manifest = { createdAt: now.toISOString(), ...context }
    const counts = await writeBackupFile(manifest, readPages(tx, accountId), (part, content) =>
      insertPart(tx, key, part, content),
    )
    await updateBackup(tx, key, counts)
    return key
  })
