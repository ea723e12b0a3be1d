import { createHash, randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { ClusterLocation } from './cluster-location.ts'
import { EmbeddedPostgresError, errorCode } from './error.ts'
import type { Launcher } from './launcher.ts'

/** `loopback` (Windows, no Unix sockets): a free port and a random password. */
export type Transport = 'socket' | 'loopback'

export interface ServerAddress {
  host: string
  port: number
  password?: string
}

export const defaultPort = 5432

/** The system's limit is 108 bytes (104 on macOS) for `<folder>/.s.PGSQL.5432` and the final NUL. */
const maxSocketFolderBytes = 85

/** Is true when the cluster's own folder can hold the socket. */
export const fitsSocket = (cluster: string): boolean => Buffer.byteLength(cluster) <= maxSocketFolderBytes

export const chooseAddress = async (
  location: ClusterLocation,
  launcher: Launcher,
  transport: Transport,
): Promise<ServerAddress> => {
  if (transport === 'loopback') {
    return { host: '127.0.0.1', port: await freePort(), password: await readPassword(location.cluster) }
  }
  return {
    host: fitsSocket(location.cluster) ? location.cluster : await privateFolder(location.cluster, launcher),
    port: defaultPort,
  }
}

/** Removes the private folder in the system's temporary folder. */
export const removeSocketFolder = async (location: ClusterLocation, { host }: ServerAddress): Promise<void> => {
  if (isAbsolute(host) && host !== location.cluster) await rmdir(host).catch(() => {})
}

/** PostgreSQL settings that restrict listening to this address. */
export const listenSettings = ({ host, port, password }: ServerAddress): Record<string, string | number> => {
  if (password) return { listen_addresses: host, port, unix_socket_directories: '' }
  // PostgreSQL parses a comma-separated list, so quote the path.
  return { listen_addresses: '', port, unix_socket_directories: `"${host.replaceAll('"', '""')}"` }
}

const privateFolder = async (cluster: string, launcher: Launcher): Promise<string> => {
  const owner = launcher.as ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const name = `fechou-${owner.uid}-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  const fits = Buffer.byteLength(join(tmpdir(), name)) <= maxSocketFolderBytes
  const folder = join(fits ? tmpdir() : '/tmp', name)
  try {
    await mkdir(folder, { mode: 0o700 })
    await chown(folder, owner.uid, owner.gid)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== owner.uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `A pasta ${folder}, por onde o Fechou fala com o banco de dados, pertence a outro usuário: remova-a.`,
    )
  }
  return folder
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export const passwordFile = (cluster: string): string => join(cluster, 'fechou-password')

export const createPasswordFile = async (path: string): Promise<string> => {
  await writeFile(path, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return path
}

export const readPassword = async (cluster: string): Promise<string> => readFile(passwordFile(cluster), 'utf8')
