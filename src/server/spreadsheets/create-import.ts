import { v7 as uuidv7 } from 'uuid'
import { defaultImportStage } from '#contract/spreadsheets/import.ts'
import type { Caller } from '../auth/access.ts'
import { lockAccount } from '../auth/account-store.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { cancelUnstarted, insertImport, sumImportBytes } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Files are stored until their import starts or is canceled, and their rows for 30 days. */
const maxDailyBytes = 100_000_000

/**
 * Begins an import and returns its id. An account has one import that has not started, so that abandoned files do not add up.
 * Throws `payload_too_large` beyond `maxDailyBytes` in 24 hours.
 */
export const createImport = (
  { db, now, caller }: Pick<Services, 'db' | 'now'> & { caller: Caller },
  { fileName, bytes }: { fileName: string; bytes: number },
): Promise<string> =>
  db.transaction(async tx => {
    const { accountId, userId } = caller
    if (!(await lockAccount(tx, accountId))) throw new AppError('session_expired')
    const yesterday = new Date(now().getTime() - dayMs)
    if ((await sumImportBytes(tx, accountId, yesterday)) + bytes > maxDailyBytes) {
      const message = 'Você já enviou muitas planilhas hoje: cabem 100 MB em 24 horas. Continue amanhã.'
      throw new AppError('payload_too_large', { message })
    }
    await cancelUnstarted(tx, accountId, now())
    const id = uuidv7()
    const defaultStage = defaultImportStage
    await insertImport(tx, { accountId, id, createdBy: userId, createdAt: now(), fileName, bytes, defaultStage })
    return id
  })
