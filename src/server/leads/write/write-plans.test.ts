import { expect, it } from 'vitest'
import type { QueryRunner } from '../../db/client.ts'
import { aUser, userRow } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { db } = app

/** Whole-table scans of this transaction, by table. */
const scans = async (tx: QueryRunner): Promise<Record<string, number>> => {
  const rows = await tx.rows<{ relname: string; seq_scan: number }>(
    `select relname, seq_scan from pg_stat_xact_user_tables
      where relname in ('leads', 'live', 'accounts', 'changes', 'lead_totals', 'removed_leads', 'story_entries', 'lead_search')`,
  )
  return Object.fromEntries(rows.map(row => [row.relname, row.seq_scan]))
}

it('a connection that wrote a hundred leads at once scans no table for the next one', async () => {
  const { account_id } = await userRow(app, (await aUser(app)).user)
  await db.run(
    `insert into accounts (id, nome, trial_end) select gen_random_uuid(), 'Outra', now() from generate_series(1, 3000)`,
  )
  await db.run(
    `insert into removed_leads (account_id, id, version) select $1, gen_random_uuid(), 1 from generate_series(1, 3000)`,
    [account_id],
  )
  await db.run('analyze')
  const insert = (tx: QueryRunner, count: number) =>
    tx.run(
      `insert into leads (account_id, id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos, status,
         stage, data_prospeccao, busca)
       select $1, gen_random_uuid(), 'Ana', 'Loja', '1', 'a@b.com', 'Site', 1, 'novo-lead', 'novo-lead', '2026-01-01', ''
         from generate_series(1, $2)`,
      [account_id, count],
    )
  const one = 'account_id = $1 and id = (select id from leads where account_id = $1 order by id limit 1)'
  const update = `update leads set status = 'ganho', stage = 'ganho', version = version + 1 where`
  await db.transaction(async tx => {
    for (const count of [100, 100]) await insert(tx, count)
    await tx.run(`${update} account_id = $1`, [account_id])
    await tx.run(
      'delete from leads where account_id = $1 and id in (select id from leads where account_id = $1 limit 100)',
      [account_id],
    )
    const before = await scans(tx)
    await insert(tx, 1)
    await tx.run(`${update} ${one}`, [account_id])
    await tx.run(`delete from leads where ${one}`, [account_id])
    const { leads: _before, ...others } = before
    const { leads: _after, ...now } = await scans(tx)
    expect(now).toEqual(others)
  })
})
