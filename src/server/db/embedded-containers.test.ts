import { spawnSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  dataDir,
  killParent,
  parents,
  prepareDatabase,
  query,
  runningHere,
  setUpEmbeddedFolder,
  start,
  startParent,
} from '../testing/embedded-folder.ts'

setUpEmbeddedFolder()

/** Own PID and IPC namespaces, as in a container. Killing `unshare` ends every process inside. */
const container = ['unshare', '--pid', '--ipc', '--mount-proc', '--fork', '--kill-child']
const hasContainers = spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status === 0

const startContainer = (): Promise<string> => startParent({ DURABLE: '1' }, undefined, container)
const refusal = expect.stringMatching(/^O banco de dados em .* já está em uso por outro Fechou: .*$/)

describe.skipIf(!hasContainers)('two containers on one folder (skipped where unshare is not permitted)', () => {
  test('exactly one of two concurrent starts succeeds', { timeout: 30_000 }, async () => {
    prepareDatabase()
    expect((await Promise.all([startContainer(), startContainer()])).sort()).toEqual([refusal, 'ready'])
    await query(runningHere(), 'create table kept as select 42 as answer')
    for (const parent of parents) await killParent(parent)
    expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('the second start fails while the first server runs and succeeds after it is killed', {
    timeout: 30_000,
  }, async () => {
    prepareDatabase()
    expect(await startContainer()).toBe('ready')
    await query(runningHere(), 'create table kept as select 42 as answer')
    expect(await startContainer()).toEqual(refusal)
    await killParent(parents[0])
    expect(await startContainer()).toBe('ready')
    expect(await query(runningHere(), 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  /** Starts Fechou under a shell that survives it, so that PostgreSQL outlives a killed Fechou. */
  const withOrphan = (path: string) => [...container, 'sh', '-c', `{ PATH=${path} "$@"; } 2>&-; sleep 60`, 'sh']

  test('a start does not stop an orphaned server in another container', { timeout: 30_000 }, async () => {
    prepareDatabase()
    expect(await startParent({ DIES: '1' }, undefined, withOrphan('/nowhere'))).toBe('ready')
    await expect(start()).rejects.toThrow(/^O banco de dados em .* continua aberto sem o Fechou que o iniciou, .*$/)
    expect(await query(runningHere(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a start waits for the last backend of a killed server', { timeout: 30_000 }, async () => {
    prepareDatabase()
    const tools = join(dataDir, 'tools')
    await mkdir(tools)
    await symlink('/usr/bin/flock', join(tools, 'flock'))
    expect(await startParent({ DIES: '1' }, undefined, withOrphan(tools))).toBe('ready')
    const order: string[] = []
    // A CPU-bound query does not notice that its postmaster died.
    const busy = query(
      runningHere(),
      `set statement_timeout = '3s'; select count(*) from generate_series(1, 1e12::bigint)`,
    )
    const over = busy.catch(() => order.push('last process ended'))
    const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    await query(runningHere(), `copy (select 1) to program 'kill -9 ${pid}'`).catch(() => {})
    await start()
    order.push('started')
    await over
    expect(order).toEqual(['last process ended', 'started'])
  })
})
