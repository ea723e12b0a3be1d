import { systemActor } from '../auth/actor.ts'
import type { Db } from '../db/client.ts'
import { insertErasureHashes, insertErasures } from '../leads/write/erased-people.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import type { Services } from '../services.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { anonymizationFiles } from './anonymization-files.ts'
import {
  type Anonymization,
  hasMember,
  insertRepeated,
  listContactsOf,
  listMissing,
  listUnkept,
  markKept,
} from './anonymization-store.ts'
import { erase } from './anonymize.ts'
import { keysOf, listLeadsByContacts, withoutSharedKeys } from './person-store.ts'

/** Copies the anonymizations that have no file yet beside the backups. Does nothing with an external database. */
export const keepAnonymizations = async ({ db, settings, now }: Services): Promise<void> => {
  const { backupDir } = settings
  if (backupDir === undefined) return
  for (let records = await listUnkept(db); records.length > 0; records = await listUnkept(db)) {
    for (const record of records) {
      await anonymizationFiles.write(backupDir, record)
      await markKept(db, record, now())
    }
  }
}

/**
 * Repeats the anonymizations that the database does not have, because a backup from before them was restored. Call it before
 * anything is served. Returns their number.
 */
export const repeatAnonymizations = async (
  { db, settings: { backupDir }, now }: Services,
  printLine: (line: string) => void,
): Promise<number> => {
  if (backupDir === undefined) return 0
  const { records, unreadable } = await anonymizationFiles.read(backupDir)
  for (const name of unreadable) printLine(`O registro da anonimização ${name} está ilegível e não pode ser refeito.`)
  const missing = await listMissing(db, records)
  for (const record of missing) await repeat(db, record, now())
  return missing.length
}

const repeat = (db: Db, record: Anonymization, now: Date): Promise<void> => {
  const { accountId } = record
  const writer = { accountId, actor: systemActor, userId: null }
  return writeLeads(db, writer, { adds: false }, async (leads, _, tx) => {
    const contacts = await listContactsOf(tx, record)
    const phones = [...new Set(contacts.flatMap(({ phone }) => phone ?? []))]
    const emails = [...new Set(contacts.flatMap(({ email }) => email ?? []))]
    const view = { accountId }
    const found = await listLeadsByContacts(tx, view, { leads: record.leadIds, phones, emails })
    const ids = found.map(({ lead }) => lead._id)
    const own = await withoutSharedKeys(tx, view, keysOf(found.map(({ lead }) => lead)), ids)
    const keys = { phones: [...new Set([...phones, ...own.phones])], emails: [...new Set([...emails, ...own.emails])] }
    const erased = await erase(leads, accountId, found, keys)
    await insertRepeated(tx, record)
    const { at, key, keyHashes } = record
    if (key !== null) await insertErasureHashes(tx, { accountId, at, key, keyHashes })
    if (contacts.length > 0) await insertErasures(tx, accountId, [...phones, ...emails], new Date(at))
    if (record.byUser && (await hasMember(tx, accountId, record.byUser)))
      await insertAccountTrailEntry(tx, {
        accountId,
        actorId: record.byUser,
        action: 'anonymize',
        details: { leads: String(erased.leads), reason: 'restore' },
        now,
      })
  })
}
