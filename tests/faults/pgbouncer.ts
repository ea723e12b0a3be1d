/**
 * Runs the product behind PgBouncer in transaction mode, with a database in São Paulo's time zone. Twenty concurrent users
 * register, create leads and read them in pages, and every timestamp is right. Then starts with a URL with options, which
 * PgBouncer rejects: the product explains that in one line. Takes about a minute and needs Debian's package:
 *
 *   apt-get install -y pgbouncer && node tests/faults/pgbouncer.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authApi } from '#contract/auth/auth.ts'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { createDb } from '#server/db/client.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { aLeadForm, aRegistration } from '#server/testing/factories.ts'
import { createProduct, removeProduct } from '../e2e/support/product.ts'

const accounts = 20
const leadsPerAccount = 12
const folder = await mkdtemp(join(tmpdir(), 'fechou-pgbouncer-'))
const nobody = 65_534

/** PgBouncer does not run as root. */
const startPooler = async (server: { host: string; port: number; user: string; password?: string }) => {
  const port = 20_000 + (process.pid % 10_000)
  const file = join(folder, 'pgbouncer.ini')
  await chmod(folder, 0o755)
  await writeFile(
    file,
    `[databases]
fechou = host=${server.host} port=${server.port} user=${server.user} password=${server.password} dbname=fechou
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`,
  )
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const pooler = spawn('pgbouncer', [file], { ...asNobody, stdio: ['ignore', 'inherit', 'pipe'] })
  const { promise: isUp, resolve, reject } = Promise.withResolvers<void>()
  pooler.once('error', reject).once('exit', code => reject(new Error(`pgbouncer ended with ${code}`)))
  pooler.stderr.setEncoding('utf8').on('data', text => /process up/.test(text) && resolve())
  await isUp
  const stop = async () => {
    const exit = once(pooler, 'exit')
    pooler.kill('SIGINT')
    await exit
  }
  return { url: `postgres://fechou@127.0.0.1:${port}/fechou`, stop }
}

const counts = new Map<string, number>()
let maxMinutesOff = 0
const recordTimestamp = (iso: string): void => {
  maxMinutesOff = Math.max(maxMinutesOff, Math.abs(Date.parse(iso) - Date.now()) / 60_000)
}

interface CallOptions {
  token?: string
  body?: object
  query?: string
}

const call = async <E extends Endpoint>(
  base: string,
  { method, path }: E,
  { token, body, query = '' }: CallOptions,
): Promise<ResponseOf<E>> => {
  const response = await fetch(`${base}/api${path}${query}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  })
  const key = `${method} ${path} ${response.status}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
  return response.json() as Promise<ResponseOf<E>>
}

/** Registers, creates leads and reads them in pages. Returns the number of leads read. */
const runAccount = async (base: string): Promise<number> => {
  const { token, user } = await call(base, authApi.register, { body: aRegistration() })
  recordTimestamp(user.createdAt)
  for (let index = 0; index < leadsPerAccount; index++) {
    const lead = await call(base, leadsApi.create, { token, body: aLeadForm() })
    recordTimestamp(lead.createdAt)
  }
  const leadCounts = new Set<string>()
  for (let cursor = ''; ; ) {
    const page = await call(base, leadsApi.list, { token, query: `?limit=5${cursor && `&cursor=${cursor}`}` })
    for (const lead of page.leads) leadCounts.add(lead._id)
    if (!page.nextCursor) return leadCounts.size
    cursor = page.nextCursor
  }
}

const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, force: { loopback: true } })
const direct = createDb(postgres.connection, { poolSize: 1 })
await direct.run(`alter database fechou set timezone = 'America/Sao_Paulo'`)
const pooler = await startPooler(postgres.connection)
const product = await createProduct({ DATABASE_URL: pooler.url })
const rejectedProduct = await createProduct({ DATABASE_URL: `${pooler.url}?options=-c%20search_path%3Dpublic` })
try {
  await product.start()
  const leadCounts = await Promise.all(Array.from({ length: accounts }, () => runAccount(product.url)))
  for (const [key, count] of [...counts].sort()) console.log(`${count} × ${key}`)
  const isComplete = leadCounts.every(count => count === leadsPerAccount)
  const isSuccessful = [...counts.keys()].every(key => / 2\d\d$/.test(key))
  console.log(`every lead on the pages: ${isComplete}; the furthest moment ${maxMinutesOff.toFixed(1)} minutes off`)
  await rejectedProduct.start().catch(() => undefined)
  console.log(`with options: ${rejectedProduct.log.trim()}`)
  const isOneLine = /^Não foi possível falar com o banco de dados: .+$/.test(rejectedProduct.log.trim())
  process.exitCode = isComplete && isSuccessful && maxMinutesOff < 5 && isOneLine ? 0 : 1
} finally {
  await removeProduct(product)
  await removeProduct(rejectedProduct)
  await pooler.stop()
  await direct.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
