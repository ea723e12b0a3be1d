import { randomUUID } from 'node:crypto'
import type { Lead } from '#contract/leads/leads.ts'
import { insertAccount } from '../auth/account-store.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { listLeadsById } from '../leads/read/store.ts'
import { reinsertLeads } from '../leads/write/lead-batches.ts'
import { restoreStories } from '../story/store.ts'
import type { BackedUpLead } from './backup-file.ts'
import { hasSameFields } from './plan-restore.ts'
import { type BackupKey, updateBackup } from './store.ts'
import { readBackup } from './verify-backup.ts'

const batchSize = 500

class RollBack extends Error {
  override name = 'RollBack'
}

/** Without the account's members and reasons, which the scratch account does not have. */
const forScratch = (lead: Lead): Lead => ({ ...lead, userId: null, lostReasonId: null })

const loadBatch = async (tx: QueryRunner, accountId: string, batch: readonly BackedUpLead[]): Promise<void> => {
  const leads = batch.map(({ lead }) => forScratch(lead))
  const ids = await reinsertLeads(tx, accountId, leads)
  const stories = batch.map(({ lead, story }) => ({ leadId: lead._id, story }))
  const entries = await restoreStories(tx, accountId, stories)
  const loaded = new Map((await listLeadsById(tx, { accountId }, ids)).map(lead => [lead._id, lead]))
  const isComplete = leads.every(lead => {
    const found = loaded.get(lead._id)
    return found !== undefined && hasSameFields(found, lead)
  })
  if (!isComplete || entries !== stories.reduce((sum, { story }) => sum + story.length, 0))
    throw new Error('the backup of the account cannot be loaded')
}

const createScratchAccount = async (tx: QueryRunner): Promise<string> => {
  const accountId = randomUUID()
  await insertAccount(tx, {
    accountId,
    identityId: randomUUID(),
    nome: 'Scratch account',
    email: `${accountId}@scratch.invalid`,
    passwordHash: '',
    trialEnd: new Date(0),
    isDemonstration: false,
  })
  return accountId
}

/**
 * Loads all leads and stories of a backup into a scratch account and compares them, in a transaction that is rolled back. Throws
 * if one of them is missing or different.
 */
export const loadBackup = async (db: Db, key: BackupKey, now: Date): Promise<void> => {
  const load = db.transaction(async tx => {
    const accountId = await createScratchAccount(tx)
    let batch: BackedUpLead[] = []
    for await (const lead of readBackup(db, key)) {
      if (batch.push(lead) < batchSize) continue
      await loadBatch(tx, accountId, batch)
      batch = []
    }
    await loadBatch(tx, accountId, batch)
    throw new RollBack()
  })
  await load.catch(error => {
    if (!(error instanceof RollBack)) throw error
  })
  await updateBackup(db, key, { loaded_at: now })
}
