import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createPasswordFile, passwordFile, type Transport } from './embedded-address.ts'
import type { Binaries } from './embedded-binaries.ts'
import { EmbeddedPostgresError, errorCode } from './embedded-error.ts'
import { giveTo, isRoot, type Launcher, type Owner, run } from './embedded-launcher.ts'

/** `cluster` is PostgreSQL's data directory; `home` holds it, its log and, when needed, a copy of the binaries. */
export type Place = { home: string; cluster: string; owner: Owner | undefined }

export type InitOptions = { transport: Transport; durable: boolean }

const sideFolder = 'postgres.new-'
const elsewhere = '/var/lib/fechou'

export async function locateCluster(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await realpath(dataDir)
  const link = await readlink(join(folder, 'postgres')).catch(() => undefined)
  const cluster = link ? resolve(folder, link) : join(folder, 'postgres')
  if (!existsSync(dirname(cluster))) {
    throw new EmbeddedPostgresError(
      `O banco de dados ficava em ${cluster}, que não existe mais: restaure essa pasta ou apague o atalho ${join(folder, 'postgres')} para começar vazio.`,
    )
  }
  return { home: dirname(cluster), cluster, owner: await ownerOf(cluster) }
}

async function ownerOf(cluster: string): Promise<Owner | undefined> {
  if (!existsSync(cluster)) return undefined
  const { uid, gid } = await stat(cluster)
  if (process.getuid && !isRoot && uid !== process.getuid()) {
    throw new EmbeddedPostgresError(
      `O banco de dados em ${cluster} pertence a outro usuário do sistema: inicie o Fechou com esse usuário ou aponte DATA_DIR para outra pasta.`,
    )
  }
  return { uid, gid }
}

export function isCluster({ cluster }: Place): boolean {
  return existsSync(join(cluster, 'PG_VERSION'))
}

export async function checkVersion({ cluster }: Place, { major }: Binaries): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (found !== major) {
    throw new EmbeddedPostgresError(
      `O banco de dados em ${cluster} é do PostgreSQL ${found} e este Fechou usa o ${major}: use a versão anterior do Fechou ou aponte DATA_DIR para outra pasta.`,
    )
  }
}

/** Makes room for the cluster where an unprivileged user can reach it, and leaves a link to it in `dataDir`. */
export async function moveElsewhere(dataDir: string): Promise<Place> {
  await mkdir(elsewhere, { recursive: true, mode: 0o711 })
  const home = await mkdtemp(join(elsewhere, 'dados-'))
  await chmod(home, 0o711)
  try {
    await symlink(join(home, 'postgres'), join(await realpath(dataDir), 'postgres'))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    await rm(home, { recursive: true })
  }
  return locateCluster(dataDir)
}

/** Beside and then renamed: a crash leaves no half cluster, and of two first starts at once one wins. */
export async function initCluster(
  place: Place,
  launcher: Launcher,
  binaries: Binaries,
  options: InitOptions,
): Promise<void> {
  const side = await mkdtemp(join(place.home, sideFolder))
  try {
    await giveTo(launcher.as, side)
    await runInitdb(side, launcher, binaries, options)
    await rename(side, place.cluster)
    if (options.durable) await syncFolder(place.home)
  } catch (error) {
    await rm(side, { recursive: true, force: true })
    if (!isCluster(place)) throw explainInitError(error, place)
  }
}

async function runInitdb(
  side: string,
  launcher: Launcher,
  binaries: Binaries,
  { transport, durable }: InitOptions,
): Promise<void> {
  // PostgreSQL's own UTF-8 collation: the same order and the same letters whatever the system has installed.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = [
    '--pgdata',
    side,
    '--username=postgres',
    '--no-instructions',
    ...locale,
    ...(durable ? [] : ['--no-sync']),
  ]
  if (transport === 'socket')
    return run(launcher, binaries.initdb, [...args, '--auth-local=trust', '--auth-host=reject'])
  const password = await createPasswordFile(`${side}.password`)
  await giveTo(launcher.as, password)
  await run(launcher, binaries.initdb, [...args, '--auth=scram-sha-256', `--pwfile=${password}`])
  await rename(password, passwordFile(side))
}

function explainInitError(error: unknown, { cluster }: Place): unknown {
  if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') {
    return new EmbeddedPostgresError(
      `A pasta ${cluster} não está vazia e não é um banco de dados do Fechou: tire-a de lá ou aponte DATA_DIR para outra pasta.`,
      { cause: error },
    )
  }
  if (!(error instanceof Error && 'stderr' in error)) return error
  const reason = String(error.stderr).match(/error: (.*)/)?.[1] ?? error.message
  return new EmbeddedPostgresError(`Não foi possível criar o banco de dados em ${cluster}: ${reason}`, { cause: error })
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** Only for the one that owns the running cluster: whoever still prepares a side folder has lost. */
export async function removeLeftovers({ home }: Place): Promise<void> {
  const leftovers = (await readdir(home)).filter(name => name.startsWith(sideFolder))
  await Promise.all(leftovers.map(name => rm(join(home, name), { recursive: true, force: true })))
}
