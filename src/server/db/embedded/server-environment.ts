import { chmod } from 'node:fs/promises'
import { type Binaries, copyBinaries, createMissingSymlinks } from './binaries.ts'
import { type ClusterLocation, isInitialized, relocateCluster } from './cluster-location.ts'
import { EmbeddedPostgresError } from './error.ts'
import { allowTraversal, canEnter, canExecute, chownTree, isRoot, type Launcher, listLaunchers } from './launcher.ts'

/** Files, operating system user and binaries of the server. */
export interface ServerEnvironment {
  location: ClusterLocation
  launcher: Launcher
  binaries: Binaries
}

export interface ServerEnvironmentOptions {
  dataDir: string
  forceNobody: boolean
  log: (line: string) => void
}

export const prepareServerEnvironment = async (
  wanted: ClusterLocation,
  packaged: Binaries,
  options: ServerEnvironmentOptions,
): Promise<ServerEnvironment> => {
  const isComplete = await createMissingSymlinks(packaged)
  const environment = await findRunnableLocation(wanted, options)
  if (isInitialized(environment.location)) await fixClusterOwnership(environment.launcher, environment.location)
  if (isComplete && (await canExecute(environment.launcher, packaged.postgres)))
    return { ...environment, binaries: packaged }
  const binaries = await copyBinaries(packaged, environment.location.home, environment.launcher.as)
  if (await canExecute(environment.launcher, binaries.postgres)) return { ...environment, binaries }
  throw new EmbeddedPostgresError(
    'O PostgreSQL embutido não funciona neste sistema: defina DATABASE_URL com o endereço de um PostgreSQL 15 ou mais novo.',
  )
}

const fixClusterOwnership = async (launcher: Launcher, { cluster, owner }: ClusterLocation): Promise<void> => {
  if (launcher.as && owner?.uid !== launcher.as.uid) await chownTree(launcher.as, cluster)
  // PostgreSQL rejects the wider permissions of a cluster that was copied by hand.
  await chmod(cluster, 0o700)
}

const findRunnableLocation = async (
  location: ClusterLocation,
  { dataDir, forceNobody, log }: ServerEnvironmentOptions,
): Promise<Omit<ServerEnvironment, 'binaries'>> => {
  const launcher = await findLauncher(location, forceNobody)
  if (launcher) return { location, launcher }
  if (isRoot && !isInitialized(location)) {
    const moved = await relocateCluster(dataDir)
    const other = await findLauncher(moved, forceNobody)
    if (other) {
      log(
        `O banco de dados fica em ${moved.cluster}: o PostgreSQL não roda como root e outro usuário não alcança ${dataDir}.`,
      )
      return { location: moved, launcher: other }
    }
  }
  throw new EmbeddedPostgresError(
    `O PostgreSQL não consegue usar a pasta ${location.home}: aponte DATA_DIR para uma pasta que outro usuário alcance (ele não roda como root) ou defina DATABASE_URL.`,
  )
}

const findLauncher = async (location: ClusterLocation, forceNobody: boolean): Promise<Launcher | undefined> => {
  for (const launcher of await listLaunchers(location, forceNobody)) {
    await allowTraversal(launcher.as, location.home)
    if (await canEnter(launcher, location.home)) return launcher
  }
  return undefined
}
