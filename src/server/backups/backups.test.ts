import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { waitUntil } from '../../sandbox/testing/receive-webhooks.ts'
import { createDb, type Db } from '../db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { readSettings } from '../env.ts'
import { commandEnvironment } from '../testing/command-environment.ts'
import { dumpDatabase } from '../testing/database-dump.ts'
import { aLead, aUser } from '../testing/factories.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { archivePath, type BackupPlace, listBackups } from './backup-folder.ts'
import { backupJobs } from './backup-jobs.ts'
import { createBackup } from './create-backup.ts'
import { migrateWithBackup } from './migrate-with-backup.ts'
import { createNightlyBackup } from './nightly-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'fechou-backups-'))
const dataDir = join(folder, 'data')
const backupDir = join(folder, 'copies')
const place: BackupPlace = { dataDir, backupDir, now: () => new Date() }

let server: EmbeddedPostgres
let db: Db
let rows: Record<string, string[]>
let login: { email: string; password: string }
/** A verified backup of these rows. */
let good: string

const startServer = async () => {
  server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
  db = createDb(server.connection)
}
const stopServer = async () => {
  await db.close()
  await server.stop()
}

beforeAll(async () => {
  await startServer()
  await migrate(db)
  const app = await testApp({}, { database: db })
  const { user, token, password } = await aUser(app)
  login = { email: user.email, password }
  for (let count = 0; count < 5; count++) await aLead(app, token)
  rows = await dumpDatabase(db)
  good = await runNightlyJob(app)
  await aLead(app, token)
  // The process of a nightly backup waits for everything else on the machine.
}, 300_000)

afterAll(async () => {
  await stopServer().catch(() => {})
  await rm(folder, { recursive: true })
})

/** Runs the job of a night without a backup. Returns the name of the new backup. */
const runNightlyJob = async (app: TestApp): Promise<string> => {
  const services = { ...app.services, settings: { ...app.services.settings, dataDir, backupDir } }
  const log = { error: (about: object, message: string) => expect.fail(`${message} ${JSON.stringify(about)}`) }
  const [nightly] = backupJobs(services, log)
  const states: object[] = []
  const save = async (state: object) => void states.push(state)
  const times = { begunAt: new Date(), doneUntil: new Date() }
  await nightly?.run({ accountId: null, state: { night: 0 }, save, signal: new AbortController().signal, ...times })
  expect(states.at(-1)).toEqual({ night: expect.any(Number) })
  const [backup] = await listBackups(backupDir)
  expect(backup).toMatchObject({ reason: 'nightly', verifiedAt: expect.any(String), failure: null })
  return backup?.name ?? ''
}

const verifiedNames = async (): Promise<string[]> =>
  (await listBackups(backupDir)).filter(({ verifiedAt }) => verifiedAt !== null).map(({ name }) => name)

