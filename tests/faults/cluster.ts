/**
 * Starts the recipe of `docs/failover` on one machine: etcd, two PostgreSQL servers with Patroni, PgBouncer and HAProxy. The
 * files are those of the recipe; only the values differ.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '#server/db/client.ts'
import { findTwoFreePorts } from '../e2e/support/product.ts'

const recipe = new URL('../../docs/failover/', import.meta.url)
const address = '127.0.0.1'
const password = 'segredo'
const binaries = '/usr/lib/postgresql/15/bin'
const startTimeoutMs = 90_000

/** Rejects after the time, naming what was awaited. */
export const until = async (
  name: string,
  isTrue: () => Promise<boolean>,
  timeoutMs = startTimeoutMs,
): Promise<void> => {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(100)) if (await isTrue()) return
  throw new Error(`${name} did not happen within ${timeoutMs / 1000} s`)
}

/** The servers refuse to run as root. */
const findUnprivilegedUser = async (): Promise<{ uid: number; gid: number } | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find(text => text.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('There is no user postgres: apt-get install postgresql-15')
  return { uid: Number(uid), gid: Number(gid) }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const killIfAlive = (pid: number): void => {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

const childrenOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

export interface DatabaseNode {
  name: string
  port: number
  restPort: number
  /** Kills Patroni and PostgreSQL at once, like a machine without power. */
  killMachine(): Promise<void>
  /** Kills PostgreSQL only. */
  killPostgres(): Promise<void>
  start(): void
}

export interface Cluster {
  /** For `DATABASE_URL`. */
  url: string
  publicUrl: string
  /** Returns the primary node once it has a synchronous standby. */
  untilProtected(): Promise<DatabaseNode>
  stop(): Promise<void>
}

interface Member {
  name: string
  role: string
  state: string
}

/** `processPorts`: of the two processes of the product. */
export const startCluster = async (processPorts: readonly [number, number]): Promise<Cluster> => {
  const user = await findUnprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'fechou-failover-'))
  await chmod(folder, 0o755)
  const children = new Set<ChildProcess>()
  const log: string[] = []

  const run = (command: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(command, args, {
      ...user,
      cwd: folder,
      env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', text => log.push(text))
    child.once('error', error => log.push(String(error)))
    children.add(child)
    return child
  }

  const makeFolder = async (name: string): Promise<string> => {
    const path = join(folder, name)
    await mkdir(path, { mode: 0o700 })
    if (user) await chown(path, user.uid, user.gid)
    return path
  }

  const fill = async (file: string, values: Record<string, string | number>, target = file): Promise<string> => {
    const text = await readFile(new URL(file, recipe), 'utf8')
    const path = join(folder, target)
    await writeFile(
      path,
      text.replace(/\$\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder)),
    )
    return path
  }

  const [etcdPort, etcdPeerPort] = await findTwoFreePorts()
  const [primaryPort, poolerPort] = await findTwoFreePorts()
  const [publicPort] = await findTwoFreePorts()

  const createNode = async (name: string): Promise<DatabaseNode> => {
    const [port, restPort] = await findTwoFreePorts()
    const dataDir = join(await makeFolder(name), 'data')
    const config = await fill(
      'patroni.yml',
      {
        NAME: name,
        ADDRESS: address,
        NETWORK: `${address}/32`,
        PORT: port,
        REST_PORT: restPort,
        ETCD: `${address}:${etcdPort}`,
        DATA_DIR: dataDir,
        BIN_DIR: binaries,
        PASSWORD: password,
      },
      `${name}.yml`,
    )
    let patroni: ChildProcess | undefined
    const findPostgres = async (): Promise<number> =>
      Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
    const killPostgres = async () => {
      const pid = await findPostgres()
      if (!pid) return
      const backends = await childrenOf(pid)
      for (const process of [pid, ...backends]) killIfAlive(process)
    }
    return {
      name,
      port,
      restPort,
      killPostgres,
      start: () => {
        patroni = run('patroni', [config])
      },
      killMachine: async () => {
        const exit = patroni && patroni.exitCode === null && patroni.signalCode === null && once(patroni, 'exit')
        for (const pid of patroni?.pid ? await childrenOf(patroni.pid) : []) killIfAlive(pid)
        patroni?.kill('SIGKILL')
        await killPostgres()
        await exit
      },
    }
  }

  const nodes = [await createNode('one'), await createNode('two')] as const

  const readMembers = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      const response = await fetch(`http://${address}:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2000),
      }).catch(() => undefined)
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }

  const untilProtected = async (): Promise<DatabaseNode> => {
    let leader: DatabaseNode | undefined
    await until('A primary with a synchronous standby', async () => {
      const members = await readMembers()
      const isRunning = ({ state }: Member) => state === 'running' || state === 'streaming'
      const name = members.find(member => member.role === 'leader' && isRunning(member))?.name
      leader = nodes.find(node => node.name === name)
      return leader !== undefined && members.some(member => member.role === 'sync_standby' && isRunning(member))
    })
    if (!leader) throw new Error('unreachable')
    return leader
  }

  const stop = async () => {
    for (const node of nodes) await node.killMachine()
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const etcd = `http://${address}:${etcdPort}`
    const etcdPeer = `http://${address}:${etcdPeerPort}`
    run('etcd', [
      ...['--data-dir', await makeFolder('etcd'), '--name', 'one', '--log-level', 'error'],
      ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd],
      ...['--listen-peer-urls', etcdPeer, '--initial-advertise-peer-urls', etcdPeer],
      ...['--initial-cluster', `one=${etcdPeer}`],
    ])
    await until('etcd', async () => (await fetch(`${etcd}/health`).catch(() => undefined))?.ok === true)
    for (const node of nodes) node.start()

    run('haproxy', ['-W', '-db', '-f', await fill('haproxy.cfg', {})], {
      ADDRESS: address,
      PUBLIC_PORT: String(publicPort),
      PRIMARY_PORT: String(primaryPort),
      PROCESS_ONE: `${address}:${processPorts[0]}`,
      PROCESS_TWO: `${address}:${processPorts[1]}`,
      DATABASE_ONE: `${address}:${nodes[0].port}`,
      DATABASE_TWO: `${address}:${nodes[1].port}`,
      REST_PORT_ONE: String(nodes[0].restPort),
      REST_PORT_TWO: String(nodes[1].restPort),
    })
    await untilProtected()
    const owner = createDb(`postgres://postgres:${password}@${address}:${primaryPort}/postgres`, { poolSize: 1 })
    await until('HAProxy', () =>
      owner.run('select 1').then(
        () => true,
        () => false,
      ),
    )
    await owner.run(`create role fechou login password '${password}'`)
    await owner.outsideTransaction(5000, queries => queries.run('create database fechou owner fechou'))
    await owner.close()

    const users = join(folder, 'users.txt')
    await writeFile(users, `"fechou" "${password}"\n`)
    const values = { ADDRESS: address, PRIMARY_PORT: primaryPort, POOLER_PORT: poolerPort, USERS_FILE: users }
    run('pgbouncer', [await fill('pgbouncer.ini', values)])
    const url = `postgres://fechou:${password}@${address}:${poolerPort}/fechou`
    return { url, publicUrl: `http://${address}:${publicPort}`, untilProtected, stop }
  } catch (error) {
    const files = await readdir(folder)
    console.error(log.join('').slice(-4000), files)
    await stop()
    throw error
  }
}
