import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../../sandbox/testing/receive-webhooks.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { readSettings } from '../env.ts'
import { createServices } from '../services.ts'
import { commandEnvironment } from '../testing/command-environment.ts'
import { testDatabase } from '../testing/test-database.ts'
import { draftArchive, listBackups } from './backup-folder.ts'
import { backupJobs } from './backup-jobs.ts'
import { createBackup } from './create-backup.ts'

// Enough for the check before the copy, which wants 256 MB more than the files.
const megabytes = 600
const folder = await mkdtemp(join(tmpdir(), 'fechou-full-backups-'))
const dataDir = join(folder, 'data')
const backupDir = join(folder, 'backups')
await mkdir(backupDir)
const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'fechou', backupDir]).status === 0

afterAll(async () => {
  if (hasDisk) spawnSync('umount', [backupDir])
  await rm(folder, { recursive: true, force: true })
})

/** Is true once the archive of an unfinished backup was created, before anything is written to it. */
const hasDraft = (): boolean =>
  readdirSync(backupDir).some(name => name.startsWith('.draft-') && existsSync(draftArchive(join(backupDir, name))))
const resize = (bytes: number): void => {
  const { status, stderr } = spawnSync('mount', ['-o', `remount,size=${bytes}`, backupDir])
  expect([status, stderr.toString()]).toEqual([0, ''])
}
/** Leaves a megabyte, which no backup fits in. Shrinking the disk is quicker than filling it: the backup goes on meanwhile. */
const fill = (): void => {
  const { blocks, bfree, bsize } = statfsSync(backupDir)
  resize((blocks - bfree) * bsize + 1024 ** 2)
}
const empty = (): void => resize(megabytes * 1024 ** 2)

// On a busy machine these tests take long: the process of a backup waits for everything else.
describe.skipIf(!hasDisk)('a disk that is full during a backup (skipped where tmpfs cannot be mounted)', () => {
  let server: EmbeddedPostgres
  let good: string

  beforeAll(async () => {
    server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
    const { name, failure } = await createBackup(server.connection, 'manual', {
      dataDir,
      backupDir,
      now: () => new Date(Date.now() - 60_000),
    })
    expect(failure).toBeNull()
    good = name
  })
  afterEach(empty)
  afterAll(() => server.stop())

  const expectOnlyGood = async () => {
    expect(await listBackups(backupDir)).toMatchObject([{ name: good, verifiedAt: expect.any(String), failure: null }])
    expect((await readdir(backupDir)).filter(name => name.startsWith('.'))).toEqual([])
  }

  it('of the night is logged and tried again; the last good one stays', async () => {
    const errors: object[] = []
    const log = { error: (about: object) => void errors.push(about) }
    const settings = readSettings({ DATA_DIR: dataDir, BACKUP_DIR: backupDir })
    const services = createServices(await testDatabase(), settings)
    const [nightly] = backupJobs(services, log)
    const states: object[] = []
    const save = async (state: object) => void states.push(state)
    const times = { begunAt: new Date(), doneUntil: new Date() }
    const runNight = () =>
      nightly?.run({ accountId: null, state: { night: 0 }, save, signal: new AbortController().signal, ...times })

    const running = runNight()
    await waitUntil(hasDraft, 240_000)
    fill()
    await running
    expect(errors).toMatchObject([{ err: { message: expect.stringContaining('no space left') } }])
    expect(states).toEqual([{ night: 0, retryAt: expect.any(Number) }])
    await expectOnlyGood()

    empty()
    await runNight()
    expect(states.at(-1)).toEqual({ night: expect.any(Number) })
    const [made, ...others] = await listBackups(backupDir)
    expect([made?.failure, others.map(({ name }) => name)]).toEqual([null, [good]])
    await rm(join(backupDir, made?.name ?? ''), { recursive: true })
  }, 300_000)

  it('by command says why in one line; the last good one stays', async () => {
    const program = fileURLToPath(new URL('backup-cli.ts', import.meta.url))
    const child = spawn(process.execPath, [program, 'create'], {
      env: { ...commandEnvironment(), DATA_DIR: dataDir, BACKUP_DIR: backupDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const output = text(child.stderr)
    const exited = once(child, 'exit')
    await waitUntil(hasDraft, 240_000)
    child.kill('SIGSTOP')
    fill()
    child.kill('SIGCONT')
    expect([await exited, await output]).toEqual([
      [1, null],
      'Não foi possível gravar a cópia: não há espaço em disco. As cópias que já havia continuam lá.\n',
    ])
    await expectOnlyGood()
  }, 300_000)
})
