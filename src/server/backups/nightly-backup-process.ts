// Process of nightly-backup.ts. It ends when that one does, or disconnects.

import { findRunningServer } from '../db/embedded/find-running-server.ts'
import { runSessionInBackground } from '../db/embedded/launcher.ts'
import { createBackup } from './create-backup.ts'
import type { NightlyResult, NightlyTask } from './nightly-backup.ts'
import { besideRequests } from './pace.ts'

runSessionInBackground(process.pid)

const { startedAt, ...folders }: NightlyTask = JSON.parse(process.argv[2] ?? '')
const clockAheadMs = Date.parse(startedAt) - Date.now()
const now = () => new Date(Date.now() + clockAheadMs)

const stopping = new AbortController()
process.once('disconnect', () => stopping.abort())

const backUp = async (): Promise<NightlyResult> => {
  try {
    const address = await findRunningServer(folders.dataDir)
    if (!address) throw new Error('the embedded database does not run')
    const pace = { ...besideRequests, signal: stopping.signal }
    return { created: await createBackup(address, 'nightly', { ...folders, now }, pace) }
  } catch (error) {
    const { message, stack } = error as Error
    return { error: { message, stack } }
  }
}

const result = await backUp()
if (process.connected) process.send?.(result, () => process.disconnect())
