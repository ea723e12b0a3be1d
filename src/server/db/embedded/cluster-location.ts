import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, errorCode } from './error.ts'
import { isRoot, type Owner } from './launcher.ts'

/** `cluster` is PostgreSQL's data directory. `home` contains it, its log and, if needed, a copy of the binaries. */
export interface ClusterLocation {
  home: string
  cluster: string
  owner: Owner | undefined
}

const fallbackRoot = '/var/lib/fechou'

export const locateCluster = async (dataDir: string): Promise<ClusterLocation> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const named = join(await realpath(dataDir), 'postgres')
  const cluster = await realpath(named).catch(() => resolveFuturePath(named))
  return { home: dirname(cluster), cluster, owner: await ownerOf(cluster) }
}

const resolveFuturePath = async (named: string): Promise<string> => {
  const link = await readlink(named).catch(() => undefined)
  if (!link || existsSync(dirname(link))) return link ?? named
  throw new EmbeddedPostgresError(
    `O banco de dados ficava em ${link}, que não existe mais: restaure essa pasta ou apague o atalho ${named} para começar vazio.`,
  )
}

const ownerOf = async (cluster: string): Promise<Owner | undefined> => {
  if (!existsSync(cluster)) return undefined
  const { uid, gid } = await stat(cluster)
  if (process.getuid && !isRoot && uid !== process.getuid()) {
    throw new EmbeddedPostgresError(
      `O banco de dados em ${cluster} pertence a outro usuário do sistema: inicie o Fechou com esse usuário ou aponte DATA_DIR para outra pasta.`,
    )
  }
  return { uid, gid }
}

export const isInitialized = ({ cluster }: ClusterLocation): boolean => existsSync(join(cluster, 'PG_VERSION'))

/** A restore moves the former cluster to a folder of this name. */
export const beforeRestorePrefix = 'postgres.before-restore-'

/** Throws when a restore was killed before it moved the new cluster into place: a start would create an empty one. */
export const assertNoInterruptedRestore = async ({ home, cluster }: ClusterLocation): Promise<void> => {
  const former = (await readdir(home))
    .filter(name => name.startsWith(beforeRestorePrefix))
    .sort()
    .at(-1)
  if (former === undefined) return
  throw new EmbeddedPostgresError(
    `Falta o banco de dados em ${cluster}, e ${join(home, former)} guarda o de antes de uma restauração. Rode npm run restore outra vez, ou mova essa pasta de volta para ${cluster}; para começar vazio, mova-a para outro lugar.`,
  )
}

export const checkVersion = async ({ cluster }: ClusterLocation, { major }: Binaries): Promise<void> => {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (found !== major) {
    throw new EmbeddedPostgresError(
      `O banco de dados em ${cluster} é do PostgreSQL ${found} e este Fechou usa o ${major}: use a versão anterior do Fechou ou aponte DATA_DIR para outra pasta.`,
    )
  }
}

/** Creates a folder that an unprivileged user can reach, and links to it from `dataDir`. */
export const relocateCluster = async (dataDir: string): Promise<ClusterLocation> => {
  await mkdir(fallbackRoot, { recursive: true, mode: 0o711 })
  const home = await mkdtemp(join(fallbackRoot, 'dados-'))
  await chmod(home, 0o711)
  try {
    await symlink(join(home, 'postgres'), join(await realpath(dataDir), 'postgres'))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    await rm(home, { recursive: true })
  }
  return locateCluster(dataDir)
}
