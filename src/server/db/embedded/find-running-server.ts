import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerAddress } from './address.ts'
import { locateCluster } from './cluster-location.ts'
import { addressFromLock, isClusterServer, readPostmasterLock } from './postmaster-lock.ts'

/** Returns the address of a server that another process started; `undefined` when none runs. */
export const findRunningServer = async (dataDir: string): Promise<ServerAddress | undefined> => {
  const { cluster } = await locateCluster(dataDir)
  const lock = await readPostmasterLock(cluster)
  if (lock?.status !== 'ready' || !(await isClusterServer(cluster, lock.pid))) return undefined
  return addressFromLock(cluster, lock)
}

/** Is true for a stopped database, too. */
export const hasDatabase = async (dataDir: string): Promise<boolean> =>
  existsSync(dataDir) && existsSync(join((await locateCluster(dataDir)).cluster, 'PG_VERSION'))
