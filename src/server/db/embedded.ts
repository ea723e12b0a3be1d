import { type Address, chooseAddress, leaveAddress, type Transport } from './embedded/address.ts'
import { findBinaries } from './embedded/binaries.ts'
import { initCluster, removeLeftovers } from './embedded/cluster.ts'
import { lockDataDir } from './embedded/data-dir-lock.ts'
import { EmbeddedPostgresError, explainFileError } from './embedded/error.ts'
import { checkVersion, isCluster, locateCluster, type Place } from './embedded/place.ts'
import { type Server, startServer, stopServer, untilReady, whyItDidNotStart } from './embedded/server.ts'
import { prepareServerEnvironment } from './embedded/server-environment.ts'
import { stopOrphanedServer } from './embedded/stop-orphan.ts'
import { createStorageGuard, releaseReserveIfFull, type StorageGuard } from './embedded/storage-guard.ts'
import { checkpoint, createDatabase } from './embedded/superuser.ts'

export { EmbeddedPostgresError }

export const database = 'fechou'

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Only tests may give up what a power loss must not take. */
  durable?: boolean
  log: (line: string) => void
  /** Ways that this system would not choose by itself, for tests. */
  force?: { nobody?: boolean; loopback?: boolean }
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket, or a loopback address where there are none. */
  connection: { host: string; port: number; user: string; password?: string; database: string }
  /** Whether its disk is full; always false where it is not durable. */
  storage: { isFull(): boolean }
  onUnexpectedExit(listener: (error: EmbeddedPostgresError) => void): void
  stop(): Promise<void>
}

/** Runs PostgreSQL on `<dataDir>/postgres`, created when missing. Throws `EmbeddedPostgresError` when it cannot. */
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
  wanted: Place,
  unlock: () => void,
): Promise<EmbeddedPostgres> => {
  const { dataDir, durable = true, log, force = {} } = options
  const transport: Transport = force.loopback || process.platform === 'win32' ? 'loopback' : 'socket'
  const binaries = await findBinaries()
  if (isCluster(wanted)) {
    await checkVersion(wanted, binaries)
    await releaseReserveIfFull(wanted.home)
    await stopOrphanedServer(wanted.cluster, log)
  }
  const environment = await prepareServerEnvironment(wanted, binaries, {
    dataDir,
    forceNobody: force.nobody === true,
    log,
  })
  const { place, launcher } = environment
  if (!isCluster(place)) await initCluster(environment, { transport, durable })
  const address = await chooseAddress(place, launcher, transport)
  const guard = createStorageGuard(place.home, { onFull: () => checkpoint(address), log })
  const server = startServer(environment, address, durable)
  if (!(await untilReady(server, place.cluster, log)))
    throw new EmbeddedPostgresError(`O banco de dados não iniciou: ${whyItDidNotStart(server)}.`)
  try {
    await createDatabase(address, database)
    await removeLeftovers(place)
    if (durable) await guard.start()
  } catch (error) {
    await stopServer(server)
    throw error
  }
  return handleOf(server, address, { place, guard, unlock })
}

const handleOf = (
  server: Server,
  address: Address,
  { place, guard, unlock }: { place: Place; guard: StorageGuard; unlock: () => void },
): EmbeddedPostgres => {
  let isStopping = false
  return {
    connection: { ...address, user: 'postgres', database },
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
      await leaveAddress(place, address)
      unlock()
    },
  }
}