/** Resolves with the exit code and all output. `shellPrefix` runs before it in the same shell. */
const runCli = async (args: string[], shellPrefix = ''): Promise<{ code: number; output: string }> => {
  const program = fileURLToPath(new URL('backup-cli.ts', import.meta.url))
  const child = spawn('/bin/sh', ['-c', `${shellPrefix}exec "$@"`, 'sh', process.execPath, program, ...args], {
    env: { ...commandEnvironment(), DATA_DIR: dataDir, BACKUP_DIR: backupDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (text: Buffer) => {
    output += text
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const [code] = await once(child, 'close')
  return { code, output }
}

/** Returns a copy of the verified backup, with its times, and the path of its archive. */
const aVerifiedCopy = async (): Promise<{ name: string; archive: string }> => {
  const name = '2026-01-01T060000Z-nightly'
  await rm(join(backupDir, name), { recursive: true, force: true })
  cpSync(join(backupDir, good), join(backupDir, name), { recursive: true, preserveTimestamps: true })
  return { name, archive: archivePath(backupDir, name) }
}

const flipByte = async (path: string): Promise<void> => {
  const bytes = readFileSync(path)
  const middle = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  writeFileSync(path, bytes)
}

/** Resolves when `condition` holds, or when `work` has ended. */
const becomesTrue = async (condition: () => Promise<boolean>, work: Promise<unknown>): Promise<void> => {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  work.then(end, end)
  await waitUntil(async () => hasEnded || (await condition()), 60_000)
}

/** Whether the server sends the files of a backup. */
const isCopying = async (): Promise<boolean> =>
  (await db.rows(`select 1 from pg_stat_progress_basebackup where phase = 'streaming database files'`)).length > 0

describe('next to a running server', () => {
  it.each([
    ['while it copies', isCopying],
    ['in its check', async () => (await readdir(dataDir)).some(name => name.startsWith('backup-check'))],
  ])('a nightly backup that is stopped %s ends without being verified', async (_, hasBegun) => {
    const stopping = new AbortController()
    const running = createNightlyBackup(place, stopping.signal)
    await becomesTrue(hasBegun, running)
    stopping.abort()
    await expect(running).rejects.toThrow('aborted')
    expect(await verifiedNames()).toEqual([good])
    const unverified = (await listBackups(backupDir)).filter(({ name }) => name !== good)
    expect(unverified.filter(({ failure }) => failure !== null)).toEqual([])
    for (const { name } of unverified) await rm(join(backupDir, name), { recursive: true })
    const left = [...(await readdir(backupDir)), ...(await readdir(dataDir))]
    expect(left.filter(name => /^\.draft|^backup-check/.test(name))).toEqual([])
  })

  it('a nightly backup of a product that is killed ends, and leaves no trace', async () => {
    const elsewhere = join(folder, 'copies-of-the-killed')
    const program = `const { createNightlyBackup } = await import('${new URL('nightly-backup.ts', import.meta.url)}')
      const place = { dataDir: '${dataDir}', backupDir: '${elsewhere}', now: () => new Date() }
      await createNightlyBackup(place, new AbortController().signal)`
    const product = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
    const killed = once(product, 'exit')
    await becomesTrue(isCopying, killed)
    product.kill('SIGKILL')
    expect(await killed).toEqual([null, 'SIGKILL'])
    await expect.poll(() => readdir(elsewhere), { timeout: 60_000 }).toEqual(['backups.lock'])
  })

  it.each([
    ['with a flipped byte', flipByte],
    ['that is truncated', (path: string) => truncate(path, 1_000_000)],
  ])('an archive %s is not listed as verified, before and after its check', async (_, damage) => {
    const { name, archive } = await aVerifiedCopy()
    expect(await verifiedNames()).toEqual([good, name])
    await damage(archive)
    expect(await verifiedNames()).toEqual([good])
    expect(await verifyBackup(name, place)).toContain('O arquivo está danificado')
    expect(await verifiedNames()).toEqual([good])
    expect((await runCli(['list'])).output).toMatch(/nightly .* NÃO VERIFICADA: O arquivo está danificado/)
  })

  it('a backup is made right after another was stopped', async () => {
    const elsewhere = { ...place, backupDir: join(folder, 'other-copies') }
    const stopping = new AbortController()
    const stopped = createNightlyBackup(elsewhere, stopping.signal)
    await becomesTrue(isCopying, stopped)
    stopping.abort()
    await expect(stopped).rejects.toThrow('aborted')
    expect(await createBackup(server.connection, 'nightly', elsewhere)).toMatchObject({ failure: null })
  })

  it('an archive that cannot be written is reported, and leaves no trace in the list', async () => {
    // The limit holds for files of this process, not for those of the running server.
    const { code, output } = await runCli(['create'], 'ulimit -f 2000; ')
    expect([code, output]).toEqual([1, expect.stringContaining('Não foi possível gravar a cópia: ')])
    expect(await verifiedNames()).toEqual([good])
    expect((await readdir(backupDir)).filter(entry => entry.startsWith('.'))).toEqual([])
  })

  it('a restore is rejected', async () => {
    const { code, output } = await runCli(['restore', good])
    expect([code, output]).toEqual([1, expect.stringContaining('já está em uso por outro Fechou')])
  })
})

// A restore flushes a thousand files.
describe('without a running server', () => {
  beforeAll(stopServer)

  it('a damaged backup is not restored', async () => {
    const { name, archive } = await aVerifiedCopy()
    await flipByte(archive)
    await expect(restoreBackup(name, { ...place, log: () => {} })).rejects.toThrow('nada mudou')
    expect((await readdir(dataDir)).filter(entry => /before-restore|backup-check/.test(entry))).toEqual([])
  })

  it('a restore brings back every row and the old password, and keeps the former database', async () => {
    const { code, output } = await runCli(['restore', good])
    expect([code, output]).toEqual([0, expect.stringContaining('O banco de dados voltou ao que era em')])
    const former = (await readdir(dataDir)).find(entry => entry.startsWith('postgres.before-restore-'))
    expect(output).toContain(`O anterior está em ${join(dataDir, former ?? '?')}`)
    await startServer()
    expect(await dumpDatabase(db)).toEqual(rows)
    const app = await testApp({}, { database: db })
    expect((await app.call(authApi.login, { body: login })).status).toBe(200)
    await stopServer()
  })

  it('a restore works after the data folder was deleted', async () => {
    await rm(dataDir, { recursive: true })
    expect(await restoreBackup(good, { ...place, log: () => {} })).toMatchObject({ former: null })
    await startServer()
    expect(await dumpDatabase(db)).toEqual(rows)
  })
})

it('a pending migration starts after a verified backup, unless that is disabled', async () => {
  await db.run(`delete from migrations where name = '016-jobs.sql'`)
  const lines: string[] = []
  const migrateWith = (environment: Record<string, string>) => {
    const settings = readSettings({ DATA_DIR: dataDir, BACKUP_DIR: backupDir, ...environment })
    return migrateWithBackup(db, settings, line => lines.push(line))
  }
  await expect(migrateWith({ BACKUP_BEFORE_MIGRATION: '0' })).rejects.toThrow('already exists')
  expect(await listBackups(backupDir)).toMatchObject([{ name: good }, {}])
  await expect(migrateWith({})).rejects.toThrow('already exists')
  const [made] = await listBackups(backupDir)
  expect(made).toMatchObject({ reason: 'before-migration', verifiedAt: expect.any(String) })
  expect(lines.at(-1)).toBe(`Cópia verificada: ${made?.name}, em ${backupDir}`)
})

it('a start after an interrupted restore names it and creates no empty database', async () => {
  const interrupted = join(folder, 'interrupted')
  mkdirSync(join(interrupted, 'postgres.before-restore-2026-11-22T030000Z'), { recursive: true })
  const start = startEmbeddedPostgres({ dataDir: interrupted, durable: false, log: () => {} })
  await expect(start).rejects.toThrow('Rode npm run restore outra vez')
  expect(await readdir(interrupted)).not.toContain('postgres')
})
