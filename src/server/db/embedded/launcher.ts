import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { chmod, lchown, readdir, stat } from 'node:fs/promises'
import { constants, setPriority, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface Owner {
  uid: number
  gid: number
}

/** Runs PostgreSQL's programs, which reject root: a command prefix, or a user to switch to. */
export interface Launcher {
  prefix: string[]
  /** The files must belong to this user. */
  as?: Owner
}

const nobody: Owner = { uid: 65534, gid: 65534 }

/** In a user namespace, PostgreSQL sees user nobody, while its files still belong to root outside. */
const mapToNobody = ['unshare', '-U', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]

/** Sends a fast shutdown when this process dies, even by SIGKILL. Linux ties the signal to the spawning thread. */
const stopWithParent = ['setpriv', '--pdeathsig', 'INT']

export const isRoot = process.getuid?.() === 0

/** Ordered by preference. The caller must try each: containers block some, and systems lack others. */
export const listLaunchers = async (location: { home: string; owner: Owner | undefined }, forceNobody: boolean) => {
  if (process.platform === 'win32') return [{ prefix: [] }]
  const launchers: Launcher[] = isRoot
    ? await rootLaunchers(location.home, location.owner, forceNobody)
    : userLaunchers()
  return launchers.flatMap(launcher => [{ ...launcher, prefix: [...launcher.prefix, ...stopWithParent] }, launcher])
}

const rootLaunchers = async (home: string, cluster: Owner | undefined, forceNobody: boolean): Promise<Launcher[]> => {
  if (cluster && cluster.uid !== 0) return [{ prefix: [], as: cluster }]
  if (forceNobody) return [{ prefix: [], as: nobody }]
  const folderOwner = await findNonRootOwner(home)
  const asFolderOwner = { prefix: [], as: folderOwner ?? nobody }
  const isAccount = folderOwner !== undefined && (await succeeds(runProgram(asFolderOwner, 'id', ['-un'])))
  return [{ prefix: mapToNobody }, ...(isAccount ? [asFolderOwner] : []), { prefix: [], as: nobody }]
}

/** initdb needs a user name, which a container's arbitrary uid does not have. */
const userLaunchers = (): Launcher[] => {
  try {
    userInfo()
    return [{ prefix: [] }]
  } catch {
    return [{ prefix: mapToNobody }, { prefix: [] }]
  }
}

const findNonRootOwner = async (folder: string): Promise<Owner | undefined> => {
  const { uid, gid } = await stat(folder)
  if (uid !== 0) return { uid, gid }
  return folder === dirname(folder) ? undefined : findNonRootOwner(dirname(folder))
}

/** Excludes secrets and PG* variables, which would redirect the programs. */
const passedEnvNames = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH']

const command = (launcher: Launcher, program: string, args: string[]) => {
  const [file = program, ...rest] = [...launcher.prefix, program, ...args]
  const env = Object.fromEntries(passedEnvNames.map(name => [name, process.env[name]]))
  const options = { ...launcher.as, env: { ...env, LC_ALL: 'C', TZ: 'UTC' }, windowsHide: true }
  // The other user may have no access to the current folder.
  return { file, args: rest, options: process.platform === 'win32' ? options : { ...options, cwd: '/' } }
}

export const runProgram = async (launcher: Launcher, program: string, args: string[]): Promise<void> => {
  const { file, args: rest, options } = command(launcher, program, args)
  await promisify(execFile)(file, rest, options)
}

/** Uses an own process group, so that Ctrl-C reaches only this process, which stops PostgreSQL last. */
export const spawnProgram = (
  launcher: Launcher,
  program: string,
  args: string[],
  { logFile, inherited = [] }: { logFile: number; inherited?: number[] },
): ChildProcess => {
  const { file, args: rest, options } = command(launcher, program, args)
  const detached = process.platform !== 'win32'
  return spawn(file, rest, { ...options, detached, stdio: ['ignore', logFile, logFile, ...inherited] })
}

/** Lets requests go first on a busy processor. Children inherit the priority. Does nothing where the system forbids it. */
export const runInBackground = (pid: number | undefined): void => {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process ended, or belongs to another user.
  }
}

/** As `runInBackground`, for the first process of a session: Linux shares the processor between sessions before processes. */
export const runSessionInBackground = (pid: number | undefined): void => {
  runInBackground(pid)
  try {
    if (process.platform === 'linux')
      writeFileSync(`/proc/${pid}/autogroup`, `${constants.priority.PRIORITY_BELOW_NORMAL}`)
  } catch {
    // The process ended, or the kernel does not group by sessions.
  }
}

export const canEnter = async (launcher: Launcher, folder: string): Promise<boolean> =>
  process.platform === 'win32' || succeeds(runProgram(launcher, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]))

export const canExecute = (launcher: Launcher, program: string): Promise<boolean> =>
  succeeds(runProgram(launcher, program, ['--version']))

const succeeds = (attempt: Promise<void>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  )

export const chownTree = async (owner: Owner | undefined, path: string): Promise<void> => {
  if (!owner) return
  await lchown(path, owner.uid, owner.gid)
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  await Promise.all(entries.map(entry => lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid)))
}

/** Lets the other user traverse the folder without listing it. */
export const allowTraversal = async (owner: Owner | undefined, folder: string): Promise<void> => {
  const { uid, mode } = await stat(folder)
  if (owner && isRoot && uid === 0) await chmod(folder, mode | 0o011)
}
