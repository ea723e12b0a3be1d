/**
 * Runs the product on a disk that is full for six minutes, longer than PostgreSQL's checkpoint interval. The product
 * reports it, keeps reading, and writes again once there is space. Needs Linux and root for a disk in memory.
 *
 *   node tests/faults/full-disk.ts
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, rmSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '#contract/auth/auth.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLeadForm, aRegistration } from '#server/testing/factories.ts'
import { createProduct } from '../e2e/support/product.ts'
import { postJson } from './post-json.ts'

const diskMegabytes = 300
const fullMs = 6 * 60_000

const product = await createProduct()
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'fechou', product.dataDir])
if (mounted.status !== 0) throw new Error(`No disk in memory: ${mounted.stderr}`)

const filler = join(product.dataDir, 'filler')
const fillDisk = (): void => {
  const block = randomBytes(1024 * 1024)
  try {
    for (;;) appendFileSync(filler, block)
  } catch {
    // The disk is full.
  }
}

const statusOf = async (path: string, token = '', body?: object): Promise<number> => {
  const response = await fetch(`${product.url}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch(() => undefined)
  return response?.status ?? 0
}

const statuses = { ready: new Set<number>(), read: new Set<number>(), write: new Set<number>() }
const recordStatuses = async (token: string) => {
  statuses.ready.add(await statusOf(healthApi.ready.path))
  statuses.read.add(await statusOf(leadsApi.list.path, token))
  statuses.write.add(await statusOf(leadsApi.create.path, token, aLeadForm()))
}

const waitForReadyStatus = async (status: number): Promise<number> => {
  const startedAt = Date.now()
  for (; Date.now() - startedAt < 30_000; await sleep(20))
    if ((await statusOf(healthApi.ready.path)) === status) return Date.now() - startedAt
  throw new Error(`The product was never ready with ${status}:\n${product.log}`)
}

try {
  await product.start()
  const registered = await postJson(product.url, authApi.register.path, aRegistration())
  const { token } = (await registered.json()) as { token: string }
  await statusOf(leadsApi.create.path, token, aLeadForm())
  fillDisk()
  console.log(`not ready ${await waitForReadyStatus(507)} ms after the disk was full`)
  for (const until = Date.now() + fullMs; Date.now() < until; await sleep(1000)) {
    // Fill the space that PostgreSQL has freed.
    fillDisk()
    await recordStatuses(token)
  }
  const summary = Object.entries(statuses).map(([name, seen]) => `${name} ${[...seen].join(' ')}`)
  console.log(`while it was full for ${fullMs / 60_000} minutes: ${summary.join(', ')}`)
  rmSync(filler)
  console.log(`ready ${await waitForReadyStatus(200)} ms after there was space`)
  const written = await statusOf(leadsApi.create.path, token, aLeadForm())
  await product.restart()
  const list = await fetch(`${product.url}/api${leadsApi.list.path}`, { headers: { authorization: `Bearer ${token}` } })
  const { total } = (await list.json()) as { total: number }
  const panics = (await readFile(join(product.dataDir, 'postgres.log'), 'utf8')).match(/PANIC/g)?.length ?? 0
  console.log(
    `a write afterwards: ${written}; leads after a restart: ${total} of 2; PANIC in PostgreSQL's log: ${panics}`,
  )
  const isExpected = summary.join() === 'ready 507,read 200,write 507'
  process.exitCode = isExpected && written === 201 && total === 2 && panics === 0 ? 0 : 1
} finally {
  await product.stop()
  spawnSync('umount', [product.dataDir])
  await rm(product.dataDir, { recursive: true, force: true })
}
