import { chooseAddress, removeSocketFolder, type ServerAddress, type Transport } from './embedded/address.ts'
import { findBinaries } from './embedded/binaries.ts'
import { initCluster, removeLeftovers } from './embedded/cluster.ts'
import {
  assertNoInterruptedRestore,
  type ClusterLocation,
  checkVersion,
  isInitialized,
  locateCluster,
} from './embedded/cluster-location.ts'
import { lockDataDir } from './embedded/data-dir-lock.ts'
import { EmbeddedPostgresError, explainFileError } from './embedded/error.ts'
import { runSessionInBackground } from './embedded/launcher.ts'
import { type Server, startFailureReason, startServer, stopServer, waitUntilReady } from './embedded/server.ts'
import { prepareServerEnvironment } from './embedded/server-environment.ts'
import { stopOrphanedServer } from './embedded/stop-orphan.ts'
import { createStorageGuard, releaseReserveIfFull, type StorageGuard } from './embedded/storage-guard.ts'
import { checkpoint, createDatabase } from './embedded/superuser.ts'

export { EmbeddedPostgresError }

export const databaseName = 'fechou'

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Only tests may disable fsync. */
  durable?: boolean
  /** Yields the processor to other servers, for checks of backups. */
  background?: boolean
  log: (line: string) => void
  /** Forces fallbacks that this system would not select, for tests. */
  force?: { nobody?: boolean; loopback?: boolean }
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket, or a loopback address without Unix sockets. */
  connection: { host: string; port: number; user: string; password?: string; database: string }
  /** Reports a full disk. Always false without `durable`. */
  storage: { isFull(): boolean }
  onUnexpectedExit(listener: (error: EmbeddedPostgresError) => void): void
  stop(): Promise<void>
}

/** Runs PostgreSQL on `<dataDir>/postgres` and creates it if missing. Throws `EmbeddedPostgresError`. */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  let unlock = (): void => {}
  try {
    const wanted = await locateCluster(options.dataDir)
    unlock = await lockDataDir(options.dataDir)
    return await start(options, wanted, unlock)
  } catch (error) {
    unlock()
    throw explainFileError(error, options.dataDir)
  }
}

const start = async (
  options: EmbeddedPostgresOptions,
  wanted: ClusterLocation,
  unlock: () => void,
): Promise<EmbeddedPostgres> => {
  const { dataDir, durable = true, log, force = {} } = options
  const transport: Transport = force.loopback || process.platform === 'win32' ? 'loopback' : 'socket'
  const binaries = await findBinaries()
  if (isInitialized(wanted)) {
    await checkVersion(wanted, binaries)
    await releaseReserveIfFull(wanted.home)
    await stopOrphanedServer(wanted.cluster, log)
  } else await assertNoInterruptedRestore(wanted)
  const environment = await prepareServerEnvironment(wanted, binaries, {
    dataDir,
    forceNobody: force.nobody === true,
    log,
  })
  const { location, launcher } = environment
  if (!isInitialized(location)) await initCluster(environment, { transport, durable })
  const address = await chooseAddress(location, launcher, transport)
  const guard = createStorageGuard(location.home, { onFull: () => checkpoint(address), log })
  const server = startServer(environment, address, durable)
  if (options.background) runSessionInBackground(server.child.pid)
  if (!(await waitUntilReady(server, location.cluster, log)))
    throw new EmbeddedPostgresError(`O banco de dados não iniciou: ${startFailureReason(server)}.`)
  try {
    await createDatabase(address, databaseName)
    await removeLeftovers(location)
    if (durable) await guard.start()
  } catch (error) {
    await stopServer(server)
    throw error
  }
  return createHandle(server, address, { location, guard, unlock })
}

const createHandle = (
  server: Server,
  address: ServerAddress,
  { location, guard, unlock }: { location: ClusterLocation; guard: StorageGuard; unlock: () => void },
): EmbeddedPostgres => {
  let isStopping = false
  return {
    connection: { ...address, user: 'postgres', database: databaseName },
    storage: guard,
    onUnexpectedExit(listener) {
      server.child.once('exit', (code, signal) => {
        if (isStopping) return
        listener(
          new EmbeddedPostgresError(
            `O banco de dados parou sozinho (${signal ?? code}; detalhes em ${server.logFile}).`,
          ),
        )
      })
    },
    async stop() {
      isStopping = true
      await guard.stop()
      await stopServer(server)
      await removeSocketFolder(location, address)
      unlock()
    },
  }
}
