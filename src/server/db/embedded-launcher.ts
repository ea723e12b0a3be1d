import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { chmod, lchown, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export type Owner = { uid: number; gid: number }

/** A way to run PostgreSQL's programs, which refuse to run as root. */
export type Launcher = {
  prefix: string[]
  /** Another user to run as; the files then have to belong to it. */
  as?: Owner
}

const nobody: Owner = { uid: 65534, gid: 65534 }

/** In a user namespace of its own, root is somebody else on the inside and its files stay root's on the outside. */
const asNobodyInside = ['unshare', '-U', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]

/** A fast shutdown as soon as this process dies, even by SIGKILL. Linux ties it to the thread that spawned. */
const stoppedWithUs = ['setpriv', '--pdeathsig', 'INT']

export const isRoot = process.getuid?.() === 0

/** In order of preference; each has to be tried, because containers block some and systems lack others. */
export async function listLaunchers(
  home: string,
  cluster: Owner | undefined,
  forceNobody: boolean,
): Promise<Launcher[]> {
  if (process.platform !== 'linux')
    return isRoot ? [{ prefix: [], as: cluster?.uid ? cluster : nobody }] : [{ prefix: [] }]
  const launchers = isRoot ? await rootLaunchers(home, cluster, forceNobody) : userLaunchers()
  return launchers.flatMap(launcher => [{ ...launcher, prefix: [...launcher.prefix, ...stoppedWithUs] }, launcher])
}

async function rootLaunchers(home: string, cluster: Owner | undefined, forceNobody: boolean): Promise<Launcher[]> {
  if (cluster && cluster.uid !== 0) return [{ prefix: [], as: cluster }]
  if (forceNobody) return [{ prefix: [], as: nobody }]
  const landlord = await nearestOwner(home)
  return [{ prefix: asNobodyInside }, ...(landlord ? [{ prefix: [], as: landlord }] : []), { prefix: [], as: nobody }]
}

/** initdb wants an account by name, which a container's arbitrary uid does not have. */
function userLaunchers(): Launcher[] {
  try {
    userInfo()
    return [{ prefix: [] }]
  } catch {
    return [{ prefix: asNobodyInside }, { prefix: [] }]
  }
}

/** Who owns the project, when root runs it from a person's private home: only that person can reach the folder. */
async function nearestOwner(folder: string): Promise<Owner | undefined> {
  const { uid, gid } = await stat(folder)
  if (uid !== 0) return { uid, gid }
  return folder === dirname(folder) ? undefined : nearestOwner(dirname(folder))
}

function command(
  launcher: Launcher,
  program: string,
  args: string[],
): { file: string; args: string[]; options: SpawnOptions } {
  const [file = program, ...rest] = [...launcher.prefix, program, ...args]
  // PG* variables of the person's shell would redirect the server to something else.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)))
  const options = { ...launcher.as, env: { ...env, LC_ALL: 'C', TZ: 'UTC' }, windowsHide: true }
  // The current folder may be one which the other user cannot enter.
  return { file, args: rest, options: process.platform === 'win32' ? options : { ...options, cwd: '/' } }
}

export async function run(launcher: Launcher, program: string, args: string[]): Promise<void> {
  const { file, args: rest, options } = command(launcher, program, args)
  await promisify(execFile)(file, rest, options as object)
}

/** In a process group of its own: Ctrl-C in a terminal reaches us alone, and we stop it after the last answer. */
export function start(launcher: Launcher, program: string, args: string[], logFile: number): ChildProcess {
  const { file, args: rest, options } = command(launcher, program, args)
  const detached = process.platform !== 'win32'
  return spawn(file, rest, { ...options, detached, stdio: ['ignore', logFile, logFile] })
}

export async function canEnter(launcher: Launcher, folder: string): Promise<boolean> {
  return process.platform === 'win32' || succeeds(run(launcher, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]))
}

export async function canExecute(launcher: Launcher, program: string): Promise<boolean> {
  return succeeds(run(launcher, program, ['--version']))
}

function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}

export async function giveTo(owner: Owner | undefined, path: string): Promise<void> {
  if (!owner) return
  await lchown(path, owner.uid, owner.gid)
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  await Promise.all(entries.map(entry => lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid)))
}

/** Lets the other user pass through a folder of ours; it still cannot list it. */
export async function openTo(owner: Owner | undefined, folder: string): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (owner && isRoot && uid === 0) await chmod(folder, mode | 0o011)
}
