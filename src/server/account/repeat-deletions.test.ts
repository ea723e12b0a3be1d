import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import type { Db } from '../db/client.ts'
import { aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { testDatabase } from '../testing/test-database.ts'
import { deletionFiles } from './deletion-files.ts'
import { repeatDeletions } from './repeat-deletions.ts'

const backupDir = await mkdtemp(join(tmpdir(), 'fechou-deletions-'))
afterAll(() => rm(backupDir, { recursive: true }))
const db = await testDatabase()
const app = await testApp({ backupDir }, { database: db })
const { call, services } = app
/** Its connection breaks before the commit of a deletion. */
const breaking = await testApp(
  { backupDir },
  {
    database: {
      ...db,
      transaction: (work =>
        db.transaction(async tx => {
          await work(tx)
          throw new Error('Connection terminated unexpectedly')
        })) as Db['transaction'],
    },
  },
)

const lines: string[] = []
const start = () => repeatDeletions(services, line => void lines.push(line))
beforeEach(() => {
  lines.length = 0
})

const at = new Date().toISOString()
const isPendingOf = async (id: string) =>
  (await deletionFiles.read(backupDir)).records
    .filter(record => record.id === id)
    .map(record => record.isPending ?? false)
const restoreAccount = (id: string) =>
  db.run(`insert into accounts (id, nome, trial_end) values ($1, 'Volta', now())`, [id])

describe('the start after a restore', () => {
  it('deletes an account again whose deletion was committed', async () => {
    const { token, password, account } = await aUser(app)
    expect((await call(accountApi.remove, { token, body: { password } })).status).toBe(204)
    expect(await isPendingOf(account._id)).toEqual([false])
    await restoreAccount(account._id)
    expect([await start(), lines]).toEqual([1, []])
    expect(await db.rows('select from accounts where id = $1', [account._id])).toEqual([])
  })

  it('deletes an account again whose deletion was committed by a process that then crashed', async () => {
    const id = crypto.randomUUID()
    await deletionFiles.write(backupDir, { id, at, isPending: true })
    expect([await start(), lines]).toEqual([0, []])
    expect(await isPendingOf(id)).toEqual([false])
    await restoreAccount(id)
    expect(await start()).toBe(1)
  })
})

describe('an account whose deletion failed', () => {
  it('stays at the next start, which says so, and can be deleted later', async () => {
    const { token, password, account } = await aUser(app)
    expect((await breaking.call(accountApi.remove, { token, body: { password } })).status).toBe(503)
    expect(await isPendingOf(account._id)).toEqual([true])
    expect([await start(), lines]).toEqual([0, [expect.stringContaining(account._id)]])
    expect((await call(authApi.me, { token })).status).toBe(200)
    expect((await call(accountApi.remove, { token, body: { password } })).status).toBe(204)
    expect(await isPendingOf(account._id)).toEqual([false])
  })
})
