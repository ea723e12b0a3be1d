import { spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLeadForm, aUser } from '../testing/factories.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { createDb, type Db } from './client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'

const megabytes = 256
const disk = await mkdtemp(join(tmpdir(), 'fechou-disk-'))
const dataDir = join(disk, 'data')
const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'fechou', disk]).status === 0

afterAll(async () => {
  if (hasDisk) spawnSync('umount', [disk])
  await rm(disk, { recursive: true, force: true })
})

/** Writes a file until the disk is full. */
const fill = async (name: string): Promise<void> => {
  const block = Buffer.alloc(1024 * 1024)
  const blocks = Array.from({ length: megabytes }, () => block)
  await expect(pipeline(blocks, createWriteStream(join(disk, name)))).rejects.toThrow('ENOSPC')
}
const empty = (name: string): Promise<void> => rm(join(disk, name))

describe.skipIf(!hasDisk)('full disk (skipped where tmpfs cannot be mounted)', () => {
  let embedded: EmbeddedPostgres
  let db: Db
  let app: TestApp
  let token: string
  const crashed = vi.fn()

  const start = async (): Promise<void> => {
    embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
    embedded.onUnexpectedExit(crashed)
    db = createDb(embedded.connection)
    await migrate(db)
    app = await testApp({}, { database: db, storage: embedded.storage })
  }
  const stop = async (): Promise<void> => {
    await db.close()
    await embedded.stop()
  }

  const ready = () => app.call(healthApi.ready)
  const create = () => app.call(leadsApi.create, { token, body: aLeadForm() })
  const count = async () => (await app.call(leadsApi.list, { token })).data.total
  const untilReady = (status: number) => vi.waitFor(async () => expect((await ready()).status).toBe(status), 10_000)

  beforeAll(async () => {
    await start()
    token = (await aUser(app)).token
  })
  afterAll(stop)

  test('fails readiness and writes while reads work, and recovers', async () => {
    expect((await create()).status).toBe(201)
    await fill('filler')
    await untilReady(507)
    expect((await ready()).error.code).toBe('storage_full')
    const rejected = await create()
    expect([rejected.status, rejected.error.code]).toEqual([507, 'storage_full'])
    expect(rejected.error.message).toContain('sem espaço em disco')
    expect(await count()).toBe(1)
    await empty('filler')
    await untilReady(200)
    expect((await create()).status).toBe(201)
    expect(await readdir(dataDir)).toContain('reserve')
  })

  test('the reserve is deleted, so that the database stops cleanly and starts again', async () => {
    const leads = await count()
    await fill('filler')
    await vi.waitFor(async () => expect(await readdir(dataDir)).not.toContain('reserve'), 10_000)
    await stop()
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toMatch(/database system is shut down\n$/)
    await start()
    expect((await ready()).status).toBe(507)
    expect(await count()).toBe(leads)
    await empty('filler')
    await untilReady(200)
    expect((await create()).status).toBe(201)
  })

  test('the database survives a checkpoint after other files used up the reserve', async () => {
    const leads = await count()
    await fill('filler')
    await vi.waitFor(async () => expect(await readdir(dataDir)).not.toContain('reserve'), 10_000)
    await fill('more')
    await db.run('checkpoint')
    expect(await count()).toBe(leads)
    await empty('more')
    await empty('filler')
    await untilReady(200)
    expect((await create()).status).toBe(201)
    expect(crashed).not.toHaveBeenCalled()
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('PANIC')
  })
})
