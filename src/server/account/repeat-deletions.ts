import { removeAccount } from '../auth/account-store.ts'
import type { Services } from '../services.ts'
import { deletionFiles } from './deletion-files.ts'

/**
 * Deletes the accounts again that a restored backup from before their deletion has brought back. Their Stripe customers are gone
 * since then. An account with a pending deletion stays: its owner got an error. Call it before anything is served. Returns the
 * number of deleted accounts.
 */
export const repeatDeletions = async (
  { db, settings: { backupDir } }: Pick<Services, 'db' | 'settings'>,
  printLine: (line: string) => void,
): Promise<number> => {
  if (backupDir === undefined) return 0
  const { records, unreadable } = await deletionFiles.read(backupDir)
  for (const name of unreadable)
    printLine(`O registro da conta excluída ${name} está ilegível e a conta pode ter voltado.`)
  const ids = records.map(({ id }) => id)
  const rows = await db.rows<{ id: string }>('select id from accounts where id = any ($1::uuid[])', [ids])
  const existing = new Set(rows.map(({ id }) => id))
  let deleted = 0
  for (const record of records) {
    const { id, at, isPending } = record
    if (existing.has(id) && !isPending) deleted += await db.transaction(tx => removeAccount(tx, id))
    else if (existing.has(id)) printLine(`A exclusão da conta ${id}, de ${at}, não foi concluída. A conta continua.`)
    else if (isPending)
      await deletionFiles
        .write(backupDir, { ...record, isPending: false })
        .catch(({ message }) => printLine(`O registro da conta excluída ${id} não pôde ser confirmado: ${message}`))
  }
  return deleted
}
