import { randomBytes } from 'node:crypto'
import type { Writable } from 'node:stream'
import { Client, Query } from 'pg'
import type { ServerAddress } from './address.ts'
import { runInBackground } from './launcher.ts'

/** Messages of a base backup inside CopyData, by their first byte. The manifest is not requested. */
const archiveStart = 'n'
const archiveData = 'd'
const progress = 'p'

/** Names without quotes: they are part of replication commands, which take no parameters. */
const keepWal = (slot: string): string => `CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`
const copyCluster = (bytesPerSecond: number | null): string =>
  `BASE_BACKUP (LABEL 'fechou', CHECKPOINT 'fast', WAL true, PROGRESS true, MANIFEST 'no',
  COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1'${bytesPerSecond === null ? '' : `, MAX_RATE ${toMaxRate(bytesPerSecond)}`})`

/** Returns kilobytes per second within the limits of the option. The server counts what it sends: compressed bytes. */
const toMaxRate = (bytesPerSecond: number): number =>
  Math.min(Math.max(Math.ceil(bytesPerSecond / 1024), 32), 1024 * 1024)

export interface BaseBackup {
  /** Size of the files before compression. */
  bytes: number
}

interface Receiver {
  take(message: Buffer, connection: { stream: { pause(): void; resume(): void } }): void
}

/** Passes CopyData to a receiver; the driver drops it. */
class CopyQuery extends Query {
  #receiver: Receiver

  constructor(text: string, receiver: Receiver, done: (error: Error | undefined) => void) {
    super(text, undefined, done)
    this.#receiver = receiver
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Parameters<Receiver['take']>[1]): void {
    this.#receiver.take(chunk, connection)
  }
}

const connectForReplication = async ({ host, port, password }: ServerAddress): Promise<Client> => {
  const client = new Client({
    host,
    port,
    user: 'postgres',
    password: password ?? '',
    ssl: false,
    options: '',
    application_name: 'fechou-backup',
    // The driver reads it; its types lack it.
    ...({ replication: 'true' } as object),
  })
  // A broken connection rejects the query.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Writes the cluster with the WAL that makes it consistent to `sink`, as tar.gz, and ends it. The server reads its own files
 * and checks their page checksums. `bytesPerSecond` limits what is written to `sink`. Rejects when the server or `sink` fails;
 * `sink` is then incomplete.
 */
export const writeBaseBackup = async (
  address: ServerAddress,
  sink: Writable,
  bytesPerSecond: number | null,
): Promise<BaseBackup> => {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  sink.once('error', failed.reject)
  const client = await connectForReplication(address)
  // The process of this connection reads and compresses the files.
  runInBackground((client as unknown as { processID: number }).processID)
  try {
    // Without a slot, a checkpoint during a long copy would recycle the WAL that the copy needs.
    // The server may notice late that a stopped copy ended, so that its slot still exists.
    await client.query(keepWal(`fechou_backup_${randomBytes(8).toString('hex')}`))
    return await Promise.race([copyTo(client, sink, bytesPerSecond), failed.promise])
  } finally {
    // Ends the copy if it is still running; a temporary slot ends with its connection.
    if (sink.errored) destroyConnection(client)
    else await client.end()
  }
}

const destroyConnection = (client: Client): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

const copyTo = async (client: Client, sink: Writable, bytesPerSecond: number | null): Promise<BaseBackup> => {
  let bytes = 0
  let archives = 0
  const receiver: Receiver = {
    take(message, { stream }) {
      const kind = String.fromCharCode(message[0] ?? 0)
      if (kind === archiveStart) archives++
      if (kind === progress) bytes = Number(message.readBigInt64BE(1))
      if (kind !== archiveData) return
      // The driver reuses the memory of the message.
      if (sink.write(Buffer.from(message.subarray(1)))) return
      stream.pause()
      sink.once('drain', () => stream.resume())
    },
  }
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyQuery(copyCluster(bytesPerSecond), receiver, error => (error ? reject(error) : resolve())))
  })
  if (archives !== 1) throw new Error(`expected one archive, got ${archives}: tablespaces are not supported`)
  await new Promise<void>(resolve => sink.end(() => resolve()))
  return { bytes }
}
