/**
 * Imports a file of 100,000 rows into the product, which runs as a process of its own. Prints the time from the upload to the
 * end, the server's memory, and the p95 of another account's requests idle and during the import. Exits with 1 beyond
 * 120 s, + 150 MB or twice the idle p95. `npm run bench:import -- [rows]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { leadsApi } from '#contract/leads/leads.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { createDb } from '#server/db/client.ts'
import { findRunningServer } from '#server/db/embedded/find-running-server.ts'
import { databaseName } from '#server/db/embedded.ts'
import { readSettings } from '#server/env.ts'
import { createServices } from '#server/services.ts'
import { createProduct, removeProduct } from '../e2e/support/product.ts'
import { startPolling } from '../faults/poll.ts'
import { memoryMb, watchPeak } from './memory.ts'
import { seedAccount } from './seed-leads.ts'
import { aLargeCsv, callImports, untilImport, uploadImport } from './send-import.ts'
import { quantile } from './timing.ts'

const rows = Number(process.argv[2] ?? 100_000)
const neighborLeads = 5000
const idleMs = 10_000
const maxSeconds = 120
const maxGrowthMb = 150
const maxRatio = 2

const product = await createProduct()
try {
  await product.start()
  const running = await findRunningServer(product.dataDir)
  if (!running) throw new Error('the product has no database of its own')
  const db = createDb({ ...running, user: 'postgres', database: databaseName }, { poolSize: 1 })
  const services = createServices(db, readSettings({ APP_SECRET: 'x'.repeat(32) }))
  const neighborToken = await seedAccount(services, neighborLeads)
  const importer = { url: product.url, token: await seedAccount(services, 0) }
  await db.run('vacuum analyze')
  const file = aLargeCsv(rows)

  const poll = () => startPolling(`${product.url}/api${leadsApi.list.path}?limit=50`, neighborToken)
  const stopIdlePolling = poll()
  await sleep(idleMs)
  const idle = await stopIdlePolling()
  const memory = memoryMb(product.pid)
  const stopMemory = watchPeak(() => memoryMb(product.pid))
  const stopPolling = poll()

  const begunAt = performance.now()
  const secondsSince = (from: number) => (performance.now() - from) / 1000
  let phase = { name: 'upload', at: begunAt }
  const enter = (name: string) => {
    if (name === phase.name) return
    console.log(
      `  ${phase.name}: ${secondsSince(phase.at).toFixed(1)} s, memory ${memoryMb(product.pid).toFixed(0)} MB`,
    )
    phase = { name, at: performance.now() }
  }
  const id = await uploadImport(importer, file)
  await untilImport(importer, id, 'ready', ({ state }) => enter(state))
  await callImports(importer, importsApi.start, { id })
  const { result } = await untilImport(importer, id, 'done', ({ state, done }) =>
    enter(state === 'running' ? `${Math.floor(done / 20_000) * 20_000} rows and more` : state),
  )
  const seconds = secondsSince(begunAt)
  const growth = stopMemory() - memory
  const busy = await stopPolling()

  const [idleP95, busyP95] = [quantile(idle.times, 0.95), quantile(busy.times, 0.95)]
  const stored = await db.row<{ leads: number; kept: number }>(
    `select (select count(*) from leads l where l.account_id = i.account_id) as leads,
            (select sum(count)::bigint from lead_totals t where t.account_id = i.account_id) as kept
       from imports i where i.id = $1`,
    [id],
  )
  await db.close()
  console.log(
    `${rows} rows, ${(file.length / 1e6).toFixed(1)} MB: ${JSON.stringify(result)}, ${JSON.stringify(stored)}`,
  )
  console.log(`upload to end: ${seconds.toFixed(1)} s; server ${memory.toFixed(0)} MB + ${growth.toFixed(0)} MB`)
  console.log(
    `requests of another account: p95 ${idleP95.toFixed(1)} ms idle, ${busyP95.toFixed(1)} ms during the import (× ${(busyP95 / idleP95).toFixed(2)}), slowest ${Math.max(...busy.times).toFixed(0)} ms, ${busy.failed} of ${busy.times.length} failed`,
  )
  const isWhole = result.created === rows && stored?.leads === rows && stored.kept === rows && busy.failed === 0
  const isWithin = seconds <= maxSeconds && growth <= maxGrowthMb && busyP95 <= maxRatio * idleP95
  process.exitCode = isWhole && isWithin ? 0 : 1
} finally {
  await removeProduct(product)
}
