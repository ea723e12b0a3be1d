import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Address, chooseAddress, leaveAddress, type Transport } from './embedded/address.ts'
import { findBinaries } from './embedded/binaries.ts'
import { initCluster, removeLeftovers } from './embedded/cluster.ts'
import { EmbeddedPostgresError, explainFileError } from './embedded/error.ts'
import { connect, createDatabase, keepOwnership, takeOwnership } from './embedded/ownership.ts'
import { checkVersion, isCluster, locateCluster } from './embedded/place.ts'
import { chooseSeat, type Seat } from './embedded/seat.ts'
import { hasExited, type Server, startServer, stopServer, untilReady, whyItDidNotStart } from './embedded/server.ts'
import { releaseCluster } from './embedded/takeover.ts'

export { EmbeddedPostgresError }

export const database = 'fechou'
const attempts = 3

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
  onUnexpectedExit(listener: (error: EmbeddedPostgresError) => void): void
  stop(): Promise<void>
}

/** Runs PostgreSQL on `<dataDir>/postgres`, created when missing. Throws `EmbeddedPostgresError` when it cannot. */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  try {
    return await start(options)
  } catch (error) {
    throw explainFileError(error, options.dataDir)
  }
}

const start = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { dataDir, durable = true, log, force = {} } = options
  const transport: Transport = force.loopback || process.platform === 'win32' ? 'loopback' : 'socket'
  const binaries = await findBinaries()
  const wanted = await locateCluster(dataDir)
  if (isCluster(wanted)) {
    await checkVersion(wanted, binaries)
    await releaseCluster(wanted.cluster, log)
  }
  const seat = await chooseSeat(wanted, binaries, { dataDir, forceNobody: force.nobody === true, log })
  if (!isCluster(seat.place)) await initCluster(seat, { transport, durable })
  return runServer(seat, { transport, durable, log })
}

interface RunOptions {
  transport: Transport
  durable: boolean
  log: (line: string) => void
}

/** Another process may have come first since we looked: PostgreSQL's own lock decides, and we look again. */
const runServer = async (seat: Seat, { transport, durable, log }: RunOptions): Promise<EmbeddedPostgres> => {
  const { cluster } = seat.place
  for (let attempt = 1; ; attempt++) {
    const address = await chooseAddress(seat.place, seat.launcher, transport)
    const server = startServer(seat, address, durable)
    if (await untilReady(server, cluster, log)) {
      const running = await settle(server, address, seat)
      if (running) return running
    }
    if (attempt === attempts)
      throw new EmbeddedPostgresError(`O banco de dados não iniciou: ${whyItDidNotStart(server)}.`)
    await releaseCluster(cluster, log)
    await sleep(200)
  }
}

/** Undefined when somebody took the server for an orphan before it was ours. */
const settle = async (server: Server, address: Address, seat: Seat): Promise<EmbeddedPostgres | undefined> => {
  try {
    const owner = await connect(address)
    if (await takeOwnership(owner)) {
      await createDatabase(owner, database)
      await removeLeftovers(seat.place)
      return handleOf(server, address, owner, seat)
    }
    await stopServer(server)
  } catch (error) {
    await stopServer(server)
    throw error
  }
  return undefined
}

const handleOf = (server: Server, address: Address, owner: Client, { place }: Seat): EmbeddedPostgres => {
  let isStopping = false
  keepOwnership(owner, address, () => isStopping || hasExited(server))
  return {
    connection: { ...address, user: 'postgres', database },
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
      await stopServer(server)
      await leaveAddress(place, address)
    },
  }
}
