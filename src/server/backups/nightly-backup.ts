import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BackupPlace } from './backup-folder.ts'
import type { CreatedBackup } from './create-backup.ts'

/** Argument of the process, as JSON. */
export interface NightlyTask {
  dataDir: string
  backupDir: string
  startedAt: string
}

/** Message from the process. */
export type NightlyResult = { created: CreatedBackup } | { error: { message: string; stack?: string | undefined } }

/**
 * Makes a backup beside requests, which would wait for its chunks and for each start of a program: a process of its own does it,
 * with low priority. Throws `Error` with the message of what `createBackup` throws, and the reason of `signal`.
 */
export const createNightlyBackup = async (
  { dataDir, backupDir, now }: BackupPlace,
  signal: AbortSignal,
): Promise<CreatedBackup> => {
  signal.throwIfAborted()
  const task: NightlyTask = { dataDir, backupDir, startedAt: now().toISOString() }
  const child = fork(`${import.meta.dirname}/nightly-backup-process.ts`, [JSON.stringify(task)], {
    detached: true,
    windowsHide: true,
    execArgv: [],
  })
  let result: NightlyResult | undefined
  child.once('message', (message: NightlyResult) => {
    result = message
  })
  const stop = () => child.connected && child.disconnect()
  signal.addEventListener('abort', stop)
  try {
    const [[code, killedBy]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    signal.throwIfAborted()
    if (!result) throw new Error(`the process of the backup ended without a result (${killedBy ?? code})`)
    if ('error' in result) throw Object.assign(new Error(result.error.message), { stack: result.error.stack })
    return result.created
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
