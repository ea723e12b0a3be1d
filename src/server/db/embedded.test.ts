import { statSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import {
  dataDir,
  killParent,
  prepareDatabase,
  query,
  running,
  setUpEmbeddedFolder,
  start,
  startParent,
} from '../testing/embedded-folder.ts'
import { readPostmasterLock } from './embedded/postmaster-lock.ts'

setUpEmbeddedFolder()

const isRoot = process.getuid?.() === 0
const nobody = 65534

/** Is false when the Node binary lies in a private folder of root. */
const othersReach = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || othersReach(dirname(path)))
const asOrdinaryUser = test.skipIf(!othersReach(process.execPath))

/** Pauses the server once its lock says that it is ready, before it answers. Returns its process ID. */
const pauseWhenReady = async (cluster: string): Promise<number> => {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const lock = await readPostmasterLock(cluster)
    if (lock?.status !== 'ready') continue
    process.kill(lock.pid, 'SIGSTOP')
    return lock.pid
  }
  return expect.fail('the server does not get ready')
}

describe('start', () => {
  test('preserves data for the next start', async () => {
    const first = await start()
    await query(first, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start()
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('folds Portuguese letters', async () => {
    prepareDatabase()
    const server = await start()
    await query(server, 'create extension pg_trgm')
    const [row] = await query(server, `select upper('ação') as upper, similarity('ação', 'AÇÃO') as similarity`)
    expect(row).toEqual({ upper: 'AÇÃO', similarity: 1 })
  })

  test('waits for a server that a busy machine lets answer late', async () => {
    prepareDatabase()
    const starting = start()
    const pid = await pauseWhenReady(join(dataDir, 'postgres'))
    // Longer than a request waits for a connection.
    await sleep(6000)
    process.kill(pid, 'SIGCONT')
    expect(await query(await starting, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('removes leftovers of an interrupted first start', async () => {
    await mkdir(join(dataDir, 'postgres.new-half', 'base'), { recursive: true })
    await start()
    expect((await readdir(dataDir)).sort()).toEqual(['fechou.lock', 'postgres', 'postgres.log'])
  })

  test('uses a private socket folder for a path too long for a socket, and removes it', async () => {
    const server = await start({ dataDir: join(dataDir, 'x'.repeat(120)) })
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
    await server.stop()
    await expect(stat(server.connection.host)).rejects.toThrow('ENOENT')
  })

  test('accepts a path with spaces, accents, commas and quotes', async () => {
    const server = await start({ dataDir: join(dataDir, `João's "dados", 100%`) })
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('requires a password on the loopback interface', async () => {
    const { connection } = await start({ force: { loopback: true } })
    expect(await query({ connection }, 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(query({ connection: { ...connection, password: 'wrong' } }, 'select 1')).rejects.toThrow(/password/)
    expect((await stat(join(dataDir, 'postgres', 'fechou-password'))).mode & 0o777).toBe(0o600)
  })

  test('rejects a cluster of another version with one line', async () => {
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/^O banco de dados em .* é do PostgreSQL 17 e este Fechou usa o 18: .*$/)
  })

  test('does not touch a folder that is not a database', async () => {
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'mine')
    await expect(start()).rejects.toThrow(/não está vazia e não é um banco de dados do Fechou/)
    expect((await readdir(dataDir)).sort()).toEqual(['fechou.lock', 'postgres'])
  })
})

describe('two servers on one folder', () => {
  test('the second start fails instead of waiting', async () => {
    prepareDatabase()
    await start()
    await expect(start()).rejects.toThrow(/^O banco de dados em .* já está em uso por outro Fechou: .*$/)
  })

  test('exactly one of two concurrent first starts succeeds', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start()])
    const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
    expect(refusals).toEqual(Array(2).fill(expect.stringContaining('já está em uso por outro Fechou')))
    await vi.waitFor(async () =>
      expect((await readdir(dataDir)).sort()).toEqual(['fechou.lock', 'postgres', 'postgres.log']),
    )
  })

  test('the owner lock survives a crash inside PostgreSQL', async () => {
    prepareDatabase()
    const server = await start()
    const [row] = (await query(server, `select pid from pg_stat_activity where backend_type = 'checkpointer'`)) as {
      pid: number
    }[]
    process.kill(row?.pid ?? 0, 'SIGKILL')
    await expect(start()).rejects.toThrow(/já está em uso/)
    await vi.waitFor(() => query(server, 'select 1'), { timeout: 10_000 })
  })
})

describe('killed parent process', () => {
  test('stops its server, or the next start takes it over', { timeout: 30_000 }, async () => {
    prepareDatabase()
    expect(await startParent()).toBe('ready')
    await killParent()
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('leaves a server that the next start takes over when setpriv is unavailable', { timeout: 30_000 }, async () => {
    prepareDatabase()
    expect(await startParent({ PATH: dataDir })).toBe('ready')
    await killParent()
    const log = vi.fn()
    expect(await query(await start({ log }), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(log).toHaveBeenCalledWith('Encerrando o banco de dados que ficou aberto na última execução.')
  })

  test('does not block the next start when the lock names the pid of another program', async () => {
    prepareDatabase()
    await (await start()).stop()
    const lock = [process.ppid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, 'postgres'), '', '1 1', 'ready', '']
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), lock.join('\n'), { mode: 0o600 })
    await start()
  })
})

test('reports an unexpected exit of the server', async () => {
  prepareDatabase()
  const server = await start()
  const lines = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  const told = new Promise<Error>(resolve => server.onUnexpectedExit(resolve))
  process.kill(Number(lines.split('\n')[0]), 'SIGKILL')
  expect((await told).message).toMatch(/^O banco de dados parou sozinho \(SIGKILL; detalhes em .*postgres\.log\)\.$/)
})

describe.skipIf(!isRoot)('start as root (skipped for other users)', () => {
  test('runs as nobody when user namespaces are blocked', async () => {
    const server = await start({ force: { nobody: true } })
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody)
    await server.stop()
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test("changes the owner of root's cluster to nobody", async () => {
    prepareDatabase()
    await query(await start(), 'create table kept as select 42 as answer')
    await running[0]?.stop()
    const server = await start({ force: { nobody: true } })
    expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('relocates the cluster when nobody cannot reach the folder', async () => {
    const unreachable = join(dataDir, 'data')
    const log = vi.fn()
    const server = await start({ dataDir: unreachable, force: { nobody: true }, log })
    const cluster = await realpath(join(unreachable, 'postgres'))
    expect(cluster).toMatch(/^\/var\/lib\/fechou\/dados-/)
    expect(log).toHaveBeenCalledWith(expect.stringContaining(cluster))
    await server.stop()
    expect(await query(await start({ dataDir: unreachable }), 'select 1 as one')).toEqual([{ one: 1 }])
    await running.at(-1)?.stop()
    await rm(dirname(cluster), { recursive: true })
  })

  asOrdinaryUser(
    'leaves the way free for an ordinary user, whose database root then serves',
    { timeout: 30_000 },
    async () => {
      await chown(dataDir, nobody, nobody)
      expect(await startParent({}, nobody)).toBe('ready')
      await killParent()
      expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody)
    },
  )

  asOrdinaryUser('an ordinary user does not touch the database of root', { timeout: 30_000 }, async () => {
    prepareDatabase()
    await (await start()).stop()
    await chown(dataDir, nobody, nobody)
    expect(await startParent({}, nobody)).toMatch(/^O banco de dados em .* pertence a outro usuário do sistema/)
  })
})
