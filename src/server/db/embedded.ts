import type { Client } from 'pg'
import { type Address, chooseAddress, type Transport } from './embedded-address.ts'
import { findBinaries } from './embedded-binaries.ts'
import { checkVersion, initCluster, isCluster, locateCluster, type Place, removeLeftovers } from './embedded-cluster.ts'
import { EmbeddedPostgresError, explainFileError } from './embedded-error.ts'
import { connect, createDatabase, takeOwnership } from './embedded-ownership.ts'
import { chooseSeat, type Seat } from './embedded-seat.ts'
import { hasExited, type Server, startServer, stopServer, untilReady, whyItEnded } from './embedded-server.ts'
import { releaseCluster } from './embedded-takeover.ts'

export { EmbeddedPostgresError }

const database = 'fechou'

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Only tests may give up what a power loss must not take. */
  durable?: boolean
  log: (line: string) => void
  /** Ways which this machine would not choose by itself, for tests. */
  force?: { nobody?: boolean; loopback?: boolean }
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket, or a loopback address where there are none. */
  connection: { host: string; port: number; user: string; password?: string; database: string }
  onUnexpectedExit(listener: (error: EmbeddedPostgresError) => void): void
  stop(): Promise<void>
}

/** Starts PostgreSQL on `<dataDir>/postgres`, which it creates when missing; it ends when this process ends. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    throw explainFileError(error, options.dataDir)
  }
}

async function start({ dataDir, durable = true, log, force = {} }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const transport: Transport = force.loopback || process.platform === 'win32' ? 'loopback' : 'socket'
  const binaries = await findBinaries()
  const wanted = await locateCluster(dataDir)
  if (isCluster(wanted)) {
    await checkVersion(wanted, binaries)
    await releaseCluster(wanted.cluster, log)
  }
  const seat = await chooseSeat(wanted, binaries, { dataDir, forceNobody: force.nobody === true, log })
  if (!isCluster(seat.place)) await initCluster(seat.place, seat.launcher, seat.binaries, { transport, durable })
  const running = await runServer(seat, transport, durable, log)
  await createDatabase(running.owner, database)
  await removeLeftovers(seat.place)
  return handleOf(running)
}

interface Running {
  server: Server
  address: Address
  owner: Client
}

/** Another process may have come first since we looked: PostgreSQL's own lock decides, and we look again. */
async function runServer(
  seat: Seat,
  transport: Transport,
  durable: boolean,
  log: (line: string) => void,
): Promise<Running> {
  const { place } = seat
  for (let attempt = 1; ; attempt++) {
    const address = await chooseAddress(place, seat.launcher, transport)
    const server = startServer(place, seat.launcher, seat.binaries, address, durable)
    if (await untilReady(server, place.cluster)) {
      const owner = await connect(address)
      if (await takeOwnership(owner)) return { server, address, owner }
    }
    await stopServer(server)
    const reason = whyItEnded(server)
    if (attempt === 3)
      throw new EmbeddedPostgresError(`O PostgreSQL não iniciou: ${reason} (detalhes em ${server.logFile}).`)
    await releaseCluster(place.cluster, log)
  }
}

function handleOf({ server, address, owner }: Running): EmbeddedPostgres {
  let isStopping = false
  return {
    connection: { ...address, user: 'postgres', database },
    onUnexpectedExit(listener) {
      const tell = () => {
        if (!isStopping)
          listener(
            new EmbeddedPostgresError(`O PostgreSQL parou: ${whyItEnded(server)} (detalhes em ${server.logFile}).`),
          )
      }
      if (hasExited(server)) tell()
      else server.child.once('exit', tell)
    },
    async stop() {
      isStopping = true
      await stopServer(server)
      await owner.end().catch(() => {})
    },
  }
}
