/**
 * Kills the product at random moments of an import of 20,000 rows: while the file is read, checked, written and undone. The
 * next start goes on. At the end no lead is missing or double, and the maintained totals equal a recount. Takes about three
 * minutes.
 *
 *   node tests/faults/import-kills.ts
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import, ImportState } from '#contract/spreadsheets/import.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { findRunningServer } from '#server/db/embedded/find-running-server.ts'
import { databaseName } from '#server/db/embedded.ts'
import { readSettings } from '#server/env.ts'
import { createServices } from '#server/services.ts'
import { seedAccount } from '../bench/seed-leads.ts'
import { aLargeCsv, callImports, type Importer, untilImport, uploadImport } from '../bench/send-import.ts'
import { createProduct, removeProduct } from '../e2e/support/product.ts'

const rows = 20_000
const killsPerPhase = 4
const maxDelayMs = 1500

const product = await createProduct()

const withDb = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
  const running = await findRunningServer(product.dataDir)
  if (!running) throw new Error('the product has no database of its own')
  const db = createDb({ ...running, user: 'postgres', database: databaseName }, { poolSize: 1 })
  return work(db).finally(() => db.close())
}

let kills = 0
/** Kills the product up to `killsPerPhase` times while it works, then lets it finish. */
const untilDespiteKills = async (importer: Importer, id: string, state: ImportState): Promise<Import> => {
  for (let round = 0; round < killsPerPhase; round++) {
    await sleep(Math.random() * maxDelayMs)
    const found = await callImports(importer, importsApi.find, { id })
    if (found.state === state) return found
    await product.kill()
    kills++
    await product.start()
    console.log(`killed at ${found.state}, ${found.done} of ${found.total}`)
    // The lease of the killed process ends, and the runner looks for due jobs at the next request of any import.
    await withDb(db => db.run(`update jobs set due_at = '-infinity' where name = 'import'`))
    await product.restart()
  }
  return untilImport(importer, id, state)
}

const figures = () =>
  withDb(db =>
    db.row<{ leads: number; emails: number; wrong: number }>(
      `select (select count(*) from leads) as leads, (select count(distinct email_chave) from leads) as emails,
              (select count(*) from (
                 (select account_id, status, count::bigint, valor_centavos::bigint, bytes::bigint from lead_totals where count > 0
                  except all
                  select account_id, status, count(*), sum(valor_servico_centavos)::bigint, sum(lead_bytes(leads))::bigint
                    from leads group by 1, 2)
                 union all
                 (select account_id, status, count(*), sum(valor_servico_centavos)::bigint, sum(lead_bytes(leads))::bigint
                    from leads group by 1, 2
                  except all
                  select account_id, status, count::bigint, valor_centavos::bigint, bytes::bigint from lead_totals where count > 0)) d) as wrong`,
    ),
  )

try {
  await product.start()
  const token = await withDb(db => seedAccount(createServices(db, readSettings({ APP_SECRET: 'x'.repeat(32) })), 0))
  const importer = { url: product.url, token }
  const id = await uploadImport(importer, aLargeCsv(rows))
  const { check } = await untilDespiteKills(importer, id, 'ready')
  await callImports(importer, importsApi.start, { id })
  const { result } = await untilDespiteKills(importer, id, 'done')
  const written = await figures()
  await callImports(importer, importsApi.undo, { id })
  const { undo } = await untilDespiteKills(importer, id, 'undone')
  const left = await figures()
  console.log(`${kills} kills; ${JSON.stringify({ new: check?.new, result, written, undo, left })}`)
  const isWhole =
    check?.new === rows &&
    result.created === rows &&
    written?.leads === rows &&
    written.emails === rows &&
    written.wrong === 0
  const isUndone = undo?.removed === rows && undo.kept === 0 && left?.leads === 0 && left.wrong === 0
  process.exitCode = isWhole && isUndone ? 0 : 1
} finally {
  await removeProduct(product)
}
