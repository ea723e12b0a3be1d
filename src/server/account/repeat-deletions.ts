import { removeAccount } from '../auth/account-store.ts'
import type { Services } from '../services.ts'
import { deletionFiles } from './deletion-files.ts'

/**
 * Deletes the accounts again that a restored backup from before their deletion has brought back. Their Stripe customers are gone
 * since then. Call it before anything is served. Returns their number.
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
  const back = await db.rows<{ id: string }>('select id from accounts where id = any ($1::uuid[])', [ids])
  for (const { id } of back) await db.transaction(tx => removeAccount(tx, id))
  return back.length
}
