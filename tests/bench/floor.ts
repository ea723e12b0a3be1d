/**
 * Compares the built product in production mode with a bare server on the same database (`floor-server.ts`), in turns: the
 * requests a second that each answers over 16 connections. Exits with 1 when the product answers less than 0.85 of the bare
 * server. `npm run bench:floor -- [rounds]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createDb } from '#server/db/client.ts'
import { findRunningServer } from '#server/db/embedded/find-running-server.ts'
import { databaseName } from '#server/db/embedded.ts'
import { readSettings } from '#server/env.ts'
import { createServices } from '#server/services.ts'
import { createProduct, removeProduct } from '../e2e/support/product.ts'
import type { LoadResult, LoadTask } from './floor-load.ts'
import { seedAccount } from './seed-leads.ts'
import { median } from './timing.ts'

const rounds = Number(process.argv[2] ?? 7)
const accounts = 4
const leadsPerAccount = 1000
const connections = 16
const warmUpMs = 1500
const measuredMs = 1500
const minRatio = 0.85

const paths = {
  'page of 50': '/api/leads?limit=50',
  'board, 8 × 50': '/api/leads/board?limit=50',
  figures: '/api/leads/stats',
  me: '/api/auth/me',
}

const startHelper = (file: string, env: NodeJS.ProcessEnv = {}): ChildProcess =>
  fork(`${import.meta.dirname}/${file}`, { env: { ...process.env, ...env } })

const messageOf = async <Message>(helper: ChildProcess): Promise<Message> => (await once(helper, 'message'))[0]

const product = await createProduct({
  NODE_ENV: 'production',
  RATE_LIMITS: 'on',
  // Counted, and never reached.
  LIMIT_USER: '9999999/1m',
  LIMIT_ADDRESS: '9999999/1m',
})
const helpers: ChildProcess[] = []
try {
  await product.start()
  const running = await findRunningServer(product.dataDir)
  if (!running) throw new Error('the product has no database of its own')
  const connection = { ...running, user: 'postgres', database: databaseName }
  const db = createDb(connection, { poolSize: 1 })
  const services = createServices(db, readSettings({ APP_SECRET: 'x'.repeat(32) }))
  const tokens: string[] = []
  for (let account = 0; account < accounts; account++) tokens.push(await seedAccount(services, leadsPerAccount))
  await db.run('vacuum analyze')
  await db.close()

  const floor = startHelper('floor-server.ts', { FLOOR_DATABASE: JSON.stringify(connection) })
  helpers.push(floor)
  const floorUrl = await messageOf<string>(floor)
  const load = startHelper('floor-load.ts')
  helpers.push(load)
  const run = (url: string, path: string, ms: number): Promise<LoadResult> => {
    load.send({ url, path, tokens, connections, ms } satisfies LoadTask)
    return messageOf<LoadResult>(load)
  }

  console.log('                 product/s   floor/s   ratio (lowest–highest)    kB')
  for (const [name, path] of Object.entries(paths)) {
    const results: Record<'product' | 'floor', LoadResult[]> = { product: [], floor: [] }
    for (const url of [product.url, floorUrl]) await run(url, path, warmUpMs)
    for (let round = 0; round < rounds; round++) {
      results.product.push(await run(product.url, path, measuredMs))
      results.floor.push(await run(floorUrl, path, measuredMs))
    }
    const rates = (of: LoadResult[]) => of.map(({ perSecond }) => perSecond)
    const ratios = rates(results.product).map((rate, round) => rate / (rates(results.floor)[round] ?? Number.NaN))
    const failed = [...results.product, ...results.floor].reduce((sum, result) => sum + result.failed, 0)
    const kilobytes = [results.product, results.floor].map(of => ((of[0]?.bytes ?? 0) / 1000).toFixed(1))
    const ratio = median(ratios)
    const isWithin = ratio >= minRatio && failed === 0
    console.log(
      `${name.padEnd(15)} ${median(rates(results.product)).toFixed(0).padStart(10)} ${median(rates(results.floor)).toFixed(0).padStart(9)}   ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})   ${kilobytes.join(' and ')} ${isWithin ? '' : ` below ${minRatio}, ${failed} failed`}`,
    )
    if (!isWithin) process.exitCode = 1
  }
} finally {
  for (const helper of helpers) helper.disconnect()
  await removeProduct(product)
}
