import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createPasswordFile, passwordFile, type Transport } from './address.ts'
import { type ClusterLocation, isInitialized } from './cluster-location.ts'
import { EmbeddedPostgresError, errorCode } from './error.ts'
import { chownTree, runProgram } from './launcher.ts'
import type { ServerEnvironment } from './server-environment.ts'

export interface InitOptions {
  transport: Transport
  durable: boolean
}

const sideFolder = 'postgres.new-'
const systemLetters = { darwin: 'UTF-8', win32: 'pt-BR' }[process.platform as string] ?? 'C.UTF-8'

/**
 * Initializes a temporary folder and renames it. A crash leaves no partial cluster, and exactly one of two concurrent first
 * starts succeeds.
 */
export const initCluster = async (
  { location, launcher, binaries }: ServerEnvironment,
  options: InitOptions,
): Promise<void> => {
  const side = await mkdtemp(join(location.home, sideFolder))
  try {
    await chownTree(launcher.as, side)
    const password = options.transport === 'loopback' ? await createPasswordFile(`${side}.password`) : undefined
    await runProgram(launcher, binaries.initdb, initdbArguments(side, password, options))
    if (password) await rename(password, passwordFile(side))
    await rename(side, location.cluster)
    if (options.durable) await syncFolder(location.home)
  } catch (error) {
    await rm(side, { recursive: true, force: true })
    if (!isInitialized(location)) throw explainInitError(error, location)
  }
}

const initdbArguments = (side: string, password: string | undefined, { durable }: InitOptions): string[] => [
  ...['--pgdata', side, '--username=postgres', '--encoding=UTF8'],
  // Sort order and upper case do not depend on the system's locales; pg_trgm still needs `lc_ctype` for letters.
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--lc-ctype=${systemLetters}`],
  ...(password ? ['--auth=scram-sha-256', `--pwfile=${password}`] : ['--auth-local=trust', '--auth-host=reject']),
  ...(durable ? [] : ['--no-sync']),
]

const explainInitError = (error: unknown, { cluster }: ClusterLocation): unknown => {
  if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') {
    return new EmbeddedPostgresError(
      `A pasta ${cluster} não está vazia e não é um banco de dados do Fechou: tire-a de lá ou aponte DATA_DIR para outra pasta.`,
      { cause: error },
    )
  }
  if (!(error instanceof Error && 'stderr' in error)) return error
  const reason = String(error.stderr).match(/(?:initdb: error|initdb|FATAL): +(.*)/)?.[1] ?? error.message
  return new EmbeddedPostgresError(`Não foi possível criar o banco de dados em ${cluster}: ${reason}`, { cause: error })
}

/** Flushes the names of a folder's entries. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** Call it only as the owner of the running cluster: other processes may still initialize their folder. */
export const removeLeftovers = async ({ home }: ClusterLocation): Promise<void> => {
  const leftovers = (await readdir(home)).filter(name => name.startsWith(sideFolder))
  // An orphaned initdb may still write. The next start removes the rest.
  await Promise.allSettled(leftovers.map(name => rm(join(home, name), { recursive: true, force: true })))
}
