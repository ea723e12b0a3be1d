import { chmod } from 'node:fs/promises'
import { type Binaries, copyBinaries, makeMissingLinks } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'
import { allowTraversal, canEnter, canExecute, chownTree, isRoot, type Launcher, listLaunchers } from './launcher.ts'
import { isCluster, moveElsewhere, type Place } from './place.ts'

/** Everything needed to run the server: where its files are, who runs it, and with which binaries. */
export interface ServerEnvironment {
  place: Place
  launcher: Launcher
  binaries: Binaries
}

export interface ServerEnvironmentOptions {
  dataDir: string
  forceNobody: boolean
  log: (line: string) => void
}

export const prepareServerEnvironment = async (
  wanted: Place,
  packaged: Binaries,
  options: ServerEnvironmentOptions,
): Promise<ServerEnvironment> => {
  const isComplete = await makeMissingLinks(packaged)
  const environment = await findRunnableLocation(wanted, options)
  if (isCluster(environment.place)) await fixClusterOwnership(environment.launcher, environment.place)
  if (isComplete && (await canExecute(environment.launcher, packaged.postgres)))
    return { ...environment, binaries: packaged }
  const binaries = await copyBinaries(packaged, environment.place.home, environment.launcher.as)
  if (await canExecute(environment.launcher, binaries.postgres)) return { ...environment, binaries }
  throw new EmbeddedPostgresError(
    'O PostgreSQL embutido não funciona neste sistema: defina DATABASE_URL com o endereço de um PostgreSQL 15 ou mais novo.',
  )
}

const fixClusterOwnership = async (launcher: Launcher, { cluster, owner }: Place): Promise<void> => {
  if (launcher.as && owner?.uid !== launcher.as.uid) await chownTree(launcher.as, cluster)
  // PostgreSQL refuses the wider permissions that a copy made by hand comes with.
  await chmod(cluster, 0o700)
}

const findRunnableLocation = async (
  place: Place,
  { dataDir, forceNobody, log }: ServerEnvironmentOptions,
): Promise<Omit<ServerEnvironment, 'binaries'>> => {
  const launcher = await findLauncher(place, forceNobody)
  if (launcher) return { place, launcher }
  if (isRoot && !isCluster(place)) {
    const moved = await moveElsewhere(dataDir)
    const other = await findLauncher(moved, forceNobody)
    if (other) {
      log(
        `O banco de dados fica em ${moved.cluster}: o PostgreSQL não roda como root e outro usuário não alcança ${dataDir}.`,
      )
      return { place: moved, launcher: other }
    }
  }
  throw new EmbeddedPostgresError(
    `O PostgreSQL não consegue usar a pasta ${place.home}: aponte DATA_DIR para uma pasta que outro usuário alcance (ele não roda como root) ou defina DATABASE_URL.`,
  )
}

const findLauncher = async (place: Place, forceNobody: boolean): Promise<Launcher | undefined> => {
  for (const launcher of await listLaunchers(place, forceNobody)) {
    await allowTraversal(launcher.as, place.home)
    if (await canEnter(launcher, place.home)) return launcher
  }
  return undefined
}
