import { expect, it } from 'vitest'
import type { QueryRunner } from '../db/client.ts'
import { aLead, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { findFaults } from './database-checks.ts'

const app = await testApp()
const { db } = app

it('a database in use has no faults, and the checks leave no trace', async () => {
  await aLead(app, (await aUser(app)).token)
  expect(await findFaults(db)).toEqual([])
  expect(await db.row(`select from pg_extension where extname = 'amcheck'`)).toBeUndefined()
})

it('the database lets its transaction rest for as long as it takes', async () => {
  const limits = new Set<string | undefined>()
  await db.transaction(async tx => {
    const noteLimit = async () => {
      const row = await tx.row<{ idle: string }>(
        `select current_setting('idle_in_transaction_session_timeout') as idle`,
      )
      limits.add(row?.idle)
    }
    const noting: QueryRunner = { ...tx, row: (...statement) => noteLimit().then(() => tx.row(...statement)) }
    await findFaults({ ...db, transaction: work => work(noting) })
  })
  expect([...limits]).toEqual(['0'])
})

it.each([
  ['totals that differ from a recount', 'update lead_totals set count = count + 1', 'totais guardados'],
  ['a change above the counter of the feed', 'update live set seq = 0', 'registro de mudanças'],
  ['a lead that searches do not find', 'delete from lead_search', 'tabela de busca'],
  ['a lead that searches find by an earlier name', `update lead_search set nome = 'Outra'`, 'tabela de busca'],
  ['searches that find a deleted lead', 'update lead_search set id = gen_random_uuid()', 'tabela de busca'],
  ['rows without their parent', 'delete from accounts', 'Faltam linhas em accounts para'],
])('finds %s', async (_, statement, fault) => {
  await aLead(app, (await aUser(app)).token)
  await db
    .transaction(async tx => {
      await tx.run('set local session_replication_role = replica')
      await tx.run(statement)
      await tx.run('set local session_replication_role = default')
      const found = await findFaults({ ...db, transaction: work => work(tx) })
      expect(found.join(' ')).toContain(fault)
      throw new Error('roll back')
    })
    .catch(error => expect(error.message).toBe('roll back'))
})
